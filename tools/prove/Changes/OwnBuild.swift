import Foundation

/// A separate build for a mutant that does not compile together with the others.
struct OwnBuild {
  let reference: InstrumentedReference
  let sources: [String: String]
  let trial: Trial

  /// Builds the reference with only this mutant, and tries it.
  func outcome(of mutant: Mutant) async throws -> Outcome {
    if try await reference.build(sources, mutatedBy: mutant) != nil { return .notTried(why: "does not compile at all") }
    return try await trial.outcomeOfBuild(with: mutant)
  }
}
