import CacheSpec
import Foundation
import Testing
import TestSupport

@testable import CacheConformance
import DashboardKit
@testable import NormalizedKit
import ResponseKit
import ResponseRules

/// Each module runs in this process, so a trap of the kit would end the tests.
@Suite("Extreme values of modules")
struct ExtremeTests {
  /// The verdicts on the scenarios that a pattern selects.
  private static func verdicts(
    of implementation: ChapterImplementation, on pattern: String
  ) async throws -> Set<Verdict.Kind> {
    let module = CacheModule("extreme", summary: "says extreme numbers", [implementation])
    return Set(try await module.run(RunOptions(selection: ScenarioSelection(pattern))).results.map(\.verdict.kind))
  }

  // MARK: Dates

  private struct Dashboard: DashboardModule {
    let date: Date
    let world: DashboardWorld
    func view(_ card: DashboardCard) async throws -> DashboardView {
      DashboardView(try await world.compute(card), updatedAt: date)
    }
    func waitUntilIdle() {}
    func close() {}
  }

  @Test(
    "A date that is out of range is a violation", arguments: [1e300, -1e300, .infinity, -.infinity, .nan] as [Double])
  func dates(_ seconds: Double) async throws {
    let verdicts = try await Self.verdicts(
      of: .dashboard { _, world in Dashboard(date: Date(timeIntervalSince1970: seconds), world: world) },
      on: "dashboard.last-updated[a metric*")
    #expect(verdicts == [.violated])
  }

  // MARK: Lengths

  /// A store that keeps nothing and reports one number everywhere.
  private struct Store: ResponseStoreModule {
    let number: Int
    var count: ByteCounts { ByteCounts(memory: number, disk: number) }
    func usage() -> ByteCounts { count }
    func capacity() -> ByteCounts { count }
    func setCapacity(_ capacity: ByteCounts) {}
    func storedResponse(for request: RequestMessage) -> StoredResponse? {
      StoredResponse(ResponseMessage(url: request.url, status: number, fields: ["Age": "\(number)", "Date": "9e99"]))
    }
    func store(_ response: StoredResponse, for request: RequestMessage) {}
    func removeResponse(for request: RequestMessage) {}
    func removeResponses(since date: Date) {}
    func removeAllResponses() {}
    func waitUntilIdle() {}
    func close() {}
  }

  @Test("A length, a capacity and a status may be any number", arguments: [Int.max, .max / 2, .min, -1])
  func lengths(_ number: Int) async throws {
    for topic in ["response.store", "response.usage", "response.storage", "response.remove"] {
      let verdicts = try await Self.verdicts(of: .responseStore { _, _, _ in Store(number: number) }, on: topic)
      #expect(verdicts.isDisjoint(with: [.crashed, .hung, .setupFailed]), "\(topic): \(verdicts)")
    }
  }

  @Test("The files are compared with any capacity", arguments: [Int.max, .max / 2, 0, .min])
  func files(_ capacity: Int) async {
    let module = CacheModule(
      "extreme", summary: "has any capacity", [.responseStore { _, _, _ in Store(number: capacity) }])
    let scenario = ResponseScenario(
      "response.usage.within-capacity", "files", then: [Step(.checkFiles, .answers(.withinCapacity))])
    let result = await module.result(of: scenario, timeLimit: .seconds(5))
    #expect((result?.verdict == .passed(recorded: [])) == (capacity >= 0))
  }

  // MARK: Depth

  /// A client that answers with lists in lists, without asking.
  private struct Client: QueryWatchingModule, DirectAccessModule {
    let data: GraphValue
    func fetch(
      _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
    ) { deliver(GraphAnswer(data)) }
    func perform(_ mutation: GraphOperation) -> GraphAnswer { GraphAnswer(data, errors: ["deep"]) }
    func clear() {}
    func watch(
      _ query: GraphOperation, policy: QueryCachePolicy?,
      deliver: @escaping @Sendable (Result<GraphAnswer, any Error>) -> Void
    ) -> Int {
      deliver(.success(GraphAnswer(data)))
      return 1
    }
    func cancel(_ watcher: Int) {}
    func transact(_ steps: [TransactionStep]) -> [Result<GraphValue, any Error>] { steps.map { _ in .success(data) } }
    func waitUntilIdle() {}
    func close() {}
  }

  @Test("Data may have more levels than the stack has room for", arguments: ["transaction", "watch", "read"])
  func depth(_ topic: String) async throws {
    let deep = (0..<5000).reduce(into: GraphValue.null) { value, _ in value = [value] }
    let verdicts = try await Self.verdicts(
      of: .normalizedCaches { _, _ in Client(data: deep) }, on: "normalized.\(topic)")
    #expect(verdicts.isSubset(of: [.violated, .blocked]), "\(verdicts)")
  }

  @Test("An operation of any depth is no request that the server answers")
  func operations() async throws {
    let deep = (0..<5000).reduce(into: GraphField("a")) { field, _ in field = GraphField("a", [], [field]) }
    await #expect(throws: TooManyLevels.self) { try await NormalizedWorld().send(GraphOperation("Deep", [deep])) }
  }

  @Test("The greatest number is not increased")
  func increment() throws {
    let change = GraphChange.increment("a")
    #expect(try change.applied(to: ["a": .integer(.max - 1)]) == ["a": .integer(.max)])
    #expect(throws: GraphChangeError.self) { try change.applied(to: ["a": .integer(.max)]) }
  }

  // MARK: Numbers

  @Test("A number is cut to what an integer can hold, and what is no number is the least")
  func clamping() {
    for large: Double in [1e300, .infinity, 9.3e18] { #expect(Int64(clamping: large) == .max) }
    for small: Double in [-1e300, -.infinity, .nan] { #expect(Int64(clamping: small) == .min) }
    #expect(Int32(clamping: 1.9) == 1)
    #expect(Int32(clamping: -1.9) == -1)
  }

  @Test("A duration of more seconds than an integer holds has a number of seconds")
  func durations() {
    #expect((Duration.seconds(Int64.max) + .seconds(Int64.max)).seconds == 0x1p64)
    #expect((Duration.seconds(Int64.min) + .seconds(-1)).seconds == -0x1p63)
    #expect(Duration.milliseconds(-1500).seconds == -1.5)
  }
}
