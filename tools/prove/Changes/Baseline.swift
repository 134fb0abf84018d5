import CacheConformance
import CacheConformanceCommand
import CacheSpecChapters
import Foundation
import CacheConformanceModules

/// A scenario of the reference on one of its backends.
struct Case: Sendable {
  /// The key by which a worker identifies it.
  let key: String
  /// Its chapter.
  let chapter: String
}

/// The results of the reference without a mutant: the verdict of each scenario, and the places that it reaches.
struct Baseline: Sendable {
  let cases: [Case]
  /// The verdicts of each case, by key. There may be several, because a recorded outcome can vary where several are
  /// allowed.
  private let verdicts: [String: Set<Verdict>]
  /// The cases that reach the place of a mutant, by its number.
  private let reaching: [Int: Set<Int>]
  /// The mutants whose places are reached only once per process, because the result is kept.
  private let onceOnly: Set<Int>

  /// Runs every scenario in two concurrent passes in opposite orders, one scenario at a time.
  ///
  /// - Throws: `ProveError.baseline` if a scenario does not pass.
  init(of worker: Isolation, timeLimit: Duration, in folder: URL) async throws {
    let cases = CacheModule.reference.flatMap { $0.plan() }.map {
      Case(key: $0.key, chapter: $0.scenario.rule.id.chapter)
    }
    let indices = Array(cases.indices)
    async let forward = Pass(over: indices, of: cases, worker, timeLimit, in: folder)
    async let backward = Pass(over: indices.reversed(), of: cases, worker, timeLimit, in: folder)
    let (first, second) = (try await forward, try await backward)
    self.cases = cases
    verdicts = first.verdicts.merging(second.verdicts) { $0.union($1) }
    // A place that is reached once per process is reached by the first case that needs it, a different one in each
    // order.
    let onceOnly = Set(
      first.reaching.compactMap { number, one in
        second.reaching[number].flatMap { one != $0 && one.count == 1 && $0.count == 1 ? number : nil }
      })
    self.onceOnly = onceOnly
    var reaching = first.reaching.merging(second.reaching) { $0.union($1) }
    for number in onceOnly {
      // Any case can reach such a place: any of its chapter if that is known, or else any at all.
      let chapters = Set((reaching[number] ?? []).map { cases[$0].chapter })
      reaching[number] = Set(chapters.count == 1 ? indices.filter { chapters.contains(cases[$0].chapter) } : indices)
    }
    self.reaching = reaching
  }

  /// Whether a process that has reached the place of a mutant once can no longer show the mutant's effect.
  func isReachedOnce(_ number: Int) -> Bool { onceOnly.contains(number) }

  /// The cases that reach the place of a mutant, shuffled, because those that notice it are often adjacent and late.
  /// Those of its folder's chapter come first, because they are the likeliest to notice it.
  func cases(reaching number: Int, _ mutant: Mutant) -> [Case] {
    inOrder((reaching[number] ?? []).sorted().map { cases[$0] }, for: mutant)
  }

  /// All cases, in the order in which a mutant is tried on them.
  func allCases(for mutant: Mutant) -> [Case] { inOrder(cases, for: mutant) }

  private func inOrder(_ cases: [Case], for mutant: Mutant) -> [Case] {
    let shuffled = cases.shuffled(seed: 1)
    let own = mutant.folder.lowercased()
    return shuffled.filter { $0.chapter == own } + shuffled.filter { $0.chapter != own }
  }

  /// Whether a verdict is one that a case has without a mutant.
  func expects(_ verdict: Verdict, of key: String) -> Bool { verdicts[key]?.contains(verdict) ?? false }
}

/// One run of every scenario, one after another.
private struct Pass: Sendable {
  private(set) var verdicts: [String: Set<Verdict>] = [:]
  private(set) var reaching: [Int: Set<Int>] = [:]

  init(
    over indices: [Int], of cases: [Case], _ isolation: Isolation, _ timeLimit: Duration, in folder: URL
  ) async throws {
    let board = try Board(in: folder)
    let worker = try await Worker.start(board.shared(with: isolation), in: folder)
    defer { worker.end() }
    for index in indices {
      let key = cases[index].key
      try board.forget()
      let verdict = try await worker.verdict(of: key, within: timeLimit)
      guard verdict.kind == .passed else { throw ProveError.baseline("\(key): \(verdict)") }
      verdicts[key] = [verdict]
      for number in try board.reached() { reaching[number, default: []].insert(index) }
    }
  }
}

extension Worker {
  /// Runs a case, and waits for its verdict.
  fileprivate func verdict(of key: String, within limit: Duration) async throws -> Verdict {
    judge(key, within: limit)
    while true {
      switch await next(within: limit) {
      case .began, .stepped, .followed: continue
      case .judged(_, let verdict, _): return verdict
      case .ended(let how): throw ProveError.baseline("\(key): the process ended: \(how)")
      case .timePassed: throw ProveError.baseline("\(key): no verdict came within \(limit)")
      }
    }
  }
}
