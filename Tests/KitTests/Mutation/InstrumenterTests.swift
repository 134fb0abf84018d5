import CacheConformance
import Foundation
import Testing

@testable import prove

private func mutants(of source: String) -> [NumberedMutant] {
  Array(zip(1..., Places.mutants(of: source, file: "File.swift", declarations: Declarations(of: [source]))))
}

struct InstrumenterTests {
  @Test(
    "Each mutant is behind a switch",
    arguments: [
      ("let a = b < c", "let a = b <─━ c"),
      ("let a = b(true)", "let a = b(mutantChoice(1, true, false))"),
      ("let a = !b", "let a = !─━b"),
      ("func f() {\n  a = b\n}", "func f() {\n  if mutantIsOff(1) { a = b }\n}"),
      ("func f() -> Int? { a }", "func f() -> Int? { if mutantIsOn(1) { return nil }; return a }"),
      (
        "func f() -> Int? {\n  let a = b\n  return a\n}",
        "func f() -> Int? {\n  let a = b\n  if mutantIsOn(1) { return nil }; return a\n}"
      ),
      (
        "func f(a: A, b: A) {}\nlet x = f(a: y, b: z)",
        "func f(a: A, b: A) {}\nlet x = f(a: mutantChoice(1, y, z), b: mutantChoice(1, z, y))"
      ),
      // A change inside another change is kept wherever the outer change puts it.
      ("func f() { a = 7 }", "func f() { if mutantIsOff(1) { a = mutantChoice(2, 7, 8) } }"),
      (
        "func f(a: A, b: A) {}\nlet x = f(a: 1, b: z)",
        "func f(a: A, b: A) {}\n"
          + "let x = f(a: mutantChoice(2, mutantChoice(1, 1, 2), z), b: mutantChoice(2, z, mutantChoice(1, 1, 2)))"
      ),
    ])
  func instruments(_ source: String, _ expected: String) {
    #expect(Instrumenter.text(of: source, with: mutants(of: source)) == expected)
  }

  @Test(
    "A mutant alone is the source with its change",
    arguments: [
      ("let a = b && c", "let a = b || c"), ("let a = !b", "let a = b"), ("func f() { g() }", "func f() {  }"),
      ("func f() -> Int? {\n  return a\n}", "func f() -> Int? {\n  return nil\n}"),
      ("func f(a: A, b: A) {}\nlet x = f(a: y, b: z)", "func f(a: A, b: A) {}\nlet x = f(a: z, b: y)"),
    ])
  func alone(_ source: String, _ expected: String) throws {
    let mutant = try #require(mutants(of: source).first?.mutant)
    #expect(Instrumenter.text(of: source, mutatedBy: mutant) == expected)
  }

  @Test("An instrumented source has the same lines at the same numbers")
  func lines() {
    let source = """
      func f(a: Int, b: Int) -> Int? {
        // 1
        g(
          a: 1, b: 2)
          .h { $0.i = true }
        return a < b
          ? 3
          : nil
      }
      """
    let text = Instrumenter.text(of: source, with: mutants(of: source))
    #expect(text.split(separator: "\n").count == source.split(separator: "\n").count)
    #expect(text.split(separator: "\n")[1] == "  // 1")
  }

  @Test("The program changes only while a mutant is chosen")
  func runs() throws {
    let source = """
      func less(_ a: Int, _ b: Int) -> Bool { a < b }
      func isNone(_ a: Int?) -> Bool { a == nil }
      func both(_ a: Bool, _ b: Bool) -> Bool { a && b }
      func no(_ a: Bool) -> Bool { !a }
      func found(_ a: Int) -> Int? { a }
      func joined(_ a: String, _ b: String) -> String { a + b }
      func counted() -> Int {
        var count = 0
        count += 2
        return count
      }
      func mixed(_ a: Int64, _ b: UInt8) -> Bool { a == b }
      func pairs(_ a: (String, Int), _ b: (String, Int)) -> Bool { a < b }
      func threes(_ a: (String, Int, Int), _ b: (String, Int, Int)) -> Bool { a < b }
      func all() -> String {
        let x = "x"
        let y = "y"
        let n = x.count
        return "\\(less(1, 1)) \\(isNone(nil)) \\(both(x == y, x == x)) \\(no(true)) \\(found(1) ?? 0) \\(joined(x, y)) "
          + "\\(counted()) \\(mixed(1, 1)) \\(pairs((x, n), (x, n))) "
          + "\\(threes((x, n, n), (x, n, n)))"
      }
      """
    let mutants = mutants(of: source)
    let program = try Program(
      [
        "Source.swift": Instrumenter.text(of: source, with: mutants),
        "Switchboard.swift": Switchboard.source(for: mutants),
      ])
    defer { program.remove() }
    let original = "false true false false 1 xy 2 true false false"
    #expect(try program.output(mutant: 0) == original)
    for (number, mutant) in mutants {
      let output = try program.output(mutant: number)
      // Changes of the calls' arguments are skipped, because some functions return the same for other arguments.
      if mutant.text.hasPrefix("return \"") { continue }
      #expect(output != original, "\(mutant)")
    }
  }
}

/// A small program, built with the compiler of this toolchain, which prints what `all()` returns.
private struct Program {
  private let folder: URL
  private var executable: URL { folder.appendingPathComponent("program") }

  init(_ sources: [String: String]) throws {
    folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var sources = sources
    sources["main.swift"] = "print(all())\n"
    for (name, source) in sources {
      try Data(source.utf8).write(to: folder.appendingPathComponent(name))
    }
    let files = sources.keys.sorted().map { folder.appendingPathComponent($0).path }
    let output = try run("/usr/bin/env", ["swiftc", "-swift-version", "6", "-o", executable.path] + files)
    try #require(FileManager.default.isExecutableFile(atPath: executable.path), "\(output)")
  }

  func output(mutant: Int) throws -> String {
    try run(executable.path, [], [Switchboard.variable: "\(mutant)"]).trimmingCharacters(in: .newlines)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  private func run(_ path: String, _ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
