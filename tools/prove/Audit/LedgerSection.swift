import CacheSpec

/// The sentences under one heading.
struct LedgerSection: Hashable, Sendable, CustomStringConvertible {
  /// The document and the heading, which is empty for the text before the first one.
  let citation: Citation
  /// The enclosing heading, if rules cite it for the sentences of this section.
  let parent: String?
  /// Its sentences, in the order of the document.
  let rows: [LedgerRow]

  init(_ document: Document, _ heading: String, in parent: String? = nil, _ rows: [LedgerRow]) {
    citation = Citation(document, heading)
    self.parent = parent
    self.rows = rows
  }

  /// Whether a citation refers to this section.
  func isCited(by other: Citation) -> Bool {
    other.document == citation.document && (other.heading == citation.heading || other.heading == parent)
  }

  var description: String { "\(citation)" }
}

/// A sentence, and what accounts for it.
struct LedgerRow: Hashable, Sendable, CustomStringConvertible {
  /// FNV-1a, 64 bits, of the sentence as `prove audit` normalizes it.
  let hash: UInt64
  /// The subject of the sentence, in our words.
  let about: String
  /// What accounts for it.
  let account: Account

  init(_ hash: UInt64, _ about: String, _ account: Account) {
    self.hash = hash
    self.about = about
    self.account = account
  }

  var description: String { "'\(about)'" }
}

/// The ways to account for a sentence of a document.
enum Account: Hashable, Sendable {
  /// It specifies how a cache behaves, and these rules check it. Without rules, the audit reports that one is missing.
  case covered([RuleID])
  /// It explains something, introduces what follows, or helps to navigate the page.
  case descriptive
  /// It advises the app's author, and says nothing about the behaviour of a cache.
  case advice
  /// It specifies how a cache behaves, but no scenario can check it, for this reason.
  case notTestable(String)

  static func rules(_ rules: RuleID...) -> Self { .covered(rules) }

  /// The rules that it names.
  var rules: [RuleID] {
    if case .covered(let rules) = self { rules } else { [] }
  }
}
