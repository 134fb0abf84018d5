/// The ledger of the documents: every sentence of the texts that rules are derived from, and what accounts for it.
///
/// A sentence is identified by its document, its heading and a hash of its letters. None is copied. `cachespec audit
/// FOLDER` compares the texts in a folder with the ledger, and `cachespec audit FOLDER --print` lists sentences with
/// their hashes. `Questions` records the decisions where the documents contradict each other or say nothing.
package enum Ledger {
  /// Every section of every text, in the order of the documents.
  package static let sections = [adapty, revenueCat, revenueCatSource, apple, apolloModel, apolloUse].flatMap(\.self)

  /// The documents of the sections, in their order.
  package static let documents = sections.map(\.citation.document).reduce(into: [Document]()) { documents, document in
    if !documents.contains(document) { documents.append(document) }
  }
}

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
