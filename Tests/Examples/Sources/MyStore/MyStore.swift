public import ResponseKit
public import Foundation

/// A store in memory, which remembers when each response was stored.
public actor MyStore: ResponseStoreModule {
  private var entries: [String: (response: StoredResponse, date: Date)] = [:]
  private var bytes: ByteCounts
  private let world: ResponseWorld

  init(_ capacity: ByteCounts, _ world: ResponseWorld) { (bytes, self.world) = (capacity, world) }

  public func storedResponse(for request: RequestMessage) -> StoredResponse? { entries[request.url]?.response }
  public func store(_ response: StoredResponse, for request: RequestMessage) {
    // The time comes from the world, so that a day can pass in a microsecond.
    entries[request.url] = (response, world.now)
  }
  public func removeResponse(for request: RequestMessage) { entries[request.url] = nil }
  public func removeResponses(since date: Date) { entries = entries.filter { $0.value.date < date } }
  public func removeAllResponses() { entries = [:] }
  public func usage() -> ByteCounts {
    ByteCounts(memory: entries.values.reduce(0) { $0 + $1.response.response.body.count }, disk: 0)
  }
  public func capacity() -> ByteCounts { bytes }
  public func setCapacity(_ capacity: ByteCounts) { bytes = capacity }
  public func waitUntilIdle() {}
  public func close() {}
}
