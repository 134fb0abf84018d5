import CacheConformance
import CacheSpec
import Foundation
import Mutation
import ShippedModules

/// A scenario of the reference on one of its backends.
struct Case: Sendable {
  /// What a worker knows it by.
  let key: String
  /// The chapter that it is of.
  let chapter: String
}

/// What the reference does with no mutant on: what each scenario comes to, and which places it reaches.
struct Baseline: Sendable {
  let cases: [Case]
  /// What each case came to, by its key: which outcome is recorded where several are allowed may be another each time.
  private let verdicts: [String: Set<Verdict>]
  /// The cases that reach the place of a mutant, by its number.
  private let reaching: [Int: Set<Int>]
  /// The mutants whose places are reached once a process: what is computed there stays.
  private let onceOnly: Set<Int>

  /// Has every scenario judged twice, one after another, in two orders at once.
  ///
  /// - Throws: `MutateError.baseline` where one does not pass.
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
    // What is computed once a process is reached by whoever comes first, in either order another.
    let onceOnly = Set(
      first.reaching.compactMap { number, one in
        second.reaching[number].flatMap { one != $0 && one.count == 1 && $0.count == 1 ? number : nil }
      })
    self.onceOnly = onceOnly
    var reaching = first.reaching.merging(second.reaching) { $0.union($1) }
    for number in onceOnly {
      // Here by anybody, of one chapter or of all.
      let chapters = Set((reaching[number] ?? []).map { cases[$0].chapter })
      reaching[number] = Set(chapters.count == 1 ? indices.filter { chapters.contains(cases[$0].chapter) } : indices)
    }
    self.reaching = reaching
  }

  /// Whether a process that has passed the place of a mutant shows nothing of it any more.
  func isReachedOnce(_ number: Int) -> Bool { onceOnly.contains(number) }

  /// The cases that reach the place of a mutant, in an order of chance: what notices a mutant often stands together, and
  /// late. Those of the folder's own chapter come first, which are the likeliest to notice.
  func cases(reaching number: Int, _ mutant: Mutant) -> [Case] {
    inOrder((reaching[number] ?? []).sorted().map { cases[$0] }, for: mutant)
  }

  /// All cases, in the order in which a mutant is held against them.
  func allCases(for mutant: Mutant) -> [Case] { inOrder(cases, for: mutant) }

  private func inOrder(_ cases: [Case], for mutant: Mutant) -> [Case] {
    let shuffled = cases.shuffled(seed: 1)
    let own = mutant.folder.lowercased()
    return shuffled.filter { $0.chapter == own } + shuffled.filter { $0.chapter != own }
  }

  /// Whether a case comes to this with no mutant on.
  func expects(_ verdict: Verdict, of key: String) -> Bool { verdicts[key]?.contains(verdict) ?? false }
}

/// Every scenario judged once, one after another.
private struct Pass: Sendable {
  private(set) var verdicts: [String: Set<Verdict>] = [:]
  private(set) var reaching: [Int: Set<Int>] = [:]

  init(
    over indices: [Int], of cases: [Case], _ isolation: Isolation, _ timeLimit: Duration, in folder: URL
  ) async throws {
    let board = try Board(in: folder)
    let worker = try await Worker.start(isolation, in: folder, environment: board.environment)
    defer { worker.end() }
    for index in indices {
      let key = cases[index].key
      try board.forget()
      let verdict = try await worker.verdict(of: key, within: timeLimit)
      guard verdict.kind == .passed else { throw MutateError.baseline("\(key): \(verdict)") }
      verdicts[key] = [verdict]
      for number in try board.reached() { reaching[number, default: []].insert(index) }
    }
  }
}

extension Worker {
  /// Has a case judged, and waits for what it comes to.
  fileprivate func verdict(of key: String, within limit: Duration) async throws -> Verdict {
    judge(key, within: limit)
    while true {
      switch await next(within: limit) {
      case .began, .stepped: continue
      case .judged(_, let judgement): return judgement.verdict
      case .ended(let how): throw MutateError.baseline("\(key): the process ended: \(how)")
      case .timePassed: throw MutateError.baseline("\(key): no verdict came within \(limit)")
      }
    }
  }
}
