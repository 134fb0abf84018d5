import CacheConformance
import Foundation
import MyPaywalls
import Testing

@Suite("Examples")
struct ExampleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
  private static let pages = [
    "README.md", "Conformance/Kit/README.md", "Conformance/Kit/CacheConformance.docc/Authoring.md", "Sources/README.md",
  ]

  /// The examples on the pages, each with the path of the file that it shows.
  private static func examples() throws -> [(path: String, text: String)] {
    try pages.flatMap { page in
      let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
      return text.components(separatedBy: "<!-- example: ").dropFirst().map { part in
        let path = String(part.prefix { $0 != " " })
        let code = part.components(separatedBy: "```swift\n").dropFirst().first ?? ""
        return (path, code.components(separatedBy: "```\n")[0])
      }
    }
  }

  @Test("Each example on a page is the text of a file that is built, and each such file is an example")
  func areBuilt() throws {
    let folder = Self.root.appending(path: "Tests/Examples")
    let examples = try Self.examples()
    for (path, text) in examples {
      let file = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
      #expect(file == text, "copy the example of the page to Tests/Examples/\(path), or the other way round")
    }
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    #expect(Set(files) == Set(examples.map(\.path)), "each file of Tests/Examples is an example of one page")
  }

  @Test("The cache of paywalls on the page is tried in every scenario of the rules that its test names")
  func isTriedWholly() async throws {
    let rules = ["paywall.background.repeats", "paywall.background.failure-keeps-copy"]
    let test = try String(
      contentsOf: Self.root.appending(path: "Tests/Examples/Tests/MyPaywallsTests/MyPaywallsTests.swift"),
      encoding: .utf8)
    #expect(test.contains("[\(rules.map(\.debugDescription).joined(separator: ", "))]"))
    let report = try await myPaywalls.run(RunOptions(selection: Selection(anyOf: rules), timeLimit: .seconds(60)))
    #expect(!report.results.isEmpty && report.count(.passed) == report.results.count, "\(report)")
  }

  @Test("The cache of paywalls on the page leaves no task asleep when it is closed")
  func leavesNothingAsleep() async throws {
    let report = try await myPaywalls.run(RunOptions(timeLimit: .seconds(60)))
    for result in report.results { #expect(!"\(result.verdict)".contains("still slept"), "\(result.scenario.id)") }
  }
}
