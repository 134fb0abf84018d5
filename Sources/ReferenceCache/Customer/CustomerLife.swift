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
    while true {
      if let request = requestsUnderWay.values.first {
        await request()
      } else if let cycle, cycle.due <= dependencies.runningTime() {
        _ = await cycle.task.result
      } else {
        return
      }
    }
  }

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
  }

  /// Stops the refreshes in the background.
  package func endCycle() {
    cycle?.task.cancel()
    cycle = nil
  }
}
