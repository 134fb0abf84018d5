import CacheConformance
import Foundation
import CacheConformanceModules
import TestSupport
import Testing

@Suite("Foundation")
struct FoundationTests {
  @Test("Foundation breaks the rules on record and no others")
  func deviatesAsKnown() async throws {
    let isolation = Isolation(executable: built("cachespec"), arguments: ["work", "foundation"])
    var options = RunOptions(width: 2, isolation: isolation)
    // Other tests use the processors too.
    options.timeLimit = .seconds(60)
    let report = try await CacheModule.foundation.run(options)
    #expect(report.isClean, "\(report.text())")
    #if canImport(FoundationNetworking)
      let trap = try #require(report.results.first { $0.scenario.id == "response.store.replaces[then evicted]" })
      #expect(trap.verdict.observed.kind == .crashed)
      #expect(report.count(.knownDeviation) > 50)
      let unstored = try #require(report.results.first { $0.scenario.id == "http.store.no-store[a plain load]" })
      #expect(unstored.verdict.kind == .notAssessed)
    #endif
  }
}
