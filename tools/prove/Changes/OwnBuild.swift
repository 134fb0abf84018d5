import Foundation
import Mutation

/// A separate build for a mutant that does not compile together with the others.
struct OwnBuild {
  let copy: PackageCopy
  let sources: [String: String]
  let trial: Trial

  /// Builds the reference with only this mutant, and tries it.
  func outcome(of mutant: Mutant) async throws -> Outcome {
    try copy.write(sources, with: [])
    guard let source = sources[mutant.file] else { return .notTried(why: "its file is gone") }
    try copy.write(Instrumenter.text(of: source, mutatedBy: mutant), to: mutant.file)
    if try await copy.build("--product", "cachespec") != nil { return .notTried(why: "does not compile at all") }
    return try await trial.outcomeOfBuild(with: mutant)
  }
}
