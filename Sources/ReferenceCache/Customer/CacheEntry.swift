import Foundation

/// A value of the user's as it is cached.
struct CachedCopy<Value: BelongsToUser>: Sendable {
  let value: Value
  /// The date that it was fetched at.
  let date: Date
  /// The running time that it was fetched at, or nil if an earlier process fetched it.
  let runningTime: Duration?

  /// Whether it is no older than a copy may be before it is refreshed.
  ///
  /// Running time counts where it is known: no one can set it back. A date is all that a copy of an earlier process has;
  /// one ahead of now was stamped by a clock that has been set back since, and says nothing of the age.
  func isYoung(on date: Date, at runningTime: Duration) -> Bool {
    let age = self.runningTime.map { (runningTime - $0).seconds } ?? date.timeIntervalSince(self.date)
    return age >= 0 && age <= CustomerCache.longestYoung.seconds
  }
}

/// One value of the user's: its cached copy, and the request for it that is under way.
struct CacheEntry<Value: BelongsToUser>: Sendable {
  var copy: CachedCopy<Value>?
  /// The request that reads join, and its number.
  var request: (number: Int, task: Task<Value, any Error>)?
  /// The number of the newest change whose answer is cached: an older one's knows nothing of it.
  var lastChange = 0
  /// Another after each time that the entry is cleared: a request that began before counts for nothing after.
  var generation = UUID()

  /// Leaves nothing to read and nothing to join.
  mutating func clear() {
    copy = nil
    request = nil
    generation = UUID()
  }
}
