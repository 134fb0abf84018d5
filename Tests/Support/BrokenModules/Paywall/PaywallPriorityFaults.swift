import Foundation

extension PaywallAction {
  /// Faults in the order of the layers.
  static let priorityFaults: [Fault] = [
    fault(["paywall.priority.cdn-first"], "asks the server first") {
      $0.configuration.remotes.reverse()
    },
    fault(
      ["paywall.priority.server-after-cdn", "paywall.priority.kinds-of-failure"],
      "asks the server only after a time-out or an error of the CDN, and never where a copy is cached",
      seenIn: "Adapty iOS 3.17.2"
    ) { parts in
      let before = parts
      parts.asks(.server) { failure, placement in
        let copy = try? before.entry(for: placement)
        guard case .failure(let error) = failure, copy == nil else { return false }
        switch error as? RemoteFailure {
        case .timeOut, .status(500...): return true
        case .noNetwork, .refused, .status: return false
        // The reference's own time-out, which no layer answers with.
        case nil: return true
        }
      }
    },
  ]
}

extension PaywallParts {
  /// Asks a layer only if a condition on the answer of the layer before it holds; otherwise it fails at once.
  fileprivate mutating func asks(
    _ layer: RemoteLayer, where isAsked: @escaping @Sendable (Result<[UInt8], any Error>, _ placement: String) -> Bool
  ) {
    let answers = Memo<[String: Result<[UInt8], any Error>]>([:])
    ask { remote, placement, reply in
      if remote.name == "\(layer)" {
        let answer = answers.value[placement] ?? .failure(NothingCached())
        guard isAsked(answer, placement) else { return reply(.failure(RemoteFailure.refused)) }
        return remote.ask(placement, reply)
      }
      answers.change { $0[placement] = nil }
      remote.ask(placement) { answer in
        answers.change { $0[placement] = answer }
        reply(answer)
      }
    }
  }

  /// Fails every request for a placement soon after a request for another.
  mutating func limitRate(_ interval: Duration) {
    let (last, now) = (Memo<(placement: String, date: Date)?>(nil), now)
    ask { remote, placement, reply in
      if let last = last.value, last.placement != placement, now().timeIntervalSince(last.date) < interval.seconds {
        return reply(.failure(RemoteFailure.refused))
      }
      last.value = (placement, now())
      remote.ask(placement, reply)
    }
  }
}
