import Foundation

/// A cached copy of one of the user's values.
struct CachedCopy<Value: BelongsToUser>: Sendable {
  let value: Value
  /// The date when it was fetched.
  let date: Date
  /// The running time when it was fetched, or nil if an earlier process fetched it.
  let runningTime: Duration?

  /// Whether it is still young enough not to be refreshed.
  ///
  /// The running time decides where it is known, because nobody can set it back. A copy of an earlier process has only
  /// a date. A date in the future was recorded before the clock was set back, and says nothing about the age.
  func isYoung(on date: Date, at runningTime: Duration) -> Bool {
    let age = self.runningTime.map { (runningTime - $0).seconds } ?? date.timeIntervalSince(self.date)
    return age >= 0 && age <= CustomerCache.longestYoung.seconds
  }
}

/// The entry of one of the user's values: its cached copy, and the request for it that is under way.
struct CacheEntry<Value: BelongsToUser>: Sendable {
  var copy: CachedCopy<Value>?
  /// The request that reads join, with its number.
  var request: (number: Int, task: Task<Value, any Error>)?
  /// The number of the newest change whose answer is cached. The answer to an older change does not include it.
  var lastChange = 0
  /// Renewed each time the entry is cleared, so that the answer to a request that began earlier is not cached.
  var generation = UInt64.random(in: .min ... .max)

  /// Removes the copy, and detaches the request so that no read joins it.
  mutating func clear() {
    copy = nil
    request = nil
    generation = UInt64.random(in: .min ... .max)
  }
}
