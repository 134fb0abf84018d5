import CacheConformance
import CacheConformanceModules
import CacheSpec
import Foundation
import TestSupport
import Testing

@Suite("Foundation")
struct FoundationTests {
  private static func report(on module: CacheModule, only selection: Selection? = nil) async throws -> RunReport {
    let isolation = Isolation(executable: built("cachespec"), arguments: ["work", "foundation"])
    var options = RunOptions(selection: selection, width: 2, isolation: isolation)
    // Other tests use the processors too.
    options.timeLimit = .seconds(60)
    return try await module.run(options)
  }

  @Test(
    "Foundation breaks the rules on record and no others",
    .enabled(if: foundationDeviations != nil, "nothing is on record for this platform"))
  func deviatesAsKnown() async throws {
    let report = try await Self.report(on: .foundation)
    #expect(report.isClean, "\(report.text())")
    #if os(Linux)
      let trap = try #require(report.results.first { $0.scenario.id == "response.store.replaces[then evicted]" })
      #expect(trap.verdict.observed.kind == .crashed)
      #expect(report.count(.knownDeviation) > 50)
      let unstored = try #require(report.results.first { $0.scenario.id == "http.store.no-store[a plain load]" })
      #expect(unstored.verdict.kind == .notAssessed)
    #endif
  }

  @Test("Without a record, Foundation only may not crash, hang or fail to be set up, and what it breaks makes a record")
  func canBeRecorded() async throws {
    var module = CacheModule.foundation
    module.deviations = []
    // Where there is a record, one rule of it shows that it can be made.
    let shown = foundationDeviations == nil ? nil : Selection("response.store.key")
    let report = try await Self.report(on: module, only: shown)
    let failed = report.count(.crashed) + report.count(.hung) + report.count(.setupFailed)
    #expect(failed == 0, "\(report.text())")
    let record = Self.record(of: report)
    if foundationDeviations == nil {
      print("For Conformance/Modules/Response/FoundationDeviations.swift, with a link for each:\n\(record)")
    } else {
      #expect(
        record.contains(
          """
          KnownDeviation("response.store.key[query]", because: "expected nothing, actual version 1", link: ""),
          """), "\(record)")
    }
  }

  /// The violations of a run as the Swift source of known deviations.
  private static func record(of report: RunReport) -> String {
    report.results.compactMap { result in
      guard case .violated(let violation) = result.verdict else { return nil }
      let reason = "expected \(violation.expected), actual \(violation.actual)"
      return "KnownDeviation(\(result.scenario.id.debugDescription), because: \(reason.debugDescription), link: \"\"),"
    }.joined(separator: "\n")
  }
}
