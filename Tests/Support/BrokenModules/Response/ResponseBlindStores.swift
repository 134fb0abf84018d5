import Foundation

/// The reference with a store that is blind to an input.
extension ResponseAction {
  static let blindStores: [BlindModule] = [
    blind(to: .ending, "always an end in order") {
      $0.changeReference { sound in sound.storage = { LateStorage($0) } }
    },
    keyed(.responseRequest, "always the same") { _ in RequestMessage("http://one.test/") },
    keyed(.responseMethod, "always GET") { RequestMessage($0.url) },
    keyed(.responseScheme, "always http") { $0.changing { $0.scheme = "http" } },
    keyed(.responseHost, "always the same") { $0.changing { $0.host = "one.test" } },
    keyed(.responsePort, "always the scheme's") { $0.changing { $0.port = nil } },
    keyed(.responsePath, "always the root") { $0.changing { $0.percentEncodedPath = "/" } },
    keyed(.responseQuery, "never there") { $0.changing { $0.percentEncodedQuery = nil } },
    keyed(.responseUser, "never there") { $0.changing { $0.user = nil } },
    keyed(.responseFragment, "always part of the URL") {
      RequestMessage($0.url.replacing("#", with: "%23"), method: $0.method)
    },
    keyed(.responseLength, "never above 200") { RequestMessage(String($0.url.prefix(200)), method: $0.method) },
    keeping(.responseStoragePolicy, "always allowed") { $0.storagePolicy = .allowed },
    keeping(.responseDisk, "never there") {
      if $0.storagePolicy == .allowed { $0.storagePolicy = .allowedInMemoryOnly }
    },
    keeping(.responseNotes, "never there") { $0.userInfo = [:] },
    keeping(.responseStatus, "always 200") { $0.response.status = 200 },
    storing(.responseEarlier, "never replaced") { store, sound in
      store.store = { if try sound.storedResponse(for: $1) == nil { try sound.store($0, for: $1) } }
    },
    storing(.responseRemoved, "always all") { store, sound in store.remove = { _ in try sound.removeAllResponses() } },
    storing(.responseAllRemoved, "never") { store, _ in store.removeAll = {} },
    storing(.responseMoment, "always the start") { store, sound in
      store.removeSince = { _ in try sound.removeResponses(since: .distantPast) }
    },
    storing(.responseMoment, "always now") { store, _ in store.removeSince = { _ in } },
    storing(.responseSecondsPart, "always whole") { store, sound in
      store.removeSince = { date in
        try sound.removeResponses(
          since: Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.up)))
      }
    },
    storing(.responseCapacity, "always more") { store, sound in
      let shown = Memo(sound.capacity())
      try? sound.setCapacity(ByteCounts(memory: .max, disk: .max))
      store.readCapacity = { shown.value }
      store.changeCapacity = { capacity in shown.value = capacity }
    },
    storing(.responseSize, "always nothing") { store, _ in store.readUsage = { ByteCounts(memory: 0, disk: 0) } },
    blind(to: .responseDamage, "never there") { action in
      if case .world(.damage) = action { .restart } else { action }
    },
    storing(.responseOthers, "never there") { store, sound in
      store.findWhatWasStoredLast(of: sound)
    },
  ]

  private static func storing(
    _ input: RuleInput, _ direction: String,
    _ change: @escaping @Sendable (inout StubResponseStore, ReferenceResponseStore) -> Void
  ) -> BlindModule { blind(to: input, direction) { $0.changeAccess(change) } }

  private static func keeping(
    _ input: RuleInput, _ direction: String, _ change: @escaping @Sendable (inout StoredResponse) -> Void
  ) -> BlindModule {
    storing(input, direction) { store, sound in
      store.store = { response, request in
        var response = response
        change(&response)
        try sound.store(response, for: request)
      }
    }
  }

  private static func keyed(
    _ input: RuleInput, _ direction: String, _ key: @escaping @Sendable (RequestMessage) -> RequestMessage
  ) -> BlindModule {
    storing(input, direction) { store, sound in
      store.find = { try sound.storedResponse(for: key($0)) }
      store.store = { try sound.store($0, for: key($1)) }
      store.remove = { try sound.removeResponse(for: key($0)) }
    }
  }
}

extension RequestMessage {
  /// The request with a part of its URL changed.
  fileprivate func changing(_ change: (inout URLComponents) -> Void) -> Self {
    guard var parts = URLComponents(string: url) else { return self }
    change(&parts)
    return RequestMessage(parts.string ?? url, method: method)
  }
}
