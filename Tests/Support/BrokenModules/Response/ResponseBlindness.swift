import Foundation

extension ResponseAction {
  package static var blindModules: [BlindModule] {
    blindLoaders + blindReaders + blindStores + blindSessions + blindToLifetimes + blindKeepers + blindInvalidators
      + blindToMessages + blindToAnswers + confirmingBlindModules + overlapBlindModules
  }

  static func loads(
    blindTo input: RuleInput, _ direction: String,
    _ load: @escaping @Sendable (ResponseLoad) async throws -> ResponseMessage
  ) -> BlindModule { blind(to: input, direction) { $0.load = load } }

  private static func configures(
    blindTo input: RuleInput, _ direction: String,
    _ configure: @escaping @Sendable (inout ResponseParts.Configuration, ReferenceResponses) throws -> Void
  ) -> BlindModule { blind(to: input, direction) { $0.configure = configure } }

  /// Loads that ignore a policy, what is stored, or a part of the request.
  private static let blindLoaders: [BlindModule] = [
    loads(blindTo: .responsePolicy, "always the default") { try await $0.under(.useProtocolCachePolicy) },
    loads(blindTo: .responseSessionPolicy, "always the default") {
      try await $0.under($0.request.policy ?? .useProtocolCachePolicy)
    },
    loads(blindTo: .responsePolicyOwner, "always the session") {
      try await $0.under($0.configuration.policy ?? $0.request.policy)
    },
    loads(blindTo: .responseHit, "never one") { load in
      // What is asked for whatever is stored is asked for all the same.
      if try load.stored == nil || load.policy == .reloadIgnoringLocalAndRemoteCacheData {
        return try await load.soundly()
      }
      return try await load.world.send(load.request)
    },
    loads(blindTo: .responseMiss, "never one") { load in
      if try load.policy == .returnCacheDataElseLoad && load.stored == nil {
        return ResponseMessage(url: load.request.url)
      }
      return try await load.soundly()
    },
    loads(blindTo: .responseLoaded, "never stored") { try await $0.withoutStoring() },
    loads(blindTo: .responseHttps, "never cached") { load in
      load.request.url.hasPrefix("https:") ? try await load.world.send(load.request) : try await load.soundly()
    },
    loads(blindTo: .responseFile, "always cached") { load in
      guard load.request.url.hasPrefix("file:") else { return try await load.soundly() }
      if let stored = try load.stored { return stored }
      let response = try await load.soundly()
      try load.store(response)
      return response
    },
    loads(blindTo: .responseCall, "never one to the store but the delegate's") { load in
      load.call == .delegate ? try await load.soundly() : try await load.world.send(load.request)
    },
    loads(blindTo: .responseTask, "always a data task") { load in
      let response = try await load.soundly()
      if load.kind == .download { _ = await load.configuration.willCache?(StoredResponse(response)) }
      return response
    },
    loads(blindTo: .responseMustRevalidate, "never there") { load in
      let isThere = try load.stored?.fields["Cache-Control"]?.contains("must-revalidate") ?? false
      return try await isThere ? load.loadServingStoredOnError() : load.soundly()
    },
    blind(to: .responseNoValidator, "always one") { parts in
      let lacking = Memo(Set<String>())
      parts.changeLoading { load, inner in
        let fields = load.policy == .useProtocolCachePolicy ? try load.stored?.fields : nil
        let lacksAny = fields.map { $0["ETag"] == nil && $0["Last-Modified"] == nil } ?? false
        lacking.change { if lacksAny { $0.insert(load.request.url) } else { $0.remove(load.request.url) } }
        return try await inner(load)
      }
      parts.changeSending { request, send in
        var request = request
        if request.method == "GET", lacking.value.contains(request.url) {
          request.fields["If-None-Match"] = "\"version\""
        }
        return try await send(request)
      }
    },
  ]

  /// Sessions that mistake one store, kind or delegate's answer for another.
  private static let blindSessions: [BlindModule] = [
    configures(blindTo: .responseStore, "always the shared one") { configuration, sound in
      if configuration.store != nil { configuration.store = try sound.sharedStore() }
    },
    configures(blindTo: .responseNoStore, "always the main one") { configuration, sound in
      guard configuration.store == nil, !configuration.leavesStore else { return }
      configuration.store = try sound.openStore(
        at: sound.world.world.storage.place("main"), capacity: ByteCounts(memory: 1 << 20, disk: 4 << 20))
    },
    configures(blindTo: .responseOwnStore, "always private") { configuration, sound in
      guard configuration.leavesStore, configuration.kind == .standard else { return }
      configuration.leavesStore = false
      configuration.store = try sound.openStore(
        at: sound.world.world.storage.place("session"), capacity: ByteCounts(memory: 1 << 20, disk: 1 << 20))
    },
    configures(blindTo: .responseSessionKind, "always standard") { configuration, _ in configuration.kind = .standard },
    delegating(.responseDelegateAnswer, "always the proposal") { delegate, proposal in
      _ = await delegate(proposal)
      return proposal
    },
    delegating(.responseDelegateConsent, "never given") { delegate, proposal in
      _ = await delegate(proposal)
      return nil
    },
    delegating(.responseDelegateAsked, "never yet") { delegate, proposal in
      _ = await delegate(proposal)
      return await delegate(proposal)
    },
  ]

  private static func delegating(
    _ input: RuleInput, _ direction: String,
    _ ask: @escaping @Sendable (@escaping WillCache, StoredResponse) async -> StoredResponse?
  ) -> BlindModule {
    configures(blindTo: input, direction) { configuration, _ in
      guard let delegate = configuration.willCache else { return }
      configuration.willCache = { await ask(delegate, $0) }
    }
  }
}
