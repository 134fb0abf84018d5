import CacheConformance
import CacheSpecChapters

/// Broken modules put together: two drawn by lot, or several made after a real product. Each has to be told, and no other
/// rule: a rule that is broken must not hide another that is broken too.
package struct BlameOfPairs: Sendable {
  /// Some broken modules together, and what was told of them.
  struct Entry: Sendable {
    let name: String
    /// Of each module, the rules of which one has to be told, whether one is, and what their scenarios show that the
    /// other modules do not.
    let told: [(name: String, rules: Set<RuleID>, isTold: Bool, shown: [ScenarioResult])]
    /// The rules that are told of none of them alone, each with a scenario and what was seen in it.
    let others: [RuleID: String]

    var areAllTold: Bool { told.allSatisfy(\.isTold) }

    var text: String {
      let missing = told.filter { !$0.isTold }.flatMap { told in
        ["not told: \(told.name) (\(told.rules.sorted().map(\.text).joined(separator: ", ")))"]
          + told.shown.prefix(3).map { result in
            "  \(result.scenario.id), \(result.seen.comparison), blocked by \(result.blocker?.text ?? "nothing")"
          }
      }
      let others = others.sorted { $0.key < $1.key }.map { "told besides: \($0.value)" }
      return ([name] + (missing + others).map { "    \($0)" }).joined(separator: "\n")
    }
  }

  /// A broken module, and what was told of it alone.
  struct Single: Sendable {
    let broken: BrokenModule
    let difference: any AnyDifference
    /// The rules that it is made to break, and those that are told of it.
    let told: Set<RuleID>
    /// Whether nothing else is told of it than it is made to break.
    let isExact: Bool
    let failures: [String: ScenarioResult]
    /// The number of scenarios that it blocks.
    let blocked: Int

    /// Whether it changes another part than a second module does, so that both can be told together.
    func goes(with other: Self) -> Bool {
      difference.parts.isDisjoint(with: other.difference.parts) && told.isDisjoint(with: other.told)
        && difference.and(other.difference) != nil
    }
  }

  private let composites: [Entry]
  private let pairs: [Entry]
  private let maskedCount: Int

  /// How many modules are a sample.
  private static let sampleSize = 8

  /// The shares of pairs that are required: both told, and a third rule told.
  private static let (leastBoth, mostOthers) = (0.8, 0.1)

  /// Runs modules made after real products, and pairs of modules that change different parts of a chapter's reference.
  ///
  /// A pair in which one module hides the other's fault from the other's own rows counts as masked, and not as a pair:
  /// no report could tell it.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - count: how many pairs.
  ///   - seed: decides which are drawn.
  ///   - tell: called with how many pairs have run.
  package init(
    of chapter: String? = nil, count: Int, seed: Int, tell: @Sendable (String) -> Void = { _ in }
  ) async throws {
    let singles = try await Self.singles(of: chapter)
    composites = try await Self.composites(of: singles)
    let exact = singles.filter(\.isExact)
    let all = exact.indices.flatMap { one in exact.indices.filter { $0 > one }.map { (exact[one], exact[$0]) } }
      .filter { $0.goes(with: $1) }
    var generator = SeededGenerator(seed)
    var drawn = all.shuffled(using: &generator)[...]
    var (pairs, masked) = ([Entry](), 0)
    while pairs.count < count, !drawn.isEmpty {
      let batch = drawn.prefix(min(16, count - pairs.count))
      drawn = drawn.dropFirst(batch.count)
      let entries = try await inOrder(Array(batch)) { one, other in
        try await Self.entry([one, other], named: "\(one.broken.name) + \(other.broken.name)", isScreened: true)
      }
      pairs += entries.compactMap(\.self)
      masked += entries.count { $0 == nil }
      tell("\(pairs.count) of \(count) pairs")
    }
    (self.pairs, maskedCount) = (pairs, masked)
  }

  /// Runs the broken modules of a chapter, or of all, each alone; or no more than a sample of them.
  static func singles(of chapter: String?, isSample: Bool = false) async throws -> [Single] {
    let all = BrokenModule.all(of: chapter, named: nil)
    let sample = isSample ? Blame.drawn(sampleSize, of: all.map(\.name)) : nil
    return try await inOrder(all.filter { sample?.contains($0.name) ?? true }) { broken in
      guard let difference = broken.difference else { return nil }
      let report = try await FaultRuns.shared.report(of: broken.module, broken.selection)
      let told = Set(report.failures.filter(\.isToldByItself).map(\.rule.id))
      let failures = report.results.filter { $0.seen.kind != .passed }
      return Single(
        broken: broken, difference: difference, told: told.union(broken.rules),
        isExact: !told.isEmpty && told.isSubset(of: broken.rules),
        failures: Dictionary(failures.map { ($0.scenario.id, $0) }) { first, _ in first },
        blocked: report.count(.blocked))
    }.compactMap(\.self)
  }

  /// Runs the modules made after real products: all of their faults together, and with each in turn on record.
  private static func composites(of singles: [Single]) async throws -> [Entry] {
    try await inOrder(Chapters.broken.flatMap { $0.composites }) { composite -> [Entry] in
      let parts = composite.faults.compactMap { name in singles.first { $0.broken.name.contains(name) } }
      guard parts.count == composite.faults.count else { return [] }
      let whole = try await entry(parts, named: composite.name, isScreened: false)
      let others = try await inOrder(parts) { part in
        try await entry(
          parts, named: "\(composite.name), with \(part.broken.name) on record", isScreened: false, onRecord: part)
      }
      return ([whole] + others).compactMap(\.self)
    }.flatMap(\.self)
  }

  /// Runs some modules together.
  ///
  /// - Parameters:
  ///   - isScreened: whether to return nil if one of the modules hides another.
  ///   - onRecord: the module whose failures are known deviations, or nil.
  static func entry(
    _ parts: [Single], named name: String, isScreened: Bool, onRecord: Single? = nil
  ) async throws -> Entry? {
    guard let difference = together(parts.map(\.difference)), let selection = parts.first?.broken.selection else {
      return nil
    }
    let known = onRecord?.failures.values.filter { result in onRecord?.told.contains(result.scenario.rule.id) == true }
    let deviations = (known ?? []).map(\.scenario.id).sorted().map {
      KnownDeviation($0, because: "it is so", link: "https://example.com")
    }
    let module = CacheModule("several", summary: name, deviations: deviations, [difference.implementation])
    let report = try await FaultRuns.shared.report(of: module, selection)
    let shown = parts.map { part in
      let others = parts.filter { $0.broken.name != part.broken.name }
      return report.results.filter { result in
        let id = result.scenario.id
        return part.told.contains(result.scenario.rule.id) && result.seen.kind != .passed && part.failures[id] != nil
          && others.allSatisfy { $0.failures[id]?.seen != result.seen }
      }
    }
    if isScreened, shown.contains(where: \.isEmpty) { return nil }
    let failed = report.failures.filter(\.isToldByItself)
    let rules = Set(failed.map(\.rule.id))
    let expected = zip(parts, shown).filter { $0.0.broken.name != onRecord?.broken.name }
    let others = failed.filter { result in !parts.contains { $0.told.contains(result.rule.id) } }
    return Entry(
      name: name,
      told: expected.map { part, shown in
        (part.broken.name, part.told, !part.told.isDisjoint(with: rules), shown)
      },
      others: Dictionary(others.map { ($0.rule.id, "\($0.scenario.id), \($0.seen.comparison)") }) { first, _ in first })
  }

  /// Whether all composites are told exactly, and the shares of the pairs are as required.
  package var holds: Bool {
    let count = Double(max(1, pairs.count))
    return composites.allSatisfy { $0.areAllTold && $0.others.isEmpty }
      && Double(pairs.count(where: \.areAllTold)) / count >= Self.leastBoth
      && Double(pairs.count { !$0.others.isEmpty }) / count <= Self.mostOthers
  }

  /// Each composite and pair that is not told exactly, and the totals.
  package var text: String {
    let wrong = (composites + pairs).filter { !$0.areAllTold || !$0.others.isEmpty }.map(\.text)
    return (wrong + [total(composites, "composites"), "\(total(pairs, "pairs")); \(maskedCount) more are masked"])
      .joined(separator: "\n")
  }

  private func total(_ entries: [Entry], _ word: String) -> String {
    "\(entries.count) \(word): all told in \(entries.count(where: \.areAllTold)), another rule in "
      + "\(entries.count { !$0.others.isEmpty })"
  }
}

