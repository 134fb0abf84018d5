import CacheConformance
import CacheSpecChapters

/// What the premises are worth: of the scenarios that take a premise for granted, how many fail on modules that break the
/// premise's own scenario. If few do, the premise says too much of what is needed, and could hide other faults.
package struct PremiseProof: Sendable {
  private struct Count: Sendable {
    /// How many scenarios need the premise, in all modules that break it.
    var needed = 0
    /// How many of these fail.
    var failed = 0
    var modules = 0

    var share: Double { needed == 0 ? 1 : Double(failed) / Double(needed) }
    /// Whether too few fail of the many that need it.
    var isTooWide: Bool { needed >= PremiseProof.many * modules && share < PremiseProof.leastShare }
  }

  private var counts: [String: Count] = [:]

  /// How many scenarios need a premise that has to be precise, and the share of these that has to fail.
  private static let (many, leastShare) = (20, 1.0 / 3)

  /// Runs the broken modules that break a premise on the chapters of their rules.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - name: a part of the names of the modules that are run, or nil for all.
  ///   - tell: called with the name of each module that has run.
  package init(
    of chapter: String? = nil, named name: String? = nil, tell: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws {
    let premises = ScenarioSelection(anyOf: Set(Chapters.broken.flatMap { Self.premises(of: $0) }).sorted())
    let runs = try await inOrder(BrokenModule.all(of: chapter, named: name)) { broken -> [ScenarioResult] in
      let tried = try await FaultRuns.shared.report(of: broken.module, premises)
      guard tried.results.contains(where: { $0.seen.kind == .violated }) else { return [] }
      let report = try await FaultRuns.shared.report(of: broken.module, broken.selection, followsModels: true)
      tell(broken.name)
      return report.results
    }
    for results in runs {
      // Where its failure has another cause, a premise explains nothing by itself.
      let broken = Set(results.filter { $0.verdict.kind == .violated }.map(\.scenario.id))
      var inThis: [String: Count] = [:]
      for result in results {
        for premise in result.observed.judged.premises
        where broken.contains(premise.scenario) && premise.rule != result.scenario.rule.id {
          inThis[premise.scenario, default: Count()].needed += 1
          if result.seen.kind != .passed { inThis[premise.scenario]?.failed += 1 }
        }
      }
      for (premise, count) in inThis {
        counts[premise, default: Count()].needed += count.needed
        counts[premise]?.failed += count.failed
        counts[premise]?.modules += 1
      }
    }
  }

  private static func premises(of actions: (some BrokenModules).Type) -> [String] { actions.premises.map(\.scenario) }

  /// For each rule of a chapter, the rules of the premises that each of its scenarios needs on the reference: a module that
  /// breaks one of these cannot be judged by the rule.
  package static func standing(of chapter: String) async throws -> [RuleID: Set<RuleID>] {
    let shipped = Chapters.broken.filter { actions in
      actions.reference(on: .memory).rules.contains { $0.id.chapter == chapter }
    }
    let reference = CacheModule("reference", summary: "the reference", shipped.map { $0.reference(on: .memory) })
    let report = try await FaultRuns.shared.report(of: reference, ScenarioSelection(chapter), followsModels: true)
    return Dictionary(grouping: report.results) { $0.scenario.rule.id }.mapValues { results in
      let needed = results.map { Set($0.observed.judged.premises.map(\.rule)).subtracting([$0.scenario.rule.id]) }
      return needed.dropFirst().reduce(needed[0]) { $0.intersection($1) }
    }
  }

  /// Whether no premise that many scenarios need is too wide.
  package var holds: Bool { !counts.values.contains(where: \.isTooWide) }

  /// Each premise, those that say least of what is needed first, and how many are too wide.
  package var text: String {
    let lines = counts.sorted { ($0.value.share, $0.key) < ($1.value.share, $1.key) }.map { premise, count in
      let percent = Int((count.share * 100).rounded(.down))
      return "\(premise): \(count.failed) of \(count.needed) fail (\(percent) %), in \(count.modules) modules"
        + (count.isTooWide ? ": too wide" : "")
    }
    let tooWide = counts.values.count(where: \.isTooWide)
    return (lines + ["\(counts.count) premises: \(tooWide) are too wide"]).joined(separator: "\n")
  }
}
