import CacheConformance
import CacheConformanceCommand
import Foundation
import CacheConformanceModules

/// Draws runs of the reference with one mutant after another active, until one of them breaks a rule.
struct Exploring {
  let isolation: Isolation
  let baseline: Baseline
  /// How long runs of a mutant are drawn at most, for each chapter and backend.
  let duration: Duration
  let jobs: Int
  /// Where boards are put. The caller removes it.
  let folder: URL

  /// How many runs are drawn of a mutant at most, for each chapter and backend.
  private static let runs = 10_000

  /// Returns the numbers of the mutants that exploring notices.
  func noticed(of mutants: [NumberedMutant]) async throws -> Set<Int> {
    let queue = Queue(mutants.indices)
    return try await withThrowingTaskGroup(of: Set<Int>.self) { group in
      for _ in 0..<jobs {
        group.addTask {
          let board = try Board(in: folder)
          var noticed: Set<Int> = []
          while let index = queue.next() {
            let (number, mutant) = mutants[index]
            try board.choose(number)
            if try await isNoticed(in: baseline.chapters(reaching: number, mutant), board) { noticed.insert(number) }
            if index % 100 == 99 { complain("explored \(index + 1) of \(mutants.count)") }
          }
          return noticed
        }
      }
      return try await group.reduce(into: []) { $0.formUnion($1) }
    }
  }

  private func isNoticed(in chapters: [String], _ board: Board) async throws -> Bool {
    for chapter in chapters {
      var options = ExploreOptions(
        chapter: chapter, runs: Self.runs, duration: duration, endsAtFirstFind: true, shrinks: false,
        width: 1)
      options.isolation = board.shared(with: isolation)
      for module in CacheModule.reference {
        if try await module.explore(options).contains(where: { !$0.finds.isEmpty }) { return true }
      }
    }
    return false
  }
}

extension Baseline {
  /// The chapters whose scenarios reach the place of a mutant, the chapter of its folder first. Of chapters that are
  /// drawn together, only one is included.
  fileprivate func chapters(reaching number: Int, _ mutant: Mutant) -> [String] {
    var chapters: [String] = []
    for reached in cases(reaching: number, mutant).map(\.chapter) {
      let chapter = reached == "http" ? "response" : reached
      if !chapters.contains(chapter) { chapters.append(chapter) }
    }
    return chapters
  }
}
