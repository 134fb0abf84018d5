import CacheSpec
import Testing

@testable import prove

@Suite("Audit: texts are split into headings and sentences")
struct AuditTextTests {
  private func sentences(_ text: String) -> [String] {
    AuditText(text).sentences.map { "\($0.line) \($0.heading): \($0.text.trimmed)" }
  }

  @Test("Markdown is split at headings, items, quotes, tables, code and front matter")
  func markdown() {
    let text = """
      ---
      title: "Toys"
      order: 0
      ---
      A toy doubles. It never
      halves! Does it dream?

      ## How toys work
      1. **First**: wind it up. Then let go
          - Deep item
      > A quote
      ---
      | toy | speed |
      | --- | --- |
      | car | fast. Very |
      ```swift
      # not a heading. Not a sentence
      ```
      ### Last #1
      [block:image]
      { }
      [/block]
      """
    #expect(AuditText(text).headings == ["Toys", "How toys work", "Last #1"])
    #expect(
      sentences(text) == [
        "1 Toys: ---\ntitle: \"Toys\"\norder: 0",
        "5 Toys: A toy doubles.",
        "5 Toys: It never halves!",
        "6 Toys: Does it dream?",
        "9 How toys work: **First**: wind it up.",
        "9 How toys work: Then let go",
        "10 How toys work: Deep item",
        "11 How toys work: A quote",
        "13 How toys work: | toy | speed |",
        "15 How toys work: | car | fast. Very |",
        "16 How toys work: ```swift\n# not a heading. Not a sentence",
        "20 Last #1: [block:image]\n{ }",
      ])
  }

  @Test("A page copied as text is split at unmarked headings, items and code, but not at words in another font")
  func page() {
    let text = """
      Toys
      Toys double what
      number
      you give them. Call double()
      , or do not.
      Does a toy dream?
      No, it says nothing.
      [toy] silence

      Manual

        • Wind it up. It runs.
        2. Let go:
      Set-up
      let toy = Toy()
      toy.run()

      Updated yesterday
      """
    #expect(AuditText(text).headings == ["Toys", "Does a toy dream?", "Manual"])
    #expect(
      sentences(text) == [
        "2 Toys: Toys double what number you give them.",
        "4 Toys: Call double() , or do not.",
        "7 Does a toy dream?: No, it says nothing.",
        "8 Does a toy dream?: [toy] silence",
        "12 Manual: Wind it up.",
        "12 Manual: It runs.",
        "13 Manual: Let go:",
        "14 Manual: Set-up\nlet toy = Toy()\ntoy.run()",
        "18 Manual: Updated yesterday",
      ])
  }

  @Test(
    "A sentence ends at a punctuation mark before white space, unless a lower-case letter follows",
    arguments: [
      ("It is 4.2 fast (see b.md). So it is.", 2), ("Ask e.g. a toy. `run` it!", 2), ("It said \"no.\" Then more.", 2),
      ("See [this](toys.md#a.b) for more", 1), ("Is it? \u{1F3D9} Yes.", 2), ("...", 0), ("", 0),
    ])
  func endings(_ text: String, _ count: Int) {
    #expect(AuditText(text).sentences.count == count)
  }

  @Test("A sentence's hash ignores white space, case and outer punctuation")
  func hashes() {
    func hash(_ text: String) -> UInt64 { AuditSentence(heading: "", line: 1, text: text).hash }
    // The published values of FNV-1a, 64 bits.
    #expect(hash("").hash16 == "0xcbf29ce484222325")
    #expect(hash("a").hash16 == "0xaf63dc4c8601ec8c")
    #expect(hash("foobar").hash16 == "0x85944171f73967e8")
    #expect(hash("  **A toy\u{A0}\n runs**. ") == hash("a TOY runs"))
    #expect(hash("a toy runs") != hash("a toy ran"))
    #expect(hash("a toy's runs") != hash("a toys runs"))
  }
}

@Suite("Audit: texts, ledger and rules are compared")
struct AuditTests {
  private static let manual = Document(
    name: "Manual", title: "The toy's manual", link: "https://toy.test", file: "manual.txt")
  private static let standard = Document(name: "Standard", title: "Toys", link: "https://toy.test/standard")
  private static let running = Citation(manual, "Running")

  private static let rules = [
    Rule("toy.runs", .must, "A toy runs.", from: running),
    Rule("toy.stops", .derived, "A toy stops.", from: running, because: "Follows from `toy.runs`: it has one spring."),
    Rule("toy.squeaks", .must, "A toy squeaks.", from: Citation(standard, "4.2")),
    Rule("toy.quiet", .derived, "A toy is quiet.", from: Citation(standard, "4.3"), because: "4.3 has it as a SHOULD."),
  ]

  private static let text = "# Running\nA toy runs. Oil it!\nIt is red.\n"

  private static func hash(_ text: String) -> UInt64 { AuditSentence(heading: "", line: 1, text: text).hash }

  private static let rows = [
    LedgerRow(hash("A toy runs"), "it runs", .rules("toy.runs")),
    LedgerRow(hash("Oil it"), "oil", .advice),
    LedgerRow(hash("It is red"), "its color", .descriptive),
  ]

