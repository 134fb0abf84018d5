import Foundation
import Testing

@testable import CacheConformance
@testable import MyPaywalls
@testable import PaywallKit
@testable import PaywallRules

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
    let report = try await myPaywalls.run(
      RunOptions(selection: ScenarioSelection(anyOf: rules), timeLimit: .seconds(60)))
    #expect(!report.results.isEmpty && report.count(.passed) == report.results.count, "\(report)")
  }

  @Test("Closing the cache of paywalls on the page ends a round of its updates, and leaves no task asleep")
  func leavesNothingAsleep() async throws {
    let place = PaywallWorld(time: .virtual)
    let configuration = PaywallConfiguration(fallback: nil, timeOut: .seconds(10), updateInterval: .seconds(600))
    place.publish(.v1, on: [.cdn])
    let cache = MyPaywalls(configuration, place)
    await cache.start()
    _ = try await cache.load(PaywallVersion.v1.placement.name, policy: nil)
    await place.world.sleepers(1)
    place.origin.hold()
    try await place.world.pass(.seconds(600)) {}
    #expect(await place.origin.holdsRequests(1))
    // The time-out of the round's request.
    await place.world.sleepers(1)
    await cache.close()
    place.world.noteEnd()
    #expect(place.world.whatWasLeftAsleep == nil)
    #expect(place.origin.heldCount <= 1)
    await place.world.tearDown()
  }
}
