import Foundation

extension PaywallAction {
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
    fault(["paywall.overlap.restart-during-load"], "stores what arrives after its end, where it has no updates to end")
    {
      if $0.configuration.updateInterval == nil { $0.close = { _ in } }
    },
    fault(["paywall.overlap.restart-during-load"], "stores what the server brings after its end") {
      let newest = $0.noteWhoAnswers()
      $0.storeAfterEnd { newest.value == "\(RemoteLayer.server)" }
    },
    fault(["paywall.overlap.restart-during-load"], "stores what was to be preloaded after its end") {
      $0.storeAfterEnd { PaywallWork.current == .preload }
    },
  ]

  static let nameFaults: [Fault] = [
    finding("for what its name begins") { name, fallback in name.hasPrefix(fallback) },
    finding("of the same number") { name, fallback in Int(name).map { $0 == Int(fallback) } ?? false },
  ]

  /// The reference that returns the fallback of another name if it has nothing else.
  private static func finding(
    _ what: String, _ isMeant: @escaping @Sendable (_ name: String, _ fallback: String) -> Bool
  ) -> Fault {
    fault(["paywall.fallback.placement-names"], "returns the fallback \(what)") {
      $0.load = { load in
        do {
          return try await load.soundly()
        } catch {
          guard let found = load.parts.fallbacks.first(where: { isMeant(load.placement, $0.placement) }) else {
            throw error
          }
          return found
        }
      }
    }
  }

  static let answerFaults: [Fault] = [
    fault(["paywall.priority.kinds-of-failure"], "takes an error of the server for an answer") {
      $0.take { answer, placement in
        guard answer.fails(by: .serverError) else { return answer }
        return .success(Paywall(placement: placement, version: 0, content: []).bytes)
      }
    },
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

extension PaywallParts {
  /// Stores answers that arrive after the app has ended, if it has no updates and a condition holds.
  fileprivate mutating func storeAfterEnd(_ isStored: @escaping @Sendable () -> Bool) {
    if configuration.updateInterval != nil { return }
    let isEnded = Memo(false)
    store { $0.makes = { _ in !isEnded.value || isStored() } }
    close = { _ in isEnded.value = true }
  }
}
