import Foundation
import Mutation

/// A build of its own for a mutant that does not compile beside the others.
struct OwnBuild {
  let copy: PackageCopy
  let sources: [String: String]
  let trial: Trial

  /// Builds the reference with this mutant and no other, and tries it.
  func outcome(of mutant: Mutant) async throws -> Outcome {
    try copy.write(sources, with: [])
    guard let source = sources[mutant.file] else { return .notTried(why: "its file is gone") }
    try copy.write(Instrumenter.text(of: source, mutatedBy: mutant), to: mutant.file)
    if try await copy.build("--product", "cachespec") != nil { return .notTried(why: "does not compile at all") }
    return try await trial.outcomeOfBuild(with: mutant)
  }
}
