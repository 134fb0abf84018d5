/// The work that goes on behind callers' backs, and those who wait until there is none.
struct BackgroundWork {
  private(set) var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  mutating func begin() { count += 1 }

  mutating func end() {
    count -= 1
    wakeWaiting()
  }

  mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

  mutating func wakeWaiting() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

extension CustomerCache {
  /// The app comes to the foreground: what is old is refreshed behind it.
  public func enterForeground() {
    endCycle()
    if entries.info.copy.map(isYoung) != true { _ = fetch(.info) }
  }

  /// The app goes to the background. Left there, one in production refreshes about once a day.
  public func enterBackground() {
    endCycle()
    if environment == .production { startCycle(due: dependencies.runningTime() + Self.backgroundInterval) }
  }

  /// Waits until all work that is due behind callers' backs has finished.
  public func waitUntilIdle() async {
    while backgroundWork.count > 0 || isCycleDue {
      await withCheckedContinuation { backgroundWork.wait($0) }
    }
  }

  private var isCycleDue: Bool { cycle.map { $0.due <= dependencies.runningTime() } ?? false }

  private func startCycle(due: Duration) {
    let task = Task { [weak self, dependencies] in
      try await dependencies.sleep(due)
      await self?.refreshInBackground(due: due)
    }
    cycle = (due, task)
  }

  private func refreshInBackground(due: Duration) {
    guard cycle?.due == due else { return }
    _ = fetch(.info)
    // Counted from when this one was due, so that being woken late does not add up.
    startCycle(due: due + Self.backgroundInterval)
    backgroundWork.wakeWaiting()
  }

  /// Left where it is, the app refreshes no more by itself.
  package func endCycle() {
    cycle?.task.cancel()
    cycle = nil
    backgroundWork.wakeWaiting()
  }
}
