import Foundation
import Synchronization
import Testing

@testable import ReferenceCache

@Suite("The customer cache of the reference")
struct CustomerCacheTests {
  private let storage = MemoryStorage()
  private let origins = CustomerOrigins(
    customerInfo: { CustomerInfoModel($0, "v1") }, offerings: { OfferingsModel($0, "o1") },
    purchase: { CustomerInfoModel($1, "v1", entitlements: [$0]) }, restore: { CustomerInfoModel($0, "v1") })
  private let dependencies = CustomerDependencies(
    clock: ContinuousClock(), now: { Date(timeIntervalSinceReferenceDate: 0) }, log: { _ in },
    makeAnonymousID: { "made up" })

  private func configure(_ user: AppUserID?, over storage: (any CacheStorage)? = nil) async throws -> CustomerCache {
    try await CustomerCache.configure(
      CustomerSetup(user), storage: storage ?? self.storage, origins: origins, in: dependencies)
  }

  @Test("A purchase returns what the user owns afterwards")
  func purchaseAnswers() async throws {
    let cache = try await configure("alice")
    #expect(try await cache.purchase("pro").entitlements == ["pro"])
    #expect(try await cache.customerInfo(.fromCacheOnly).entitlements == ["pro"])
  }

  @Test("A closed cache stores no answers")
  func closedCacheStoresNothing() async throws {
    let cache = try await configure("alice")
    await cache.close()
    let before = storage.values
    _ = try await cache.customerInfo(.fetchCurrent)
    #expect(storage.values == before)
  }

  @Test("A copy of another format, or another user's, counts as none")
  func laterFormat() async throws {
    try await configure("alice").waitUntilIdle()
    #expect(try CustomerStorage(storage).info(of: "alice")?.value == CustomerInfoModel("alice", "v1"))
    #expect(try CustomerStorage(storage).info(of: "bob")?.value == nil)
    var writer = ByteWriter()
    writer.write(Int64(3))
    storage.apply([.write(collection: "customer", key: "info", value: writer.sealed)])
    #expect(try CustomerStorage(storage).info(of: "alice")?.value == nil)
    #expect(try CustomerStorage(storage).user() == CustomerStorage.User(id: "alice", isAnonymous: false))
  }

  @Test("Unwritable storage does not prevent answers, but prevents logging out")
  func brokenStorage() async throws {
    let cache = try await configure("alice", over: FullDiskStorage(storage: storage))
    #expect(try await cache.customerInfo(.fetchCurrent) == CustomerInfoModel("alice", "v1"))
    await #expect(throws: StorageError.self) { try await cache.logOut() }
    #expect(await cache.appUserID == "alice")
    #expect(try await cache.customerInfo(.fromCacheOnly) == CustomerInfoModel("alice", "v1"))
  }

  @Test("If traces of a user cannot be removed, the next user is still isolated")
  func tracesThatStay() async throws {
    let cache = try await configure("alice", over: UnscrubbableStorage(storage: storage))
    await cache.waitUntilIdle()
    await #expect(throws: StorageError.self) { try await cache.logIn("bob") }
    #expect(await cache.appUserID == "bob")
    await #expect(throws: NothingCached.self) { try await cache.customerInfo(.fromCacheOnly) }
  }

  @Test(
    "A copy is young for five minutes, by running time where it is known, or else by date",
    arguments: [(0, true), (300, true), (301, false), (-1, false)])
  func youth(_ age: Int, _ isYoung: Bool) {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let info = CustomerInfoModel("alice", "v1")
    let earlier = CachedCopy(value: info, date: date, runningTime: nil)
    #expect(earlier.isYoung(on: date.addingTimeInterval(Double(age)), at: .zero) == isYoung)
    let ours = CachedCopy(value: info, date: .distantFuture, runningTime: .seconds(1000))
    #expect(ours.isYoung(on: date, at: .seconds(1000 + age)) == isYoung)
  }
}

/// Storage on a full disk, to which only the user can be written.
private struct FullDiskStorage: CacheStorage {
  let storage: MemoryStorage

  func read(collection: String, key: String) -> [UInt8]? { storage.read(collection: collection, key: key) }
  func readAll(collection: String) -> [(key: String, value: [UInt8])] { storage.readAll(collection: collection) }
  func apply(_ changes: [StorageChange]) throws(StorageError) {
    // The first write of `configure` in a new installation.
    if storage.read(collection: "customer", key: "user") == nil { return storage.apply(changes) }
    throw StorageError(action: "writing to", place: "a full disk", reason: "no space left", advice: "free some")
  }
  func scrub() {}
  func close() {}
}

/// Storage whose traces can be removed once, in a new installation, and never again.
private final class UnscrubbableStorage: CacheStorage {
  private let storage: MemoryStorage
  private let scrubs = Mutex(0)

  init(storage: MemoryStorage) { self.storage = storage }

  func read(collection: String, key: String) -> [UInt8]? { storage.read(collection: collection, key: key) }
  func readAll(collection: String) -> [(key: String, value: [UInt8])] { storage.readAll(collection: collection) }
  func apply(_ changes: [StorageChange]) { storage.apply(changes) }
  func scrub() throws(StorageError) {
    let count = scrubs.withLock { count in
      count += 1
      return count
    }
    if count > 1 {
      throw StorageError(
        action: "scrubbing", place: "a log", reason: "another process reads it", advice: "end that process")
    }
  }
  func close() {}
}
