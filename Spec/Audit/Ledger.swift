/// The ledger of the documents: every sentence of the texts that the rules are read from, and what accounts for it.
///
/// A sentence is known by its document, its heading and a hash of its letters; none is copied. `cachespec audit FOLDER`
/// holds the texts of a folder against the ledger, and `cachespec audit FOLDER --print` lists sentences with their hashes.
/// Where the documents differ from each other, or say nothing, `Questions` has how it was decided.
package enum Ledger {
  /// The texts, by the names of their files. Rules that are read from no other document need a sentence in one of them.
  package static let texts = [
    LedgerText(.adapty, "adapty-caching.txt"),
    LedgerText(.revenueCat, "revenuecat-caching-web.txt"),
    LedgerText(.revenueCatSource, "revenuecat-caching-source.txt"),
    LedgerText(.apple, "apple-accessing-cached-data.txt"),
    LedgerText(.apollo, "apollo-client-side-caching.txt"),
  ]

  /// Documents that rules cite and that are not among the texts: standards, and pages that the texts link to.
  package static let excepted: [Document] = [
    .rfc9111, .rfc9110, .rfc5861, .rfc8246, .appleCachePolicy, .appleStoragePolicy, .revenueCatFetchPolicy,
  ]

  /// Every section of every text, in the order of the documents.
  package static let sections = [adapty, revenueCat, revenueCatSource, apple, apolloModel, apolloUse].flatMap(\.self)
}

/// A document whose every sentence is accounted for.
package struct LedgerText: Hashable, Sendable, CustomStringConvertible {
  /// The document.
  package let document: Document
  /// The name of the file that holds its text.
  package let file: String

  package init(_ document: Document, _ file: String) {
    self.document = document
    self.file = file
  }

  package var description: String { file }
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
