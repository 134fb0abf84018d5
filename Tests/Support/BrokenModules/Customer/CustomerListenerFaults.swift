extension CustomerAction {
  /// Faults in who is told of updates.
  static let listenerFaults: [Fault] = [
    fault(["customer.listener.not-told-twice"], "tells listeners everything twice") {
      $0.setListener = { cache, listener in
        guard let listener else { return await cache.setListener(nil) }
        await cache.setListener {
          listener($0)
          listener($0)
        }
      }
    },
    fault(["customer.listener.removed"], "tells a listener that was removed") {
      $0.setListener = { cache, listener in if let listener { await cache.setListener(listener) } }
    },
  ]
}
