import Synchronization

/// A queue of events, whose reader waits for a limited time.
package final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var events: [Element] = []
    var waiting: (continuation: CheckedContinuation<Element?, Never>, watch: Watchdog.Watch)?
    /// How many times somebody has waited.
    var waits = 0
  }

  private let state = Mutex(State())

  package init() {}

  package func put(_ event: Element) {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      if state.waiting == nil { state.events.append(event) }
      return state.waiting
    }
    guard let waiting else { return }
    Watchdog.shared.stopWatching(waiting.watch)
    waiting.continuation.resume(returning: event)
  }

  /// Returns the next event, or nil once the time has passed. Only one task may wait at a time.
  package func next(within limit: Duration) async -> Element? {
    await withCheckedContinuation { continuation in
      let event = state.withLock { state -> Element? in
        if !state.events.isEmpty { return state.events.removeFirst() }
        state.waits += 1
        let watch = Watchdog.shared.watch(after: limit) { [self, wait = state.waits] in
          giveUp(wait)
          return nil
        }
        state.waiting = (continuation, watch)
        return nil
      }
      if let event { continuation.resume(returning: event) }
    }
  }

  /// Ends this wait, if it still lasts.
  private func giveUp(_ wait: Int) {
    let waiting = state.withLock { state in
      guard state.waits == wait else { return CheckedContinuation<Element?, Never>?.none }
      defer { state.waiting = nil }
      return state.waiting?.continuation
    }
    waiting?.resume(returning: nil)
  }
}
