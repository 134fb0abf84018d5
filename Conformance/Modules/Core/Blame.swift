import SeededRandom

/// Which rules broken modules are told to violate, and which of these their entries name. One cause must not be told as
/// many broken rules, and what is told must be the cause.
package struct Blame: Sendable {
  /// A broken module, and what a run against its chapters told of it.
  package struct Entry: Sendable {
    /// The module's name and the rules that it breaks.
    package let name: String
    /// The rules that it breaks.
    package let named: Set<RuleID>
    /// The violated scenarios, by rule.
    package let violated: [RuleID: [String]]
    /// The number of scenarios that are blocked.
    package let blocked: Int

    /// The rules that are told to be violated, and that its entry does not name.
    package var others: [RuleID] { Set(violated.keys).subtracting(named).sorted() }
    /// Whether all that its entry names is told, and nothing else.
    package var isExact: Bool { Set(violated.keys) == named }

    fileprivate var text: String {
      let others = others.map { "\($0) (\(violated[$0]?.count ?? 0): \(violated[$0]?.first ?? ""))" }
      let missing = named.subtracting(violated.keys).sorted().map { "not \($0)" }
      return "\(name)\n" + (missing + others).map { "    \($0)" }.joined(separator: "\n")
    }
  }

  /// The broken modules, in the order of the chapters.
  package let entries: [Entry]

  /// Runs blind modules, bugs that were seen in shipping caches, and some of the other faults.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - text: a part of the names of the modules to run; nil for all.
  ///   - lot: how many of the other faults to draw; nil for all.
  ///   - seed: decides which faults are drawn.
  package init(of chapter: String? = nil, named text: String? = nil, lot: Int? = nil, seed: UInt64 = 1) async throws {
    let shipped = Chapters.shipped.filter { actions in
      chapter == nil || actions.reference(on: .memory).rules.contains { $0.id.chapter == chapter }
    }
    let faults = shipped.flatMap { $0.faults }.filter { fault in
      chapter == nil || fault.rules.contains { $0.chapter == chapter }
    }
    var others = faults.filter { $0.seenIn == nil }
    if let lot {
      var generator = SeededGenerator(seed: seed)
      others = Array(others.shuffled(using: &generator).prefix(lot))
    }
    let blind = shipped.flatMap { $0.blindModules }.map { blind in
      (blind.module, "\(blind)", blind.module.rules.filter { $0.inputs.contains(blind.input) }.map(\.id))
    }
    let modules = (blind + (faults.filter { $0.seenIn != nil } + others).map { ($0.module, "\($0)", $0.rules) })
      .filter { _, name, rules in
        (text.map(name.contains) ?? true) && rules.contains { chapter == nil || $0.chapter == chapter }
      }
    entries = try await withThrowingTaskGroup(of: (Int, Entry).self) { group in
      for (index, (module, name, rules)) in modules.enumerated() {
        group.addTask {
          let chapters = Selection(anyOf: Set(rules.map(\.chapter)).sorted())
          let report = try await FaultRuns.shared.report(of: module, chapters)
          return (index, Entry(name: name, named: Set(rules), report))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// The share of the modules of which exactly what their entries name is told.
  package var share: Double { entries.isEmpty ? 1 : Double(entries.count(where: \.isExact)) / Double(entries.count) }

  /// Each module of which something else is told, and the share of the others.
  package var text: String {
    let exact = entries.count(where: \.isExact)
    return (entries.filter { !$0.isExact }.map(\.text) + ["\(exact) of \(entries.count) told by their rules, and no other"])
      .joined(separator: "\n")
  }
}

extension Blame.Entry {
  fileprivate init(name: String, named: Set<RuleID>, _ report: RunReport) {
    let failed = report.results.filter { [.violated, .crashed, .hung, .setupFailed].contains($0.verdict.kind) }
    self.init(
      name: name, named: named,
      violated: Dictionary(grouping: failed, by: \.rule.id).mapValues { $0.map(\.scenario.id) },
      blocked: report.count(.blocked))
  }
}
