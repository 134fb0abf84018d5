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
