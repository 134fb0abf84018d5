import CacheConformance
import CacheSpecChapters
import Foundation

/// By which rules exploring tells modules with several faults at once: by few, and by those that are broken.
package struct ExploreOfComposites: Sendable {
  private struct Entry: Sendable {
    let name: String
    /// The rules of each cause.
    let causes: [Set<RuleID>]
    /// What they also break, in drawn runs and in no row.
    let alsoBroken: Set<RuleID>
    let told: Set<RuleID>

    var toldCauses: Int { causes.count { !$0.isDisjoint(with: told) } }
    var trueRules: Set<RuleID> { told.intersection(causes.reduce(into: alsoBroken) { $0.formUnion($1) }) }

    var text: String {
      let others = told.subtracting(trueRules).sorted().map(\.text)
      return "\(name): \(toldCauses) of \(causes.count) causes told, by \(told.count) rules"
        + (others.isEmpty ? "" : ", others than theirs: \(others.joined(separator: ", "))")
    }
  }

  private let entries: [Entry]

  /// Explores each composite as far as the options say.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - text: a part of the names of the composites, or nil for all.
  ///   - tell: called with a line about each composite, and with what was found in one that is told by other rules too.
  package init(
    of chapter: String? = nil, named text: String? = nil, _ options: ExploreOptions,
    tell: @Sendable (String) -> Void = { _ in }
  ) async throws {
    var entries: [Entry] = []
    for composite in Chapters.broken.flatMap({ $0.composites }) {
      guard let (module, rules) = composite.broken,
        text.map(composite.name.contains) ?? true,
        chapter == nil || rules.contains(where: { $0.contains { $0.chapter == chapter } })
      else { continue }
      let explorations = try await module.explore(options)
      let told = Set(explorations.flatMap(\.finds).map(\.result.rule.id))
      let entry = Entry(name: composite.name, causes: rules, alsoBroken: composite.alsoBroken, told: told)
      tell(entry.text)
      if entry.trueRules != told { for exploration in explorations { tell(exploration.text()) } }
      entries.append(entry)
    }
    self.entries = entries
  }

  /// How many rules tell a cause, on average of the causes that are told.
  package var rulesPerCause: Double {
    let toldCauses = entries.reduce(0) { $0 + $1.toldCauses }
    return toldCauses == 0 ? .infinity : Double(entries.reduce(0) { $0 + $1.told.count }) / Double(toldCauses)
  }

  /// The share of the rules told that are broken.
  package var shareOfTrue: Double {
    let told = entries.reduce(0) { $0 + $1.told.count }
    return told == 0 ? 0 : Double(entries.reduce(0) { $0 + $1.trueRules.count }) / Double(told)
  }

  /// Whether a cause is told by two rules at most, and eight in ten of these are broken.
  package var holds: Bool { rulesPerCause <= 2 && shareOfTrue >= 0.8 }

  /// Each composite, and the shares.
  package var text: String {
    let total = String(
      format: "%d composites: %.2f rules for a cause, %.0f %% of the rules told are broken", entries.count,
      rulesPerCause, shareOfTrue * 100)
    return (entries.map(\.text) + [total]).joined(separator: "\n")
  }
}
