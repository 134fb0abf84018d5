import Foundation
import Synchronization

/// Tries mutants concurrently.
struct Sweep {
  /// Makes a trial, which tries mutants one after another.
  let makeTrial: @Sendable () throws -> (NumberedMutant) async throws -> Outcome
  let jobs: Int

  /// The outcomes of the mutants, in their order.
  func outcomes(of mutants: [NumberedMutant]) async throws -> [Outcome] {
    let queue = Queue(mutants.indices)
    let makeTrial = makeTrial
    return try await withThrowingTaskGroup(of: [Int: Outcome].self) { group in
      for _ in 0..<jobs {
        group.addTask {
          let trial = try makeTrial()
          var outcomes: [Int: Outcome] = [:]
          while let index = queue.next() {
            outcomes[index] = try await trial(mutants[index])
            if index % 100 == 99 { complain("\(index + 1) of \(mutants.count)") }
          }
          return outcomes
        }
      }
      var all: [Int: Outcome] = [:]
      for try await outcomes in group { all.merge(outcomes) { $1 } }
      return mutants.indices.compactMap { all[$0] }
    }
  }
}

/// The indices of the mutants that are waiting to be tried.
final class Queue: Sendable {
  private let waiting: Mutex<Range<Int>>

  init(_ indices: Range<Int>) { waiting = Mutex(indices) }

  func next() -> Int? { waiting.withLock { $0.popFirst() } }
}
