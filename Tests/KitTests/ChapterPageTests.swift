import CacheSpec
import TestSupport
import Testing

@testable import CacheConformanceCommand

/// A row with a value of its own.
private struct ToyRow: TableRow {
  static let inputs: [Column] = [.listed("row"), .listed("number"), Column("asked", [])]
  static let outcomes = ["answer"]

  let cells: (name: String, number: String, asked: String, answer: Int)
  let rule: RuleID
  let source: SourceLine

  var name: String { cells.name }
  var fixture: Fixture<ToyAction> { .none }
  var steps: [Step<ToyAction>] { [Step(.double(1), .answers(2))] }
}

/// Tests what the page of a chapter prints of its tables and rules.
@Suite("Chapters' pages")
struct ChapterPageTests {
  private static let rows: [ToyRow] = [
    .init(("one", "`1`", "twice", 2), "toy.doubles"), .init(("two", "", "twice", 4), "toy.doubles"),
    .init(("`1` again", "", "twice", 2), "toy.doubles"), .init(("2", "`2`", "once", 4), "toy.halves"),
  ]

  private static func page(_ tables: [Table], rules: [Rule] = ToySpec.rules) -> String {
    ChapterPage(
      chapter: Chapter<ToyAction>(name: "toy", title: "A toy", rules: rules, tables: tables, scenarios: []),
      decisions: [:]
    )
    .markdown
  }

  @Test("Rows that are alike stand in one line, each by its name and what it has of its own")
  func rowsAreGrouped() {
    let page = Self.page([Table("Doubling", legend: "A number is doubled.", Self.rows, isComplete: false)])
    #expect(
      page.contains(
        """
        ## Doubling

        A number is doubled.

        - **2** [`doubles`](#toy.doubles), asked twice: one (`1`); `1` again
        - **4** [`doubles`](#toy.doubles), asked twice: two
        - **4** [`halves`](#toy.halves), asked once: `2`
        """))
  }

  @Test("What the words of tables mean is said at the first table")
  func legendIsSaidOnce() {
    func table(_ title: String, _ own: String) -> Table {
      Table(title, legend: "\(own)A number is doubled.", Self.rows, isComplete: false)
    }
    let page = Self.page([table("Doubling", ""), table("Doubling again", ""), table("Late", "It is late. ")])
    #expect(page.matches(of: /A number is doubled/).count == 1)
    #expect(page.contains("## Doubling again\n\n[What the words mean](#doubling).\n"))
    #expect(page.contains("## Late\n\nIt is late. [What the words mean](#doubling).\n"))
  }

  @Test("A rule in a table is a link on a page, and none in a terminal")
  func tablesLink() {
    let table = MergedTable(Table("Doubling", legend: "A number is doubled.", Self.rows, isComplete: false))
    #expect(table.markdown(isLinked: true).contains("| [`doubles`](#toy.doubles) |"))
    #expect(table.markdown(isLinked: false).contains("| `doubles` |"))
  }

  @Test("A rule that follows from another names the idea of that rule, and leads to it")
  func reasonsNameIdeas() {
    let manual = Document(name: "Toy", title: "The toy's manual", link: "https://toy.test/manual")
    let rule = Rule(
      "toy.often", .derived, "It doubles as often as it is asked.", from: Citation(manual, "Doubling"),
      because: "Follows from `toy.doubles`: a second time is a time, as in `toy.halves`.")
    let page = Self.page([], rules: ToySpec.rules + [rule])
    #expect(
      page.contains(
        """
        - <a id="toy.often"></a>**derived** It doubles as often as it is asked. `toy.often` *Follows from \
        [`doubles`](#toy.doubles) (“Doubling answers twice the number”): a second time is a time, as in \
        [`halves`](#toy.halves).*
        """))
  }
}
