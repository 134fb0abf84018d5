import CacheSpec
import Testing

@testable import CacheConformance
import ResponseKit
import ResponseRules

@Suite("The URL of a stored response")
struct StoredURLTests {
  /// A cache that keeps responses in a dictionary, and gives each the same URL.
  private struct Cache: ResponseStoreFactory {
    let url: String
    func openStore(at place: StorePlace, capacity: ByteCounts) -> Store { Store(url: url) }
  }

  private actor Store: DirectStoringModule {
    private var stored: [String: StoredResponse] = [:]
    private let url: String

    init(url: String) { self.url = url }
    func store(_ response: StoredResponse, for request: RequestMessage) {
      var changed = response
      changed.response.url = url
      stored[request.url] = changed
    }
    func storedResponse(for request: RequestMessage) -> StoredResponse? { stored[request.url] }
    func removeResponse(for request: RequestMessage) { stored[request.url] = nil }
    func waitUntilIdle() {}
    func close() {}
  }

  @Test(
    "It is compared when the response is found, in any spelling",
    arguments: [
      ("http://origin.test/a", true), ("HTTP://Origin.Test/a", true), ("http://origin.test/a#top", true),
      ("http://origin.test/b", false), ("http://origin.test/a?q", false), ("http://other.test/a", false),
      ("", false), ("%", false),
    ] as [(String, Bool)])
  func isCompared(_ url: String, _ isSame: Bool) async throws {
    let module = CacheModule("one", summary: "keeps responses", [.responses { _ in Cache(url: url) }])
    let id = "response.store.returns-what-was-stored[it replaced another response]"
    let result = try #require(try await module.run(RunOptions(selection: ScenarioSelection(id))).results.first)
    #expect((result.verdict == .passed(recorded: [])) == isSame, "\(result.verdict)")
  }
}
