/// The ledger of the documents: every sentence of the texts that the rules are read from, and what accounts for it.
///
/// A sentence is known by its document, its heading and a hash of its letters; none is copied. `cachespec audit FOLDER`
/// holds the texts of a folder against the ledger, and `cachespec audit FOLDER --print` lists sentences with their hashes.
/// Where the documents differ from each other, or say nothing, `Questions` has how it was decided.
package enum Ledger {
  /// Every section of every text, in the order of the documents.
  package static let sections = [adapty, revenueCat, revenueCatSource, apple, apolloModel, apolloUse].flatMap(\.self)

  /// The documents that the sections are of, in their order.
  package static let documents = sections.map(\.citation.document).reduce(into: [Document]()) { documents, document in
    if !documents.contains(document) { documents.append(document) }
  }
}

/// The sentences under one heading.
package struct LedgerSection: Hashable, Sendable, CustomStringConvertible {
  /// The heading and its document; an empty heading for what stands before the first.
  package let citation: Citation
  /// The heading that this one stands under, where rules cite that for what is written here.
  package let parent: String?
  /// Its sentences, in the order of the document.
  package let rows: [LedgerRow]

  package init(_ document: Document, _ heading: String, in parent: String? = nil, _ rows: [LedgerRow]) {
    citation = Citation(document, heading)
    self.parent = parent
    self.rows = rows
  }

  /// Whether a citation is of what is written here.
  package func isCited(by other: Citation) -> Bool {
    other.document == citation.document && (other.heading == citation.heading || other.heading == parent)
  }

  package var description: String { "\(citation)" }
}

/// A sentence, and what accounts for it.
package struct LedgerRow: Hashable, Sendable, CustomStringConvertible {
  /// FNV-1a, 64 bits, of the sentence as `cachespec audit` normalizes it.
  package let hash: UInt64
  /// What the sentence is about, in our words.
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

/// What accounts for a sentence of a document.
package enum Account: Hashable, Sendable {
  /// It says how a cache behaves, and these rules hold modules to it. Without rules it is owed one, and the audit says so.
  case covered([RuleID])
  /// It tells what something is or why, names what follows, or helps to find the way about the page.
  case descriptive
  /// It tells the app's author what is wise, and nothing that a cache does.
  case advice
  /// It says how a cache behaves, and no scenario can hold a module to it, for this reason.
  case notTestable(String)

  package static func rules(_ rules: RuleID...) -> Self { .covered(rules) }

  /// The rules that it names.
  package var rules: [RuleID] {
    if case .covered(let rules) = self { rules } else { [] }
  }
}
