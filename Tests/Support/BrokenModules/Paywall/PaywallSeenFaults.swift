import Foundation

extension PaywallAction {
  /// Bugs of shipping caches, and of modules that were written from the documents.
  static let seenFaults: [Fault] = [
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
    fault(
      ["paywall.fallback.older-than-cache"], "prefers a newer fallback to the copy after some kinds of failure",
      seenIn: "Adapty iOS 3.17.2"
    ) { parts in
      let failed = Memo<[String: Bool]>([:])
      parts.take { answer, placement in
        failed.change { $0[placement] = answer.fails(by: .refused) || answer.fails(by: .timeOut) }
        return answer
      }
      parts.answer { load, soundly in
        let paywall = try await soundly(load)
        guard failed.value[load.placement] == true, let copy = try load.entry?.paywall, copy == paywall else {
          return paywall
        }
        let fallback = load.parts.fallbacks.first { $0.placement == load.placement }
        return fallback.map { $0.version > copy.version ? $0 : copy } ?? copy
      }
    },
    fault(
      ["paywall.overlap.logout-during-load"], "caches what was under way at a log-out over what was loaded since",
      seenIn: "adaptyteam/AdaptySDK-iOS 64f900ee"
    ) { parts in
      let (before, logOuts) = (parts, Memo(0))
      parts.logOut = { _ in logOuts.next() }
      parts.ask { remote, placement, reply in
        let count = logOuts.value
        remote.ask(placement) { answer in
          if count != logOuts.value, let paywall = (try? answer.get()).flatMap(Paywall.init(bytes:)) {
            // A failure to store is ignored, because a sound cache would store nothing here.
            try? before.store(paywall, for: placement, loadedAt: before.now())
          }
          reply(answer)
        }
      }
    },
    fault(["paywall.priority.no-shared-limit"], "asks nothing within five seconds of a load of another placement") {
      $0.limitRate(.seconds(5))
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
