import CacheSpec

/// The rules that broken modules are reported to violate, compared with those that their entries name. One cause must
/// not be reported as many broken rules, and the reported rule must be the cause.
package struct Blame: Sendable {
  /// A broken module, and what a run against its chapters reported.
  package struct Entry: Sendable {
    /// The module's name and the rules that it breaks.
    package let name: String
    /// The rules that it breaks.
    package let named: Set<RuleID>
    /// The violated scenarios and what was seen in each, by rule.
    package let violated: [RuleID: [String]]
    /// The rules whose expectations were not met, whether they are violated or blocked by a more basic one.
    package let unmet: Set<RuleID>
    /// The number of scenarios that are blocked.
    package let blocked: Int

    /// The rules that are reported as violated although the module's entry does not name them.
    package var others: [RuleID] { Set(violated.keys).subtracting(named).sorted() }
    /// The rules that the module's entry names, but that are neither violated nor unmet.
    package var missing: [RuleID] { named.subtracting(violated.keys).subtracting(unmet).sorted() }
    /// Whether a violation is reported, only rules that the entry names are, and each of these is violated or unmet.
    package var isExact: Bool { !violated.isEmpty && others.isEmpty && missing.isEmpty }

    fileprivate var text: String {
      let others = others.map { "\($0) (\(violated[$0]?.count ?? 0): \(violated[$0]?.first ?? ""))" }
      let missing = missing.map { "not \($0)" }
      return "\(name)\n" + (missing + others).map { "    \($0)" }.joined(separator: "\n")
    }
  }

  /// The broken modules, in the order of the chapters.
  package let entries: [Entry]

  /// How many of the faults that were seen in no shipping cache are drawn by lot, and the seed that decides which.
  private static let (lot, seed): (Int, UInt64) = (50, 1)

  /// Runs blind modules, bugs that were seen in shipping caches, and fifty of the other faults.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - text: a part of the names of the modules to run, whether they are drawn or not; nil for all that are drawn.
  ///   - isSample: whether to run no more than a sample, because all of them take many minutes.
  package init(of chapter: String? = nil, named text: String? = nil, isSample: Bool = false) async throws {
    let all = BrokenModule.all(of: chapter, named: text)
    let chosen = isSample ? Self.sample : text == nil ? Set(Self.drawn) : nil
    let modules = all.filter { chosen?.contains($0.name) ?? true }
    entries = try await withThrowingTaskGroup(of: (Int, Entry).self) { group in
      for (index, broken) in modules.enumerated() {
        group.addTask {
          let report = try await FaultRuns.shared.report(of: broken.module, broken.selection)
          return (index, Entry(name: broken.name, named: Set(broken.rules), report))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// The names of the blind modules, the bugs that were seen in shipping caches, and the faults that are drawn by lot.
  private static let drawn: [String] =
    Chapters.blindModules.map(\.description) + Chapters.faults.filter { $0.seenIn != nil }.map(\.description)
    + drawn(lot, of: Chapters.faults.filter { $0.seenIn == nil }.map(\.description))

  /// The names of the modules that are a sample of all.
  package static let sample = drawn(10, of: drawn)

  /// Returns the names that are drawn by lot.
  static func drawn(_ count: Int, of names: [String]) -> Set<String> {
    Set(names.map { (ticket($0), $0) }.sorted { $0.0 < $1.0 }.prefix(count).map(\.1))
  }

  /// Returns the lot that a module draws. It depends on the module's name alone, so that adding or removing a module
  /// changes at most one of those that are drawn.
  package static func ticket(_ name: String) -> UInt64 {
    var generator = SeededGenerator(seed: name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    return generator.next()
  }

  /// The share of the modules whose reports match their entries exactly.
  package var share: Double { entries.isEmpty ? 1 : Double(entries.count(where: \.isExact)) / Double(entries.count) }

  /// Each module whose report does not match its entry, and how many do match.
  package var text: String {
    let exact = entries.count(where: \.isExact)
    let blocked = entries.reduce(0) { $0 + $1.blocked }
    let total =
      "\(exact) of \(entries.count) are told by their rules, and by no other; they block \(blocked) scenarios in all"
    return (entries.filter { !$0.isExact }.map(\.text) + [total]).joined(separator: "\n")
  }
}

/// A module that is blind to an input, or that has a fault.
struct BrokenModule: Sendable {
  let name: String
  let module: CacheModule
  /// The rules that it breaks.
  let rules: [RuleID]
  /// The scenarios of its chapters.
  let selection: ScenarioSelection
  /// Whether it is blind to an input, or has a bug that was seen in a shipping cache.
  let isBlindOrSeen: Bool
  /// How it differs from the reference, if it can be put together with others.
  let difference: (any AnyDifference)?

  /// Returns the broken modules of a chapter, or of all, whose names contain a text.
  static func all(of chapter: String?, named text: String?) -> [Self] {
    let blind = Chapters.blindModules.map {
      Self(
        name: $0.description, module: $0.module, rules: $0.rules, selection: $0.selection, isBlindOrSeen: true,
        difference: $0.difference)
    }
    let faults = Chapters.faults.map {
      Self(
        name: $0.description, module: $0.module, rules: $0.rules, selection: $0.selection,
        isBlindOrSeen: $0.seenIn != nil, difference: $0.difference)
    }
    return (blind + faults).filter { broken in
      (text.map(broken.name.contains) ?? true) && broken.rules.contains { chapter == nil || $0.chapter == chapter }
    }
  }
}

extension Blame.Entry {
  fileprivate init(name: String, named: Set<RuleID>, _ report: RunReport) {
    let failed = report.results.filter { [.violated, .crashed, .hung, .setupFailed].contains($0.verdict.kind) }
    self.init(
      name: name, named: named,
      violated: Dictionary(grouping: failed, by: \.rule.id).mapValues {
        $0.map { "\($0.scenario.id), \($0.difference)" }
      },
      unmet: report.results.reduce(into: []) { $0.formUnion($1.observed.unmetRules) },
      blocked: report.count(.blocked))
  }
}
