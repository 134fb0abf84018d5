import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `URLCache` as a store.
///
/// The capacities are `URLCache`'s own properties, and it is let go of by closing, so that the next one reads the disk.
final class FoundationResponseStore: ResponseStoreModule {
  let cache: URLCache

  static var lacking: [Capability: String] {
    var lacking: [Capability: String] = [
      .virtualTime: "URLCache and URLSession read the machine's clock",
      .https: "the kit's origin on loopback has no certificate that URLSession would trust",
    ]
    #if canImport(FoundationNetworking)
      lacking[.backgroundSessions] = "background configurations are not available on this platform"
      lacking[.fileURLs] = "URLSession loads no file URLs on this platform (it reports an unsupported URL)"
    #else
      lacking[.backgroundSessions] = "a background session needs an app bundle"
    #endif
    return lacking
  }

  static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) throws -> Self {
    #if canImport(FoundationNetworking)
      try Self(URLCache(memoryCapacity: capacity.memory, diskCapacity: capacity.disk, diskPath: place.directory.path))
    #else
      try Self(URLCache(memoryCapacity: capacity.memory, diskCapacity: capacity.disk, directory: place.directory))
    #endif
  }

  init(_ cache: URLCache) { self.cache = cache }

  func storedResponse(for request: HTTPRequest) throws -> StoredResponse? {
    cache.cachedResponse(for: try request.urlRequest()).map(StoredResponse.init)
  }

  func store(_ response: StoredResponse, for request: HTTPRequest) throws {
    cache.storeCachedResponse(try response.cachedURLResponse(), for: try request.urlRequest())
  }

  func removeResponse(for request: HTTPRequest) throws { cache.removeCachedResponse(for: try request.urlRequest()) }
  func removeResponses(since date: Date) { cache.removeCachedResponses(since: date) }
  func removeAllResponses() { cache.removeAllCachedResponses() }
  func usage() -> ByteCounts { ByteCounts(memory: cache.currentMemoryUsage, disk: cache.currentDiskUsage) }
  func capacity() -> ByteCounts { ByteCounts(memory: cache.memoryCapacity, disk: cache.diskCapacity) }

  func setCapacity(_ capacity: ByteCounts) {
    cache.memoryCapacity = capacity.memory
    cache.diskCapacity = capacity.disk
  }

  /// On Linux `URLCache` writes before it returns. On Apple platforms it writes behind and gives no sign when it is done:
  /// asking for the usage is answered behind the writes that came before.
  func settle() { _ = cache.currentDiskUsage }
  func close() {}
}
