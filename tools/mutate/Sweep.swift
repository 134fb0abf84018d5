import Foundation
import Mutation

/// Tries mutants, several at once.
struct Sweep: Sendable {
  let trial: Trial
  let jobs: Int

  /// What became of each mutant, in their order.
  func outcomes(of mutants: [NumberedMutant]) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
      var waiting = mutants.indices
      func start() {
        guard let index = waiting.popFirst() else { return }
        let (number, mutant) = mutants[index]
        group.addTask { (index, try await trial.outcome(of: number, mutant)) }
      }
      for _ in 0..<jobs { start() }
      var outcomes: [Int: Outcome] = [:]
      for try await (index, outcome) in group {
        outcomes[index] = outcome
        if outcomes.count % 100 == 0 { complain("\(outcomes.count) of \(mutants.count)") }
        start()
      }
      return mutants.indices.compactMap { outcomes[$0] }
    }
  }
}
