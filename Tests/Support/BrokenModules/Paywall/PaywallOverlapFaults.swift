import Foundation

extension PaywallAction {
  /// Faults of calls that overlap.
  static let overlapFaults: [Fault] = [
    fault(
      ["paywall.overlap.same-placement", "paywall.overlap.other-placement"], "has room for one load at a time"
    ) {
      let isBusy = Memo(false)
      $0.load = { load in
        if isBusy.replace(true) {
          _ = try await load.soundly()
          throw NothingCached()
        }
        defer { isBusy.change { $0 = false } }
        return try await load.soundly()
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
  ]
}