  private func problems(
    _ text: String = Self.text, rows: [LedgerRow] = Self.rows, rules: [Rule] = Self.rules, in parent: String? = nil,
    document: Document? = Self.manual
  ) -> [String] {
    let section = LedgerSection(Self.manual, "Running", in: parent, rows)
    let read = Audit.Read(file: "manual.txt", document: document, text: AuditText(text))
    return Audit(sections: [section], rules: rules, read: [read]).problems
      .map(\.description)
  }

  @Test("Texts and ledger that agree have no problems, and rules of other documents need no sentence")
  func agrees() { #expect(problems() == []) }

  @Test("New, changed and missing sentences are named")
  func sentences() {
    let blue = Self.hash("It is blue").hash16
    let red = Self.hash("It is red").hash16
    #expect(
      problems("# Running\nA toy runs. Oil it!\nIt is blue.\n") == [
        "manual.txt:3: new or changed under 'Running': \(blue) It is blue.",
        "Manual, 'Running': gone or changed: \(red) 'its color'",
      ])
    #expect(problems(Self.text + "\nIt is red.") == ["manual.txt:5: new or changed under 'Running': \(red) It is red."])
    #expect(
      problems("# Running\nA toy runs. Oil it!\n## Color\nIt is red.\n").first
        == "manual.txt:4: new or changed under 'Color': \(red) It is red.")
  }

  @Test("A text that the ledger does not know is named")
  func unknownText() {
    #expect(problems(document: nil).contains("manual.txt: a text that the ledger does not know"))
  }

  @Test("Normative sentences without a rule, or with an unknown rule, are named")
  func rows() {
    let hash = Self.hash("It is red").hash16
    let others = Self.rows.dropLast()
    #expect(
      problems(rows: others + [LedgerRow(Self.hash("It is red"), "its color", .rules())]) == [
        "Manual, 'Running': normative, and without a rule: \(hash) 'its color'"
      ])
    #expect(
      problems(rows: others + [LedgerRow(Self.hash("It is red"), "its color", .rules("toy.red"))]) == [
        "Manual, 'Running': 'its color' is accounted for by toy.red, which is no rule"
      ])
  }

  @Test("A must rule without a sentence under its heading is named")
  func mustRules() {
    let flies = Rule("toy.flies", .must, "A toy flies.", from: Self.running)
    let complaint = "toy.flies: no sentence under Manual, 'Running' is accounted for by it"
    #expect(problems(rules: Self.rules + [flies]) == [complaint])

    let inToys = Rule("toy.runs", .must, "A toy runs.", from: Citation(Self.manual, "Toys"))
    let text = "# Toys\n#" + Self.text
    #expect(problems(text, rules: [inToys], in: "Toys") == [])
    #expect(problems(text, rules: [inToys]) == ["toy.runs: no sentence under Manual, 'Toys' is accounted for by it"])
  }

  @Test("A cited heading that differs from the document's in any character is named")
  func headings() {
    let stops = Rule("toy.stops", .open, "A toy stops.", from: Citation(Self.manual, "R\u{443}nning"), because: "?")
    #expect(
      problems(rules: [Self.rules[0], stops]) == [
        "toy.stops: cites Manual, 'R\u{443}nning', which is no heading of that document letter by letter"
      ])
    let precomposed = Rule("toy.stops", .open, "?", from: Citation(Self.manual, "Caf\u{E9}"), because: "?")
    #expect(problems(Self.text + "# Cafe\u{301}\n", rules: [Self.rules[0], precomposed]).count == 1)
  }

  @Test("A derived rule that follows from no must rule is named")
  func derivedRules() {
    func derived(_ id: RuleID, _ reason: String) -> Rule {
      Rule(id, .derived, "?", from: Self.running, because: reason)
    }
    let nothing = derived("toy.a", "Everybody knows.")
    let unknown = derived("toy.b", "Follows from toy.dreams.")
    let circle = [derived("toy.c", "Follows from toy.d."), derived("toy.d", "Follows from toy.c.")]
    let chain = derived("toy.e", "Follows from toy.stops.")
    #expect(
      problems(rules: Self.rules + [nothing, unknown] + circle + [chain]) == [
        "toy.a: its reason names no rule that it follows from",
        "toy.b: follows from toy.dreams, which is no rule",
        "toy.b: its reason names no rule that it follows from",
        "toy.c: its reason names no rule that it follows from",
        "toy.d: its reason names no rule that it follows from",
      ])
  }

  @Test("The report ends with counts of each text and the total")
  func report() {
    let read = Audit.Read(file: "manual.txt", document: Self.manual, text: AuditText(Self.text))
    let section = LedgerSection(Self.manual, "Running", Self.rows)
    let audit = Audit(sections: [section], rules: Self.rules, read: [read])
    let counts = "3 sentences, 1 under rules, 1 descriptive, 1 advice, 0 not testable"
    #expect(AuditReport(audit).text == "manual.txt: \(counts)\n1 document: \(counts): all is accounted for")
    #expect(audit.listing.hasPrefix("\(Self.hash("a toy runs").hash16)  manual.txt:2  Running  A toy runs.\n"))
  }

  @Test("Texts that cannot be read are an error that names the folder")
  func unreadable() {
    let error = #expect(throws: AuditError.self) {
      try Audit(Ledger.sections, rules: Self.rules, folder: "/no/such/folder")
    }
    #expect(error?.description.hasPrefix("cannot read '/no/such/folder': ") == true)
  }
}
