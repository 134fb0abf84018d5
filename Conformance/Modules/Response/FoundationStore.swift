import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `URLCache` as a store.
///
/// The capacities are `URLCache`'s own properties. Releasing the store closes it, so that the next one reads from disk.
final class FoundationStore: ResponseStoreModule {
  let cache: URLCache

  init(_ cache: URLCache) { self.cache = cache }

  func storedResponse(for request: RequestMessage) throws -> StoredResponse? {
    cache.cachedResponse(for: try request.urlRequest()).map(StoredResponse.init)
  }

  func store(_ response: StoredResponse, for request: RequestMessage) throws {
    cache.storeCachedResponse(try response.cachedURLResponse(), for: try request.urlRequest())
  }

  func removeResponse(for request: RequestMessage) throws { cache.removeCachedResponse(for: try request.urlRequest()) }
  func removeResponses(since date: Date) { cache.removeCachedResponses(since: date) }
  func removeAllResponses() { cache.removeAllCachedResponses() }
  func usage() -> ByteCounts { ByteCounts(memory: cache.currentMemoryUsage, disk: cache.currentDiskUsage) }
  func capacity() -> ByteCounts { ByteCounts(memory: cache.memoryCapacity, disk: cache.diskCapacity) }

  func setCapacity(_ capacity: ByteCounts) {
    cache.memoryCapacity = capacity.memory
    cache.diskCapacity = capacity.disk
  }

  /// On Linux, `URLCache` writes before it returns. On Apple platforms, it writes in the background without a signal of
  /// completion, but only answers a query for its usage after the earlier writes.
  func waitUntilIdle() { _ = cache.currentDiskUsage }
  func close() {}
}
