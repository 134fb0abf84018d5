import CacheConformance
import CacheConformanceCommand
import CacheConformanceModules
import CacheSpecChapters
import Foundation
import TestSupport
import Testing

@Suite("Foundation")
struct FoundationTests {
  private static func report() async throws -> RunReport {
    let isolation = Isolation(executable: built("cachespec"), arguments: ["work", "foundation"])
    // Other tests use the processors too.
    var options = RunOptions(timeLimit: .seconds(60), width: 2)
    options.isolation = isolation
    return try await CacheModule.foundation.run(options)
  }

  @Test(
    "Foundation breaks the rules on record and no others",
    .enabled(if: foundationDeviations != nil, "nothing is on record for this platform"))
  func deviatesAsKnown() async throws {
    let report = try await Self.report()
    #expect(report.isClean, "\(report.text())")
    #if os(Linux)
      let trap = try #require(report.results.first { $0.scenario.id == "response.store.replaces[then evicted]" })
      #expect(trap.verdict.observed.kind == .crashed)
      let page = URL(filePath: #filePath).appending(path: "../../../README.md").standardized
      let readme = try String(contentsOf: page, encoding: .utf8)
      #expect(readme.contains("| \(report.count(.passed)) | \(report.count(.knownDeviation)) |"), "\(report.summary)")
      let unstored = try #require(report.results.first { $0.scenario.id == "http.store.no-store[a plain load]" })
      #expect(unstored.verdict.kind == .notAssessed)
    #endif
  }

  @Test(
    "Without a record, Foundation may only not crash, hang or fail to be set up, and what it breaks is printed",
    .enabled(if: foundationDeviations == nil, "what Foundation breaks on this platform is on record"))
  func canBeRecorded() async throws {
    let report = try await Self.report()
    let failures = report.results.filter { [.crashed, .hung, .setupFailed].contains($0.verdict.kind) }
    #expect(failures.isEmpty, "\(report.text())")
    print(
      "For Conformance/Modules/Response/FoundationDeviations.swift, each with a link:\n\(report.printedDeviations())")
  }
}
