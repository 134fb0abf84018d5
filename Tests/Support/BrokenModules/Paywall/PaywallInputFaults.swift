extension PaywallAction {
  /// Faults with bad answers, silent layers, and odd names.
  static let inputFaults: [Fault] = [
    fault(["paywall.input.unusable-answer"], "takes garbage for an empty paywall") {
      $0.take { answer, placement in
        guard case .success(let bytes) = answer, Paywall(bytes: bytes) == nil else { return answer }
        return .success(Paywall(placement: placement, version: 0, content: []).bytes)
      }
    }
  ]
}
