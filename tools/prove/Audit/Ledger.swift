import CacheSpec

/// The ledger of the documents: every sentence of the texts that rules are derived from, and what accounts for it.
///
/// A sentence is identified by its document, its heading and a hash of its letters. None is copied. `prove audit FOLDER`
/// compares the texts in a folder with the ledger, and `prove audit FOLDER --print` lists sentences with their hashes.
/// `Questions` records the decisions where the documents contradict each other or say nothing.
enum Ledger {
  /// Every section of every text, in the order of the documents.
  static let sections = [adapty, revenueCat, apple, apollo].flatMap(\.self)

  /// The documents, in the same order.
  static var documents: [Document] {
    sections.map(\.citation.document).reduce(into: []) { documents, document in
      if !documents.contains(document) { documents.append(document) }
    }
  }
}
