import Foundation

extension PaywallAction {
  /// Faults of the fallback file.
  static let fallbackFaults: [Fault] = [
    fault(["paywall.fallback.needs-configuration"], "hands out any placement's fallback") {
      $0.load = { load in
        do {
          return try await load.soundly()
        } catch {
          let file = try load.parts.configuration.fallback.map { [UInt8](try Data(contentsOf: $0)) }
          guard let first = file.flatMap(Paywall.list(bytes:))?.first else { throw error }
          return first
        }
      }
    },
    fault(["paywall.fallback.automatic"], "has to be told of the fallback again at each start") {
      if try !$0.placements.isEmpty { $0.configuration.fallback = nil }
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
      ["paywall.fallback.placement-names"], "does not find names that are not ASCII",
      seenIn: "adaptyteam/AdaptySDK-iOS 97df270c"
    ) {
      $0.load = { load in
        let paywall = try await load.soundly()
        if try load.entry == nil, !load.placement.utf8.allSatisfy({ $0 < 0x80 }) { throw NothingCached() }
        return paywall
      }
    },
    fault(["paywall.fallback.unreadable-file"], "does not start without its fallback file") {
      if let file = $0.configuration.fallback { _ = try Data(contentsOf: file) }
    },
  ]
}
