/// The ledger of the documents: every sentence of the texts that rules are derived from, and what accounts for it.
///
/// A sentence is identified by its document, its heading and a hash of its letters. None is copied. `cachespec audit
/// FOLDER` compares the texts in a folder with the ledger, and `cachespec audit FOLDER --print` lists sentences with
/// their hashes. `Questions` records the decisions where the documents contradict each other or say nothing.
package enum Ledger {
  /// Every section of every text, in the order of the documents.
  package static let sections = [adapty, revenueCat, apple, apollo].flatMap(\.self)

  /// The sections, and the questions that the documents leave.
  package static let whole = DocumentLedger(sections: sections, questions: Questions.all)
}
