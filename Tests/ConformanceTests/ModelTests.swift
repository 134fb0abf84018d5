import BrokenModules
import CacheConformance
import CacheConformanceModules
import CacheSpecChapters
import Testing

@Suite("Models")
struct ModelTests {
  @Test("Exploring a store without a loader draws nothing that needs a loader, and finds nothing")
  func findsNothingInAStoreAlone() async throws {
    let store = CacheModule(
      "store", summary: "the reference's store alone",
      [
        .responseStore { place, capacity, world in
          try ReferenceResponses(backend: .memory, world: world).openStore(at: place, capacity: capacity)
        }
      ])
    let explorations = try await store.explore(ExploreOptions(runs: 300))
    #expect(explorations.map(\.chapters) == [["response"]])
    for exploration in explorations { #expect(exploration.isClean, "\(exploration.text())") }
  }

  @Test("Exploring a dashboard that asks two caches in turn finds nothing")
  func findsNothingInTwoCaches() async throws {
    let name = "asks two caches in turn for the metrics that it caches"
    let variant = try #require(Chapters.soundVariants.first { $0.choices == [name] })
    let exploration = try #require(try await variant.module.explore(ExploreOptions(runs: 300)).first)
    #expect(exploration.isClean, "\(exploration.text())")
  }

  @Test("Exploring finds a broken module, and reports it in at most ten steps")
  func findsWhatIsBroken() async throws {
    let proof = try await ExploreProof(of: "customer", named: "that customer info was invalidated", ExploreOptions())
    #expect(proof.text.hasPrefix("1 broken modules: 1 are found, "), "\(proof.text)")
  }

  @Test("Exploring a module with several faults tells them by few rules, and by those whose own rows fail")
  func tellsCauses() async throws {
    let composites = try await ExploreOfComposites(of: "paywall", ExploreOptions(runs: 300, shrinks: false))
    #expect(composites.holds, "\(composites.text)")
  }
}
