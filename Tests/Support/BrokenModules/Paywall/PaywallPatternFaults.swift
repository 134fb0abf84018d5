extension PaywallAction {
  /// Faults of the adaptive service, of refreshes, and of the repository.
  static let patternFaults: [Fault] = [
    fault(["paywall.adaptive.poor-network-prefers-cache"], "takes fair for good") { $0.takeForGood { $0 >= .fair } },
    fault(["paywall.refresh.follows-the-order"], "knows the network only when it refreshes") {
      $0.refresh = { try await $0.first(of: [.cdn, .server]) }
    },
    fault(["paywall.preload.failure-is-silent"], "preloads the first placement only") {
      $0.critical = { Set($0.sorted().prefix(1)) }
    },
    fault(["paywall.preload.none-when-empty"], "takes no critical placement for all that are cached") { parts in
      let sound = parts
      parts.critical = { placements in placements.isEmpty ? Set(try sound.placements) : placements }
    },
    fault(["paywall.preload.others-unaffected"], "the repository keeps whatever it once returned") {
      let returned = Memo<[String: Paywall]>([:])
      $0.preloaded = { load in
        if let paywall = returned.value[load.placement] { return paywall }
        let paywall = try await load.sound.preloadedPaywall(for: load.placement)
        returned.change { $0[load.placement] = paywall }
        return paywall
      }
    },
  ]
}
