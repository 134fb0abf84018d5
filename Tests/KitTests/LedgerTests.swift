import CacheSpecChapters
import Testing

@testable import prove

@Suite("The ledger of the documents")
struct LedgerTests {
  private static let rules = Dictionary(
    Chapters.all.flatMap(\.rules).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  @Test("Every rule that the ledger names exists, and every row says what its sentence is about")
  func rows() {
    for section in Ledger.sections {
      for row in section.rows {
        for rule in row.account.rules { #expect(Self.rules[rule] != nil, "\(section): \(row): \(rule)") }
        #expect(!row.about.isEmpty && row.account != .covered([]), "\(section): \(row.hash)")
      }
    }
  }

  @Test("The ledger has exactly the documents that rules cite and whose text is in a file")
  func documents() {
    let cited = Self.rules.values.flatMap(\.citations).map(\.document).filter { $0.file != nil }
    #expect(
      Set(cited) == Set(Ledger.documents),
      "a document that names the file of its text has a ledger in tools/prove/Audit")
  }

  @Test("The ledger names a must rule at a sentence under each heading that the rule cites")
  func sentences() {
    for rule in Self.rules.values where rule.level == .must {
      for citation in rule.citations where citation.document.file != nil {
        let isFound = Ledger.sections.contains { section in
          section.isCited(by: citation) && section.rows.contains { $0.account.rules.contains(rule.id) }
        }
        #expect(
          isFound, "enter \(rule.id) at its sentence of \(citation) in the ledger (tools/prove/Audit/…Ledger.swift)")
      }
    }
  }

  @Test("Every input that another suite tries has rows that exist, or a reason why it has none")
  func coverage() {
    let ids = Set(HTTPSpec.scenarios.map(\.id))
    for entry in HTTPCoverage.entries {
      switch entry.account {
      case .scenarios(let named):
        #expect(!named.isEmpty, "\(entry) needs a row, or a reason why it has none")
        #expect(named.filter { !ids.contains($0) } == [], "\(entry): there are no such rows")
      case .none(let reason): #expect(!reason.isEmpty, "\(entry)")
      }
    }
    #expect(Set(HTTPCoverage.entries.map(\.description)).count == HTTPCoverage.entries.count)
  }
}
