/// The sentences under one heading.
package struct LedgerSection: Hashable, Sendable, CustomStringConvertible {
  /// The document and the heading, which is empty for the text before the first one.
  package let citation: Citation
  /// The enclosing heading, if rules cite it for the sentences of this section.
  package let parent: String?
  /// Its sentences, in the order of the document.
  package let rows: [LedgerRow]

  package init(_ document: Document, _ heading: String, in parent: String? = nil, _ rows: [LedgerRow]) {
    citation = Citation(document, heading)
    self.parent = parent
    self.rows = rows
  }

  /// Whether a citation refers to this section.
  package func isCited(by other: Citation) -> Bool {
    other.document == citation.document && (other.heading == citation.heading || other.heading == parent)
  }

  package var description: String { "\(citation)" }
}

/// A sentence, and what accounts for it.
package struct LedgerRow: Hashable, Sendable, CustomStringConvertible {
  /// FNV-1a, 64 bits, of the sentence as `cachespec audit` normalizes it.
  package let hash: UInt64
  /// The subject of the sentence, in our words.
  package let about: String
  /// What accounts for it.
  package let account: Account

  package init(_ hash: UInt64, _ about: String, _ account: Account) {
    self.hash = hash
    self.about = about
    self.account = account
  }

  package var description: String { "'\(about)'" }
}

/// The ways to account for a sentence of a document.
package enum Account: Hashable, Sendable {
  /// It specifies how a cache behaves, and these rules check it. Without rules, the audit reports that one is missing.
  case covered([RuleID])
  /// It explains something, introduces what follows, or helps to navigate the page.
  case descriptive
  /// It advises the app's author, and says nothing about the behaviour of a cache.
  case advice
  /// It specifies how a cache behaves, but no scenario can check it, for this reason.
  case notTestable(String)

  package static func rules(_ rules: RuleID...) -> Self { .covered(rules) }

  /// The rules that it names.
  package var rules: [RuleID] {
    if case .covered(let rules) = self { rules } else { [] }
  }
}

/// What accounts for the sentences of documents, and what was decided where they leave something open.
package struct DocumentLedger: Sendable {
  /// The sections of the documents, in their order.
  package let sections: [LedgerSection]
  /// What the documents leave open or contradict.
  package let questions: [Question]

  package init(sections: [LedgerSection] = [], questions: [Question] = []) {
    (self.sections, self.questions) = (sections, questions)
  }

  /// The documents of the sections, in their order.
  package var documents: [Document] {
    sections.map(\.citation.document).reduce(into: []) { documents, document in
      if !documents.contains(document) { documents.append(document) }
    }
  }
}
