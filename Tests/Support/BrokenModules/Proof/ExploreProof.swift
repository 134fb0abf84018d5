import CacheConformance
import CacheSpecChapters

/// What exploring finds without the tables: there should be nothing in the reference and the sound variants, and
/// something in each broken module.
package struct ExploreProof: Sendable {
  /// A broken module, and what was found in it.
  private struct Entry: Sendable {
    let name: String
    let rules: Set<RuleID>
    let finds: [ExplorationFind]

    var isFound: Bool { !finds.isEmpty }
    var isOfItsRules: Bool { finds.contains { rules.contains($0.result.rule.id) } }
    /// What is told first, in words.
    var told: String { finds.first.map { "\($0.result.rule.id): \($0.result.difference)" } ?? "" }
    var steps: Int { finds.map(\.result.scenario.steps.count).min() ?? 0 }
  }

  /// What was found in sound modules, in words.
  package let falseAlarms: [String]
  private let entries: [Entry]
  private let soundSteps: Int

  /// Explores the sound modules as far as the options say, and each broken module until the first find.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - text: a part of the names of the modules, or nil for all sound ones, and the broken ones that are blind to an
  ///     input or have a bug that was seen in a shipping cache.
  ///   - options: the seed, and how many runs of how many steps.
  ///   - tell: called once each module is explored, with a text that says whether something was found.
  package init(
    of chapter: String? = nil, named text: String? = nil, _ options: ExploreOptions,
    tell: @Sendable (String) -> Void = { _ in }
  ) async throws {
    var options = options
    options.chapter = chapter
    var (alarms, steps) = ([String](), 0)
    for module in ModelProof.soundModules(chapter) where text.map(module.summary.contains) ?? true {
      for exploration in try await module.explore(options) {
        steps += exploration.steps
        let alarm = exploration.isClean ? nil : "\(module.summary)\n\(exploration.text())"
        if let alarm { alarms.append(alarm) }
        let what = alarm.map { "a false alarm\n\($0)" } ?? "nothing is found"
        tell("\(module.summary): \(exploration.steps) steps, \(what)")
      }
    }
    (falseAlarms, soundSteps) = (alarms, steps)
    options.endsAtFirstFind = true
    var entries: [Entry] = []
    for broken in BrokenModule.all(of: chapter, named: text) where text != nil || broken.isBlindOrSeen {
      let finds = try await broken.module.explore(options).flatMap(\.finds)
      let entry = Entry(name: broken.name, rules: Set(broken.rules), finds: finds)
      tell(entry.isFound ? "found in \(entry.steps) steps: \(entry.name)" : "not found: \(entry.name)")
      entries.append(entry)
    }
    self.entries = entries
  }

  /// Each false alarm, each broken module in which nothing is found, and the shares.
  package var text: String {
    let missed = entries.filter { !$0.isFound }.map { entry in
      "not found: \(entry.name) (\(entry.rules.sorted().map(\.text).joined(separator: ", ")))"
    }
    let found = entries.filter(\.isFound)
    let long = found.filter { $0.steps > 10 }.map { "told in \($0.steps) steps: \($0.name)" }
    let other = found.filter { !$0.isOfItsRules }.map { "told by another rule: \($0.name)\n    \($0.told)" }
    let total =
      "\(entries.count) broken modules: \(found.count) are found, \(found.count(where: \.isOfItsRules)) of them by a rule "
      + "that they are to break, \(found.count - long.count) in ten steps or fewer; sound modules: \(soundSteps) steps, "
      + "\(falseAlarms.count) false alarms"
    return (falseAlarms + missed + long + other + [total]).joined(separator: "\n")
  }
}