/// Several faults of a chapter at once, as a real product has them.
package struct Composite: Sendable {
  /// What it is made after.
  package let name: String
  /// The names of the faults.
  package let faults: [String]
  /// What they also break, in drawn runs and in no row.
  var alsoBroken: Set<RuleID> = []
}

extension Composite {
  /// The module that has one of the faults alone.
  package func module(of fault: String) -> CacheModule? { BrokenModule.all(of: nil, named: fault).first?.module }

  /// The module that has all of the faults, and the rules that each of these is made to break; nil if they do not fit
  /// together.
  package var broken: (module: CacheModule, rules: [Set<RuleID>])? {
    let parts = faults.compactMap { BrokenModule.all(of: nil, named: $0).first }
    return together(parts.compactMap(\.difference)).map {
      (CacheModule("several", summary: name, deviations: [], [$0.implementation]), parts.map { Set($0.rules) })
    }
  }
}

/// All of the differences at once, or nil if they do not fit together.
private func together(_ differences: [any AnyDifference]) -> (any AnyDifference)? {
  differences.dropFirst().reduce(differences.first) { all, next in all?.and(next) }
}

/// Does work for each element at once, and returns the results in the order of the elements.
func inOrder<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ work: @escaping @Sendable (Element) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    for (index, element) in elements.enumerated() { group.addTask { (index, try await work(element)) } }
    return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension ScenarioResult {
  /// The rule that blocks the scenario.
  fileprivate var blocker: RuleID? {
    if case .blocked(let rule, _) = verdict { rule } else { blockingDeviation.map { RuleID(ofScenario: $0.id) } }
  }

  /// Whether a report tells it as a failure of its own rule.
  fileprivate var isToldByItself: Bool { [.violated, .crashed, .hung, .setupFailed].contains(verdict.kind) }
}
