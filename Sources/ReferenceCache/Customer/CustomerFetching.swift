import Foundation

/// The entry that a value of the user's is cached in, and the origin that it is fetched from.
struct Place<Value: BelongsToUser>: Sendable {
  let entry: any WritableKeyPath<CustomerCache.Entries, CacheEntry<Value>> & Sendable
  let origin: any KeyPath<CustomerOrigins, @Sendable (AppUserID) async throws -> Value> & Sendable
  /// Called after a copy was put into its entry.
  let onCached: @Sendable (isolated CustomerCache, CachedCopy<Value>, _ isNew: Bool) -> Void
}

extension Place<CustomerInfoModel> {
  static let info = Place(entry: \.info, origin: \.customerInfo) { cache, copy, isNew in
    do throws(StorageError) {
      try cache.storage.store(copy)
    } catch {
      // The caller gets its answer all the same: the copy is only missing after a restart.
      cache.dependencies.log("\(error)")
    }
    if isNew { cache.listener?(copy.value) }
  }
}

extension Place<OfferingsModel> {
  static let offerings = Place(entry: \.offerings, origin: \.offerings) { _, _, _ in }
}

/// The state when a request began. Its answer is cached only if that state is still current.
private struct Ticket: Sendable {
  let user: AppUserID
  let generation: UInt64
  /// The number of the request.
  let number: Int
  /// Whether the request is for a change of the customer info, which no read joins.
  var isChange = false
}

extension CustomerCache {
  func isYoung<Value>(_ copy: CachedCopy<Value>) -> Bool {
    copy.isYoung(on: dependencies.now(), at: dependencies.runningTime())
  }

  /// Starts to fetch everything in the background.
  func fetchAll() {
    _ = fetch(.info)
    _ = fetch(.offerings)
  }

  /// The request that is under way, if reads join it, or a new one. It continues whether or not anyone waits for it.
  func fetch<Value>(_ place: Place<Value>) -> Task<Value, any Error> {
    let entry = entries[keyPath: place.entry]
    if joinsReads, let request = entry.request, request.number > entry.lastChangeBegun { return request.task }
    requestCount += 1
    let ticket = Ticket(user: user.id, generation: entry.generation, number: requestCount)
    let task = Task {
      defer {
        if isCurrent(ticket, at: place) { entries[keyPath: place.entry].request = nil }
        requestsUnderWay[ticket.number] = nil
      }
      return try accept(await origins[keyPath: place.origin](ticket.user), at: place, for: ticket)
    }
    entries[keyPath: place.entry].request = (requestCount, task)
    requestsUnderWay[requestCount] = { _ = await task.result }
    return task
  }

  /// Asks for a change of the customer info. The answer to a read that began before does not include it, and is not
  /// cached.
  func change(_ ask: @Sendable (AppUserID) async throws -> CustomerInfoModel) async throws -> CustomerInfoModel {
    requestCount += 1
    let ticket = Ticket(
      user: user.id, generation: entries.info.generation, number: requestCount, isChange: true)
    entries.info.lastChangeBegun = requestCount
    let info = try accept(await ask(ticket.user), at: .info, for: ticket)
    if isCurrent(ticket, at: .info) {
      entries.info.request = nil
      entries.info.lastChange = ticket.number
    }
    return info
  }

  /// Caches an answer, unless something that has happened since it was asked for makes it obsolete.
  private func accept<Value>(_ value: Value, at place: Place<Value>, for ticket: Ticket) throws -> Value {
    guard value.appUserID == ticket.user else { throw CustomerCacheError.answerForAnotherUser }
    guard ticket.user == user.id else { throw CustomerCacheError.userChanged }
    if isCurrent(ticket, at: place) {
      let copy = CachedCopy(value: value, date: dependencies.now(), runningTime: dependencies.runningTime())
      let isNew = entries[keyPath: place.entry].copy?.value != value
      entries[keyPath: place.entry].copy = copy
      place.onCached(self, copy, isNew)
    }
    return value
  }

  private func isCurrent<Value>(_ ticket: Ticket, at place: Place<Value>) -> Bool {
    let entry = entries[keyPath: place.entry]
    if isClosed || ticket.generation != entry.generation { return false }
    return ticket.isChange ? ticket.number > entry.lastChange : ticket.number == entry.request?.number
  }
}
