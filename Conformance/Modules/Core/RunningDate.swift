import Foundation

/// A date that stands still while the app does not run: for modules that count only the time that they run.
struct RunningDate: Sendable {
  /// The date.
  let now: @Sendable () -> Date
  private let storage: any Storage
  private static let (collection, key) = ("running", "date")

  /// Goes on from the date that an earlier run ended at.
  init(in storage: any Storage, _ now: @escaping @Sendable () -> Date) throws {
    self.storage = storage
    let earlier = try storage.read(collection: Self.collection, key: Self.key)
    let gap = earlier.flatMap { Double(String(decoding: $0, as: UTF8.self)) }
      .map { now().timeIntervalSinceReferenceDate - $0 }
    self.now = { now().addingTimeInterval(-(gap ?? 0)) }
  }

  /// Remembers where the run ended. What cannot be stored is lost, as the date is in such a module.
  func end() {
    let date = "\(now().timeIntervalSinceReferenceDate)"
    try? storage.apply([.write(collection: Self.collection, key: Self.key, value: Array(date.utf8))])
  }
}
