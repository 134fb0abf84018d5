import Testing

@testable import prove

struct DiagnosticsTests {
  private let source = """
    func f() {
      a = 1
      b(2)
      c.d { e() }
    }
    """

  private var mutants: [NumberedMutant] {
    Array(zip(1..., Places.mutants(of: source, file: "S/File.swift", declarations: Declarations(of: []))))
  }

  @Test("Each compiler error is read once from the build's output")
  func reading() {
    let output = """
      Compiling
      /copy/S/File.swift:3:5: error: no such thing
      /copy/S/File.swift:3:5: error: no such thing
      /copy/S/File.swift:4:1: warning: it is odd
      3 |  b(2)
      /elsewhere/S/File.swift:3:5: error: not here
      """
    #expect(
      Diagnostic.errors(in: output, root: "/copy") == [
        Diagnostic(file: "S/File.swift", line: 3, message: "no such thing")
      ])
  }

  @Test(
    "An error is blamed on the likeliest mutants of its line, or else of its function",
    arguments: [
      (2, "wrong", ["a = 1: statement dropped"]), (3, "wrong", ["b(2): statement dropped"]),
      (4, "wrong", ["c.d { e() }: e() dropped"]),
      (5, "missing return in closure expected to return 'Int'", ["c.d { e() }: e() dropped"]),
    ])
  func culprits(_ line: Int, _ message: String, _ expected: [String]) {
    let error = Diagnostic(file: "S/File.swift", line: line, message: message)
    let culprits = Culprits.found(in: [error], among: mutants)
    let found = mutants.filter { culprits[$0.number] != nil }.map { _, mutant in
      "\(mutant.text): \(mutant.isDoubtful ? "\(mutant.original) dropped" : mutant.change)"
    }
    #expect(found == expected)
  }

  @Test("An error in another file is blamed on no mutant")
  func elsewhere() {
    let error = Diagnostic(file: "S/Other.swift", line: 2, message: "wrong")
    #expect(Culprits.found(in: [error], among: mutants).isEmpty)
  }
}
