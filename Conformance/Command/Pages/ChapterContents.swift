import CacheSpec

/// What the pages of a chapter show, in Markdown and in HTML.
extension SpecifiedChapter {
  /// The documents that its rules cite, each once.
  var documents: [Document] {
    var documents: [Document] = []
    for document in rules.flatMap(\.citations).map(\.document) where !documents.contains(document) {
      documents.append(document)
    }
    return documents
  }

  var documentNames: String {
    var names: [String] = []
    for document in documents where !names.contains(document.name) { names.append(document.name) }
    return names.joined(separator: ", ")
  }

  /// How many rules there are of each level, and how many scenarios.
  var counts: String {
    let counts = Level.allCases.map { level in (level, rules.count { $0.level == level }) }
      .filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return "\(rules.count.counted("rule")) (\(counts.joined(separator: ", "))), \(scenarioCount.counted("scenario"))"
  }

  /// The rules under the heading that each cites first, in the order of each document.
  var rulesByHeading: [(citation: Citation, rules: [Rule])] {
    var sections: [(citation: Citation, rules: [Rule])] = []
    for rule in rules {
      guard let citation = rule.citations.first else { continue }
      if let index = sections.firstIndex(where: { $0.citation == citation }) {
        sections[index].rules.append(rule)
      } else {
        sections.append((citation, [rule]))
      }
    }
    let documents = documents
    func place(_ citation: Citation) -> (Int, Int) {
      (documents.firstIndex(of: citation.document) ?? documents.count, citation.place)
    }
    return sections.sorted { place($0.citation) < place($1.citation) }
  }

  /// The legend of a table without the sentences that end it and an earlier table's too, and the index of that table.
  func legend(ofTable index: Int) -> (own: String, earlier: Int?) {
    let sentences = tables[index].legend.split(separator: ". ")
    for earlier in 0..<index {
      let known = tables[earlier].legend.split(separator: ". ")
      let shared = zip(sentences.reversed(), known.reversed()).prefix { $0 == $1 }.count
      if shared == 0 { continue }
      let own = sentences.dropLast(shared).joined(separator: ". ")
      return (own.isEmpty ? "" : "\(own).", earlier)
    }
    return (tables[index].legend, nil)
  }

  /// A reason in which each rule of the chapter is a link, with the idea of the rule where one follows from it.
  func explained(_ reason: String, _ link: (RuleID) -> String) -> String {
    var ideas = reason.hasPrefix("Follows from ")
    return reason.replacing(/`?([a-z]+(?:\.[a-z0-9-]*[a-z0-9])+)`?/) { match in
      guard let rule = rules.first(where: { $0.id.text == match.1 }) else { return String(match.0) }
      defer { if reason[match.range.upperBound...].hasPrefix(":") { ideas = false } }
      return link(rule.id) + (ideas ? " (“\(rule.idea)”)" : "")
    }
  }

  /// The capabilities that its scenarios need: those that the documents promise, then the others.
  var capabilityGroups: [(title: String, capabilities: [(capability: Capability, scenarios: Int)])] {
    [
      ("What the documents promise", capabilities.filter(\.capability.isPromised)),
      ("What a module need not have", capabilities.filter { !$0.capability.isPromised }),
    ].filter { !$0.1.isEmpty }
  }

  /// The ids of its scenarios, by rule.
  var scenarioIDs: [RuleID: [String]] { Dictionary(grouping: scenarios, by: \.rule).mapValues { $0.map(\.id) } }
}

extension Rule {
  /// The beginning of its statement, which is enough to know which rule is meant.
  fileprivate var idea: String {
    let end = statement.firstRange(of: /[.;:](?: |$)/)?.lowerBound ?? statement.endIndex
    return String(statement[..<end])
  }
}

/// The outcomes that a module recorded where the documents leave a choice, by rule.
typealias Decisions = [RuleID: [String]]

extension Decisions {
  /// A row for each open rule of a chapter: what is open, why, and what was decided.
  func rows(of chapter: any SpecifiedChapter) -> [(statement: String, rule: RuleID, reason: String, decided: String)] {
    chapter.rules.filter { $0.level == .open }.map { rule in
      (rule.statement, rule.id, rule.reason ?? "", self[rule.id]?.joined(separator: "; ") ?? "not recorded")
    }
  }
}

extension Citation {
  /// The document and the heading, as the heading of a page's section.
  var pageTitle: String { "\(document.name): \(title)" }
}
