extension PaywallAction {
  /// Faults with bad answers, silent layers, and odd names.
  static let inputFaults: [Fault] = [
    fault(["paywall.input.unusable-answer"], "takes garbage for an empty paywall") {
      $0.take { answer, placement in
        guard case .success(let bytes) = answer, Paywall(bytes: bytes) == nil else { return answer }
        return .success(Paywall(placement: placement, version: 0, content: []).bytes)
      }
    },
    fault(
      ["paywall.input.answers-twice", "paywall.input.late-answer"],
      "takes an answer that nobody waited for as the next request's"
    ) { $0.takeLeftOvers() },
    fault(["paywall.input.never-answers"], "drops the server's answer while the CDN is silent") {
      $0.dropAnswersBehindSilence()
    },
    fault(["paywall.input.empty-placement"], "takes the empty placement for any") {
      $0.load = { load in
        let any = try load.parts.placements.min().flatMap { try load.parts.entry(for: $0)?.paywall }
        guard load.placement.isEmpty, let any else { return try await load.soundly() }
        return any
      }
    },
    fault(["paywall.input.placement-names"], "cuts long names short") {
      $0.store { $0.key = { String($0.utf8.prefix(255)) ?? $0 } }
    },
  ]
}
