import Foundation

extension CustomerAction {
  /// Faults in what removed listeners receive, and in what is requested in the foreground.
  static let listenerFaults: [Fault] = [
    fault(["customer.listener.removed"], "goes back to the listener of before") {
      let listeners = Memo<[CustomerInfoListener]>([])
      $0.setListener = { cache, listener in
        let last = listeners.change { listeners in
          if let listener { listeners.append(listener) } else { _ = listeners.popLast() }
          return listeners.last
        }
        await cache.setListener(last)
      }
    },
    fault(["customer.listener.removed"], "tells a listener that was removed of purchases") {
      let (last, isRemoved) = ($0.rememberListener(), Memo(false))
      $0.setListener = { [setListener = $0.setListener] cache, listener in
        isRemoved.value = listener == nil
        try await setListener(cache, listener)
      }
      $0.purchase = { cache, product in
        let info = try await cache.purchase(product)
        if isRemoved.value { last.value?(info) }
      }
    },
    fault(["customer.listener.removed"], "sets the last listener again for another user") {
      let last = $0.rememberListener()
      $0.logIn = { cache, user in
        try await cache.logIn(user)
        await cache.setListener(last.value)
      }
    },
    fault(["customer.foreground.quiet-when-young"], "counts from the last fetch, and takes a purchase for none") {
      let age = $0.knowAge()
      $0.enterForeground = { [background = $0.background] cache in
        await cache.endCycle()
        if age() > 300 { background.begin { _ = try? await cache.customerInfo(.fetchCurrent) } }
      }
    },
  ]
}

extension CustomerParts {
  /// Returns the last listener that was set, even if it was removed.
  fileprivate mutating func rememberListener() -> Memo<CustomerInfoListener?> {
    let last = Memo<CustomerInfoListener?>(nil)
    setListener = { [setListener] cache, listener in
      if let listener { last.value = listener }
      try await setListener(cache, listener)
    }
    return last
  }
}
