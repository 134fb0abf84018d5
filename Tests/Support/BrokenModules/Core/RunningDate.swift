import Foundation

/// A date that stands still while the app does not run, for modules that only count running time.
struct RunningDate: Sendable {
  /// The date.
  let now: @Sendable () -> Date
  private let storage: any Storage
  private static let (collection, key) = ("running", "date")

  /// Continues from the date on which an earlier run ended.
  init(in storage: any Storage, _ now: @escaping @Sendable () -> Date) throws {
    self.storage = storage
    let earlier = try storage.read(collection: Self.collection, key: Self.key)
    let gap = earlier.flatMap { Double(String(decoding: $0, as: UTF8.self)) }
      .map { now().timeIntervalSinceReferenceDate - $0 }
    self.now = { now().addingTimeInterval(-(gap ?? 0)) }
  }

  /// Stores the date on which the run ended. If that fails, the date is lost, as in a module that works like this.
  func end() {
    let date = "\(now().timeIntervalSinceReferenceDate)"
    try? storage.apply([.write(collection: Self.collection, key: Self.key, value: Array(date.utf8))])
  }
}
