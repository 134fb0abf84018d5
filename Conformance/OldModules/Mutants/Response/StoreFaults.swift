import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceModule
import Synchronization

/// A store that tells requests apart by less, or more, than it should.
protocol KeyFault: ResponseFault {
  static func key(_ request: HTTPRequest) -> HTTPRequest
}

extension KeyFault {
  static func find(_ request: HTTPRequest, in store: SoundStore) throws -> StoredResponse? {
    try store.storedResponse(for: key(request))
  }
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    try store.store(response, for: key(request))
  }
  static func remove(_ request: HTTPRequest, from store: SoundStore) throws {
    try store.removeResponse(for: key(request))
  }
}

enum KeyWithoutQuery: KeyFault {
  static func key(_ request: HTTPRequest) -> HTTPRequest {
    HTTPRequest(String(request.url.prefix { $0 != "?" }), method: request.method)
  }
}

enum KeyWithFragment: KeyFault {
  static func key(_ request: HTTPRequest) -> HTTPRequest {
    HTTPRequest(request.url.replacing("#", with: "%23"), method: request.method)
  }
}

enum KeyWithoutMethod: KeyFault {
  static func key(_ request: HTTPRequest) -> HTTPRequest { HTTPRequest(request.url) }
}

enum OneKeyForAll: KeyFault {
  static func key(_ request: HTTPRequest) -> HTTPRequest { HTTPRequest("http://one.test/") }
}

enum LongKeysStayInMemory: ResponseFault {
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    var response = response
    if request.url.utf8.count > 255 { response.storagePolicy = .allowedInMemoryOnly }
    try store.store(response, for: request)
  }
}

enum LosesUserInfo: ResponseFault {
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    try store.store(StoredResponse(response.response, storagePolicy: response.storagePolicy), for: request)
  }
}

enum NothingReachesTheDisk: ResponseFault {
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    var response = response
    if response.storagePolicy == .allowed { response.storagePolicy = .allowedInMemoryOnly }
    try store.store(response, for: request)
  }
}

enum KeepsTheFirst: ResponseFault {
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    if try store.storedResponse(for: request) == nil { try store.store(response, for: request) }
  }
}

enum ServesDamage: ResponseFault {
  static func find(_ request: HTTPRequest, in store: SoundStore) throws -> StoredResponse? {
    try store.storedResponse(for: request) ?? StoredResponse(HTTPResponse(url: request.url))
  }
}

enum MixesUpUnderLoad: ResponseFault {
  private static let last = Mutex<StoredResponse?>(nil)

  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    last.withLock { $0 = response }
    try store.store(response, for: request)
  }
  static func find(_ request: HTTPRequest, in store: SoundStore) throws -> StoredResponse? {
    try store.storedResponse(for: request).map { found in last.withLock { $0 ?? found } }
  }
}

enum MemoryOnlyReachesTheDisk: ResponseFault {
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    var response = response
    if response.storagePolicy == .allowedInMemoryOnly { response.storagePolicy = .allowed }
    try store.store(response, for: request)
  }
}

enum NotAllowedIsStored: ResponseFault {
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    var response = response
    if response.storagePolicy == .notAllowed { response.storagePolicy = .allowedInMemoryOnly }
    try store.store(response, for: request)
  }
}

enum NotAllowedLeavesEarlier: ResponseFault {
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    if response.storagePolicy != .notAllowed { try store.store(response, for: request) }
  }
}

enum RemovesFromMemoryOnly: ResponseFault {
  static func remove(_ request: HTTPRequest, from store: SoundStore) throws {
    guard let stored = try store.storedResponse(for: request) else { return }
    try store.removeResponse(for: request)
    // What stays on disk is found again.
    try store.store(stored, for: request)
  }
}

enum RemovesBeforeTheDate: ResponseFault {
  static func remove(since date: Date, from store: SoundStore) throws {
    try store.removeResponses(since: .distantPast)
  }
}

enum RemovesByTheSecond: ResponseFault {
  static func remove(since date: Date, from store: SoundStore) throws {
    try store.removeResponses(
      since: Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.up)))
  }
}

enum RemovingAllForgetsTheDisk: ResponseFault {
  static func removeAll(from store: SoundStore) throws { try store.setCapacity(store.capacity()) }
}

enum UsageReadsZero: ResponseFault {
  static func usage(of store: SoundStore) -> ByteCounts { ByteCounts(memory: 0, disk: 0) }
}

enum NeverEvicts: ResponseFault {
  static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) throws -> SoundStore {
    try SoundStore.open(at: place, capacity: capacity, in: world)
  }
  static func usage(of store: SoundStore) -> ByteCounts {
    let usage = store.usage()
    return usage.disk > 30_000 ? ByteCounts(memory: usage.memory, disk: usage.disk * 2) : usage
  }
}

enum TooLargeLeavesEarlier: ResponseFault {
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    if response.response.body.count <= store.capacity().disk { try store.store(response, for: request) }
  }
}

enum LoweredCapacityEvictsNothing: ResponseFault {
  static func setCapacity(_ capacity: ByteCounts, of store: SoundStore) throws {}
}
