/// Counts the background tasks, and keeps the callers that wait for them to finish.
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
  /// Called when the app enters the foreground: refreshes customer info in the background unless it is young.
  public func enterForeground() {
    endCycle()
    if entries.info.copy.map(isYoung) != true { _ = fetch(.info) }
  }

  /// Called when the app enters the background. In production, it then refreshes about once a day.
  public func enterBackground() {
    endCycle()
    if environment == .production { startCycle(due: dependencies.runningTime() + Self.backgroundInterval) }
  }

  /// Waits until all due background work has finished.
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
    // Counted from when this refresh was due, so that delays do not add up.
    startCycle(due: due + Self.backgroundInterval)
    backgroundWork.wakeWaiting()
  }

  /// Stops the refreshes in the background.
  package func endCycle() {
    cycle?.task.cancel()
    cycle = nil
    backgroundWork.wakeWaiting()
  }
}
