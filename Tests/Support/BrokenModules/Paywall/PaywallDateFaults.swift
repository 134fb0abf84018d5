import Foundation

extension PaywallAction {
  /// Faults in the dates of copies.
  static let dateFaults: [Fault] = [
    fault(["paywall.policy.clock-set-back"], "takes a date that lies near for young, on whichever side of now") {
      $0.takeForYoung { ahead, maxAge in ahead <= maxAge }
    },
    fault(["paywall.policy.clock-set-back"], "takes half a day ahead for another time zone") {
      $0.takeForYoung { ahead, _ in ahead <= 43_200 }
    },
    fault(["paywall.lifecycle.age-survives-restart"], "has one date for all copies from one run to the next") {
      let dates = try $0.placements.compactMap { [parts = $0] in try parts.entry(for: $0)?.loadedAt }
      if let newest = dates.max() { try $0.stamp { _ in newest } }
    },
    fault(["paywall.lifecycle.age-survives-restart"], "counts only the time that it runs") { parts in
      let date = try RunningDate(in: parts.storage, parts.now)
      parts.now = date.now
      parts.close = { sound in
        sound.close()
        date.end()
      }
    },
    fault(["paywall.lifecycle.age-survives-restart"], "stores dates when it is closed") { parts in
      let (storage, mark) = (parts.storage, "closed")
      if try storage.read(collection: mark, key: mark) == nil { try parts.stamp { $0.now() } }
      try storage.apply([.remove(collection: mark, key: mark)])
      parts.close = { sound in
        // A mark that cannot be stored is lost, as the dates would be in a cache that works like this.
        try? storage.apply([.write(collection: mark, key: mark, value: [1])])
        sound.close()
      }
    },
  ]
}

extension PaywallParts {
  /// Treats a copy with a date in the future as young if a condition on the number of seconds ahead holds.
  fileprivate mutating func takeForYoung(
    _ isYoung: @escaping @Sendable (_ ahead: TimeInterval, _ maxAge: TimeInterval) -> Bool
  ) {
    load = { load in
      guard let maxAge = load.maxAge, let entry = try load.entry else { return try await load.soundly() }
      let ahead = entry.loadedAt.timeIntervalSince(load.parts.now())
      return ahead > 0 && isYoung(ahead, maxAge.seconds) ? entry.paywall : try await load.soundly()
    }
  }

  /// Fails every request that is under way when one fails.
  mutating func endAllWithAFailure() {
    let (underWay, count) = (Memo<[Int: PaywallRemote.Reply]>([:]), Memo(0))
    ask { remote, placement, reply in
      let number = count.next()
      underWay.change { $0[number] = reply }
      remote.ask(placement) { answer in
        let own = underWay.change { $0.removeValue(forKey: number) }
        if case .failure = answer { for other in underWay.replace([:]).values { other(answer) } }
        own?(answer)
      }
    }
  }

  /// Fails every request for some time after so many failures in a row.
  mutating func rest(_ time: Duration, afterFailures limit: Int) {
    let (failures, end, now) = (Memo(0), Memo<Date?>(nil), now)
    ask { remote, placement, reply in
      if let end = end.value, now() < end { return reply(.failure(RemoteFailure.refused)) }
      remote.ask(placement) { answer in
        if case .success = answer { failures.value = 0 } else { failures.next() }
        if failures.value >= limit { end.change { $0 = now().addingTimeInterval(time.seconds) } }
        reply(answer)
      }
    }
  }
}
