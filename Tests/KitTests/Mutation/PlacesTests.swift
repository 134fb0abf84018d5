import Testing

@testable import prove

/// The kind and the change of every mutant of a source.
private func changes(_ source: String, declarations: String = "") -> [String] {
  Places.mutants(of: source, file: "A/File.swift", declarations: Declarations(of: [source, declarations]))
    .map { "\($0.kind): \($0.change)" }
}

/// A kind of change, with a few lines of source and all changes found in them.
struct PlaceRow: CustomTestStringConvertible {
  let testDescription: String
  let source: String
  let changes: [String]

  init(_ description: String, _ source: String, _ changes: String...) {
    testDescription = description
    self.source = source
    self.changes = changes
  }
}

struct PlacesTests {
  static let kinds = [
    PlaceRow(
      "a boundary, and the opposite", "func f(a: Int, b: Int) -> Bool { a < b }", "comparison: < → <=",
      "comparison: < → >="),
    PlaceRow("equality", "let f = { (a: Int) in a == b }", "comparison: == → !="),
    PlaceRow("a number", "let a = x(7)", "constant: 7 → 8"),
    PlaceRow("a number with its sign", "let a = x(-1)", "constant: -1 → -2"),
    PlaceRow("a number in base 16", "let a = 0xFF_FF", "constant: 0xFF_FF → 0x10000"),
    PlaceRow("a fraction", "let a = 1.5", "constant: 1.5 → 2.5"),
    PlaceRow("a fraction too large for one to count", "let a = 1e18", "constant: 1e18 → 2e+18"),
    PlaceRow("a boolean", "var isOpen = true", "boolean: true → false"),
    PlaceRow("what an error is thrown with", "func f() throws { throw Lost(file.name(7), of: true) }"),
    PlaceRow("what an error is made with", "let a = LayerFailure(1, of: b)"),
    PlaceRow(
      "beside what an error is made with", "let a = b == c ? Lost(1) : LostError(2)", "comparison: == → !=",
      "constant: 1 → 2"),
    PlaceRow(
      "beside an error that is added to others", "all.append(LayerFailure(1))\n  all.append(Layer(1))",
      "statement: statement dropped", "constant: 1 → 2"),
    PlaceRow("the body of a description", "var description: String { a == b ? x(80) : y }"),
    PlaceRow("a connective", "let a = b && c", "connective: && → ||"),
    PlaceRow("a negation", "let a = !b", "negation: ! dropped"),
    PlaceRow("a call", "func f() { g() }", "statement: statement dropped"),
    PlaceRow("a call that may throw", "func f() throws { try g() }", "statement: statement dropped"),
    PlaceRow("an assignment", "func f() { a = b }", "statement: statement dropped"),
    PlaceRow(
      "a call over several lines, each within", "func f() {\n  g(\n    h)\n    .i { j() }\n}",
      "statement: statement dropped", "statement: statement dropped"),
    PlaceRow("a call whose closure gives a value", "func f() { a { $0.contains(b) } }", "statement: statement dropped"),
    PlaceRow(
      "a call whose closure gives what is declared to be a value", "func g() -> A { h }\nfunc f() { a { g() } }",
      "statement: statement dropped"),
    PlaceRow(
      "a result", "func f() -> Int? {\n  g()\n  return a\n}", "statement: statement dropped", "result: nil returned"),
    PlaceRow("a result without `return`", "var f: Int? { a }", "result: nil returned"),
    PlaceRow("a result of a closure", "let f = { (a) -> Int? in a }", "result: nil returned"),
    PlaceRow(
      "arguments of one type", "func f(a: String, b: String, c: Int) {}\nlet x = f(a: y, b: z, c: w)",
      "arguments: y and z swapped"),
    PlaceRow(
      "arguments of the initializer that the compiler makes", "struct S { let a: A\n let b: A }\nlet x = S(a: y, b: z)",
      "arguments: y and z swapped"),
    PlaceRow("what is in an interpolation", #"let a = "1 \(b + 1) 1""#, "constant: 1 → 2"),
    PlaceRow("a default argument", "func f(a: Int = 3) {}", "constant: 3 → 4"),
    PlaceRow(
      "a condition of a case", "func f() { switch a { case .b where c == d: e()\n default: break } }",
      "comparison: == → !=", "statement: statement dropped"),
  ]

  @Test("Each kind of change is found", arguments: kinds)
  func finds(_ row: PlaceRow) { #expect(changes(row.source) == row.changes) }

  @Test(
    "Code that is no expression, or without which nothing compiles, is left alone",
    arguments: [
      "let a: [String: Array<Int>] = b", "struct S<A: B>: C<A> { let d: E<F> }", "func f() -> G<Int> { h }",
      #"let a = "1 == 2 && true""#, ##"let a = #"\(1)"#"##, "let a = \"\"\"\n  1 == 2\n  \"\"\"", "// 1 == 2",
      "/* 1 /* 2 */ == 3 */",
      "extension S where A == B { }", "func == (a: A, b: A) -> Bool { c }", "func f<A>() where A == B {}",
      "enum E: Int { case a = 1, b }", "let a = b.0", "let a = sorted(by: <)", "let a = b!", "let a = try! b",
      "func f() { switch a { case 1: break\n case .b(2): break\n default: break } }",
      "@available(macOS 15, *) let a = b",
      "struct S { let a: Int\n init(b: Int) { self.a = b } }", "class C: D { init() { super.init() } }",
      "func f() { let a: Int\n if b { a = c } else { a = d } }", "func f() -> Int { g() }", "var a: Int { b.c() }",
      "let a = b.map { c($0) }", "let a = if b { c() } else { d() }",
      "func f() -> Int { switch a { case .b: c()\n default: d() } }",
      "func f() -> Int? { nil }", "func f(a: A, b: B) {}\nlet x = f(a: y, b: z)",
      "func f(a: A, b: A) {}\nlet x = f(a: y, b: y)",
      "func f() { a.b { $0.c() }?.d }",
      "#if os(Linux) && true\n#endif", "import A", "let f = { (a: A<B>) -> C in d }", "let a = b as? C",
    ])
  func leaves(_ source: String) { #expect(changes(source) == []) }

  @Test("A mutant says where it is")
  func place() throws {
    let source = "struct S {\n  func f() {\n    // A reason.\n    if a, b < 1 { return }\n  }\n}"
    let mutants = Places.mutants(of: source, file: "A/File.swift", declarations: Declarations(of: []))
    #expect(
      mutants.map(\.description) == [
        "A/File.swift:4: < → <=: if a, b < 1 { return }", "A/File.swift:4: < → >=: if a, b < 1 { return }",
        "A/File.swift:4: 1 → 2: if a, b < 1 { return }",
      ])
    #expect(mutants.map(\.function) == [2...5, 2...5, 2...5])
  }
}
