import CacheConformance
import Foundation
import Testing

@testable import ReferenceCache

/// The properties of the paywall cache that scenarios cannot check: its errors, its encoding, and failing storage.
@Suite("Paywall cache")
struct PaywallCacheTests {
  private static let paywall = Paywall(placement: "from_onboarding", version: 3, content: [0, 255, 10])

  private static func remote(_ name: String, _ answer: Result<[UInt8], any Error>) -> PaywallRemote {
    PaywallRemote(name) { _, reply in reply(answer) }
  }

  private func cache(_ remotes: [PaywallRemote], fallback: URL? = nil, over storage: any CacheStorage) -> PaywallCache {
    PaywallCache(
      PaywallCache.Configuration(remotes: remotes, fallback: fallback), storage: storage, clock: ContinuousClock(),
      now: { Date(timeIntervalSince1970: 0) })
  }

  @Test("The error says what failed, in order, and what to do")
  func errorNamesEachLayer() async {
    let missing = TemporaryFolders.newURL().appendingPathComponent("no-such-file.paywalls")
    let cache = cache(
      [Self.remote("CDN", .failure(OriginFailure.noConnection)), Self.remote("server", .success([1, 2]))],
      fallback: missing, over: MemoryStorage())
    await #expect {
      try await cache.paywall(for: "from_onboarding")
    } throws: { error in
      "\(error)"
        == "no layer has a paywall for 'from_onboarding' (CDN: no connection; server: the answer (2 B) is no paywall; "
        + "fallback file: reading no-such-file.paywalls failed: it is missing, or cannot be opened); "
        + "check the connection and the placement's name, or ship a fallback paywall for it"
    }
  }

  @Test("A fresh paywall is returned though it cannot be stored")
  func answersThoughStorageFails() async throws {
    let cache = cache([Self.remote("CDN", .success(Self.paywall.bytes))], over: FailingStorage())
    #expect(try await cache.paywall(for: "from_onboarding") == Self.paywall)
  }

  @Test("Storage that cannot be read is reported as a failed layer")
  func unreadableStorageIsNamed() async {
    let cache = cache([], over: FailingStorage())
    await #expect {
      try await cache.paywall(for: "from_onboarding", policy: .returnCacheDataElseLoad)
    } throws: { error in
      (error as? PaywallUnavailable)?.failures.first?.layer == "cache"
    }
  }

  @Test("Bytes that are cut short, or hold two paywalls, are not a paywall", arguments: [0, 1, 7, 20, 30])
  func cutBytesAreNoPaywall(_ count: Int) {
    #expect(Paywall(bytes: Self.paywall.bytes) == Self.paywall)
    #expect(Paywall(bytes: Array(Self.paywall.bytes.prefix(count))) == nil)
    #expect(Paywall(bytes: Self.paywall.bytes + Self.paywall.bytes) == nil)
    #expect(Paywall.list(bytes: Self.paywall.bytes + Self.paywall.bytes) == [Self.paywall, Self.paywall])
  }

  @Test(
    "Bytes whose counts are malformed or too large are not a paywall",
    arguments: ["paywall 1 -1 2\nab", "paywall 1 9223372036854775807 1\na", "paywall 1 1\na", "paywall one 1 0\na"])
  func badCountsAreNoPaywall(_ text: String) {
    #expect(Paywall(bytes: Array(text.utf8)) == nil)
  }

  @Test("Comparing a copy of any possible age with any maxAge does not trap")
  func agesDoNotTrap() {
    let copy = PaywallCacheEntry(Self.paywall, loadedAt: .distantPast)
    #expect(copy.isYoung(.seconds(Int64.max), at: .distantFuture))
    #expect(!copy.isYoung(.seconds(Int64.min), at: .distantFuture))
    #expect(!PaywallCacheEntry(Self.paywall, loadedAt: .distantFuture).isYoung(.seconds(Int64.max), at: .distantPast))
  }
}

/// Storage on a disk that has failed.
private struct FailingStorage: CacheStorage {
  private static let failure = StorageError(
    action: "using", place: "test", reason: "the disk has failed", advice: "take another")

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? { throw Self.failure }
  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] { throw Self.failure }
  func apply(_ changes: [StorageChange]) throws(StorageError) { throw Self.failure }
  func scrub() throws(StorageError) { throw Self.failure }
  func close() {}
}
