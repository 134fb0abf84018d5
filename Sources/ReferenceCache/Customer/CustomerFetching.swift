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
}

extension CustomerCache {
  func isYoung<Value>(_ copy: CachedCopy<Value>) -> Bool {
    copy.isYoung(on: dependencies.now(), at: dependencies.stopwatch.elapsed())
  }

  /// Starts to fetch everything in the background.
  func fetchAll() {
    _ = fetch(.info)
    _ = fetch(.offerings)
  }

  /// The request that is under way, if reads join it, or a new one. It continues whether or not anyone waits for it.
  func fetch<Value>(_ place: Place<Value>) -> Task<Value, any Error> {
    if joinsReads, let request = entries[keyPath: place.entry].request { return request.task }
    let ticket = newTicket(place)
    let task = Task {
      defer {
        if isAwaited(ticket, at: place) { entries[keyPath: place.entry].request = nil }
        requestsUnderWay[ticket.number] = nil
      }
      let value = try await origins[keyPath: place.origin](ticket.user)
      try accept(value, at: place, for: ticket, isNewest: isAwaited(ticket, at: place))
      return value
    }
    entries[keyPath: place.entry].request = (ticket.number, task)
    requestsUnderWay[ticket.number] = { _ = await task.result }
    return task
  }

  /// Asks for a change of the customer info. The answers to reads that began before it was made are not cached.
  func change(_ ask: @Sendable (AppUserID) async throws -> CustomerInfoModel) async throws -> CustomerInfoModel {
    let ticket = newTicket(.info)
    // What was asked for before, or meanwhile, may have been answered without the change.
    entries.info.request = nil
    let info = try await ask(ticket.user)
    let isNewest = isCurrent(ticket, at: .info) && ticket.number > entries.info.lastChange
    try accept(info, at: .info, for: ticket, isNewest: isNewest)
    if isNewest {
      entries.info.request = nil
      entries.info.lastChange = ticket.number
    }
    return info
  }

  /// The ticket of a request that begins now.
  private func newTicket<Value>(_ place: Place<Value>) -> Ticket {
    requestCount += 1
    return Ticket(user: user.id, generation: entries[keyPath: place.entry].generation, number: requestCount)
  }

  /// Caches an answer if it is the newest, and throws an error if it is not the current user's.
  private func accept<Value>(_ value: Value, at place: Place<Value>, for ticket: Ticket, isNewest: Bool) throws {
    guard value.appUserID == ticket.user else { throw CustomerCacheError.answerForAnotherUser }
    guard ticket.user == user.id else { throw CustomerCacheError.userChanged }
    if isNewest {
      let copy = CachedCopy(value: value, date: dependencies.now(), runningTime: dependencies.stopwatch.elapsed())
      let isNew = entries[keyPath: place.entry].copy?.value != value
      entries[keyPath: place.entry].copy = copy
      place.onCached(self, copy, isNew)
    }
  }

  /// Whether nothing has been cleared or closed since the request began.
  private func isCurrent<Value>(_ ticket: Ticket, at place: Place<Value>) -> Bool {
    !isClosed && ticket.generation == entries[keyPath: place.entry].generation
  }

  /// Whether the request is the one that reads join.
  private func isAwaited<Value>(_ ticket: Ticket, at place: Place<Value>) -> Bool {
    isCurrent(ticket, at: place) && ticket.number == entries[keyPath: place.entry].request?.number
  }
}
