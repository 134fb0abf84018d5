extension CustomerCache {
  /// Called when the app enters the foreground: refreshes customer info in the background unless it is young.
  public func enterForeground() {
    endCycle()
    if entries.info.copy.map(isYoung) != true { _ = fetch(.info) }
  }

  /// Called when the app enters the background. In production, it then refreshes about once a day.
  public func enterBackground() {
    endCycle()
    guard environment == .production else { return }
    cycle = PeriodicTask(every: Self.backgroundInterval, on: dependencies.stopwatch) { [weak self] in
      _ = await self?.fetch(.info).result
    }
  }

  /// Waits until all due background work has finished.
  public func waitUntilIdle() async {
    await cycle?.waitUntilIdle()
    while let request = requestsUnderWay.values.first { await request() }
  }

  /// Stops the refreshes in the background.
  package func endCycle() { cycle?.stop() }
}
