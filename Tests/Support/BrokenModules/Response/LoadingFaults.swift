extension ResponseAction {
  /// Loads that follow the wrong policy, or store what they should not.
  static let policyFaults: [Fault] = [
    confusing(
      ["response.policy.reload-ignoring-local"], "serves a fresh stored response", seenIn: urlSession,
      .reloadIgnoringLocalCacheData, with: .useProtocolCachePolicy),
    loading(["response.policy.reload-ignoring-local"], "asks twice") { load in
      if load.policy == .reloadIgnoringLocalCacheData { _ = try await load.soundly() }
      return try await load.soundly()
    },
    loading(["response.policy.reload-ignoring-local"], "serves what is stored when the origin is down") { load in
      do {
        return try await load.soundly()
      } catch {
        if load.policy == .reloadIgnoringLocalCacheData, let stored = try load.stored { return stored }
        throw error
      }
    },
    loading(
      ["response.load.stores", "response.policy.default-is-use-protocol"], "asks twice for what is not stored"
    ) { load in
      let isMiss = try load.stored == nil && load.request.policy != .returnCacheDataElseLoad
      if isMiss { _ = try await load.world.send(load.request) }
      return try await load.soundly()
    },
    confusing(
      ["response.policy.dont-load-hit"], "wants a fresh response", .returnCacheDataDontLoad,
      with: .useProtocolCachePolicy),
    confusing(
      ["response.policy.dont-load-miss"], "goes to the network", seenIn: urlSession, .returnCacheDataDontLoad,
      with: .returnCacheDataElseLoad),
    confusing(
      ["response.policy.else-load-hit"], "loads anew what is not fresh", .returnCacheDataElseLoad,
      with: .useProtocolCachePolicy),
    confusing(
      ["response.policy.else-load-miss"], "does not load", .returnCacheDataElseLoad, with: .returnCacheDataDontLoad),
    loading(["response.policy.default-is-use-protocol"], "reloads by default") { load in
      try await load.under(load.request.policy ?? load.configuration.policy ?? .reloadIgnoringLocalCacheData)
    },
    confusing(
      ["response.policy.reload-ignoring-remote"], "lets remote caches answer", .reloadIgnoringLocalAndRemoteCacheData,
      with: .reloadIgnoringLocalCacheData),
    confusing(
      ["response.policy.reload-revalidating"], "serves without asking", .reloadRevalidatingCacheData,
      with: .returnCacheDataElseLoad),
    loading(["response.session.policy-inherited"], "forgets the session's policy") { load in
      try await load.under(load.request.policy ?? .useProtocolCachePolicy)
    },
    loading(["response.session.policy-inherited"], "inherits only whether to load") { load in
      let isLoading: [RequestPolicy] = [.returnCacheDataDontLoad, .reloadIgnoringLocalCacheData]
      let inherited = load.configuration.policy.flatMap { isLoading.contains($0) ? $0 : nil }
      return try await load.under(load.request.policy ?? inherited ?? .useProtocolCachePolicy)
    },
    loading(["response.session.policy-inherited"], "forgets the session's policy where no delegate is told") { load in
      let isTold = load.call == .delegate && load.kind == .data
      return try await load.under(load.request.policy ?? (isTold ? load.configuration.policy : .useProtocolCachePolicy))
    },
    loading(["response.scheme.others-not-cached"], "stores the files that were loaded for want of a copy") { load in
      let response = try await load.soundly()
      if load.isOver("file"), load.policy == .returnCacheDataElseLoad { try load.store(response) }
      return response
    },
    loading(["response.session.request-overrides"], "lets the session's policy win") { load in
      try await load.under(load.configuration.policy ?? load.request.policy)
    },
    loading(["response.scheme.http-and-https-cached"], "does not cache HTTPS") { load in
      load.isOver("https") ? try await load.world.send(load.request) : try await load.soundly()
    },
    loading(["response.scheme.https-on-disk-by-default"], "keeps HTTPS in memory only") { load in
      let response = try await load.soundly()
      if load.isOver("https") { try load.store(response, .allowedInMemoryOnly) }
      return response
    },
    loading(
      ["response.scheme.others-not-cached", "response.scheme.file-policy-controls-access"],
      "caches files, and serves them from the store"
    ) { load in
      guard load.isOver("file") else { return try await load.soundly() }
      if let stored = try load.stored { return stored }
      let response = try await load.soundly()
      try load.store(response)
      return response
    },
    loading(["response.scheme.file-policy-controls-access"], "reads files under any policy") { load in
      try await load.under(load.isOver("file") ? .useProtocolCachePolicy : load.request.policy)
    },
    loading(["response.load.stores"], "stores nothing that was loaded", seenIn: urlSession) {
      try await $0.withoutStoring()
    },
    loading(["response.load.serves-stored-by-hand"], "does not look at the store") { load in
      try await load.under(.reloadIgnoringLocalCacheData)
    },
  ]

  /// Sessions that use the wrong store, or ask their delegate in the wrong way.
  static let loadingFaults: [Fault] = [
    fault(["response.load.own-store"], "has one store for all sessions") { parts in
      parts.open = { sound, place, capacity in
        let only = sound.world.world.storage.kept("the only store") { Memo<ReferenceResponseStore?>(nil) }
        return try await only.first { try sound.openStore(at: place, capacity: capacity) }
      }
    },
    configuring(["response.load.own-store"], "gives each session a store of its own") { configuration, sound in
      guard configuration.store != nil, !configuration.leavesStore else { return }
      configuration.store = try sound.openStore(
        at: sound.world.world.storage.place("session"), capacity: ByteCounts(memory: 1 << 20, disk: 1 << 20))
    },
    fault(["response.load.configured-store"], "reads back another store") { parts in
      parts.readBack = { _, sound in try sound.sharedStore() }
    },
    configuring(["response.load.no-store"], "uses the shared store where none is given") { configuration, sound in
      if !configuration.leavesStore { configuration.store = try configuration.store ?? sound.sharedStore() }
    },
    configuring(["response.session.default-store"], "comes with a store that nothing shares") { configuration, sound in
      guard configuration.leavesStore, configuration.kind == .standard else { return }
      configuration.leavesStore = false
      configuration.store = try sound.openStore(
        at: sound.world.world.storage.place("session"), capacity: ByteCounts(memory: 1 << 20, disk: 1 << 20))
    },
    configuring(["response.session.ephemeral"], "has ephemeral sessions over the shared store") {
      configuration, sound in
      guard configuration.leavesStore, configuration.kind == .ephemeral else { return }
      configuration.leavesStore = false
      configuration.store = try sound.sharedStore()
    },
    loading(["response.load.every-call"], "goes past the store where no delegate is told") { load in
      load.call == .delegate ? try await load.soundly() : try await load.world.send(load.request)
    },
    asking(["response.will-cache.as-proposed"], "caches nothing once asked") { delegate, proposal in
      _ = await delegate(proposal)
      return nil
    },
    asking(["response.will-cache.none", "response.will-cache.changed"], "caches the proposal all the same") {
      delegate, proposal in
      _ = await delegate(proposal)
      return proposal
    },
    asking(["response.will-cache.none"], "asks about no error page, and keeps it") { delegate, proposal in
      proposal.response.status < 400 ? await delegate(proposal) : proposal
    },
    asking(["response.will-cache.changed"], "keeps in memory only what the delegate noted something beside") {
      delegate, proposal in
      var answer = await delegate(proposal)
      if answer?.userInfo.isEmpty == false { answer?.storagePolicy = .allowedInMemoryOnly }
      return answer
    },
    asking(["response.will-cache.once"], "asks the delegate twice") { delegate, proposal in
      _ = await delegate(proposal)
      return await delegate(proposal)
    },
    loading(["response.will-cache.data-and-upload-only"], "asks the delegate for downloads too") { load in
      let response = try await load.soundly()
      if load.kind == .download { _ = await load.configuration.willCache?(StoredResponse(response)) }
      return response
    },
    loading(["response.will-cache.data-and-upload-only"], "asks the delegate for no upload, and keeps its answer") {
      load in
      let response = try await load.soundly()
      if load.kind == .upload { try load.store(response) }
      return response
    },
    loading(["response.will-cache.not-in-background-or-ephemeral"], "asks the delegate in every session") { load in
      let response = try await load.soundly()
      if load.configuration.kind != .standard { _ = await load.configuration.willCache?(StoredResponse(response)) }
      return response
    },
  ]

  /// The reference that asks the delegate in another way.
  private static func asking(
    _ rules: [RuleID], _ name: String,
    _ ask: @escaping @Sendable (@escaping WillCache, StoredResponse) async -> StoredResponse?
  ) -> Fault {
    configuring(rules, name) { configuration, _ in
      guard let delegate = configuration.willCache else { return }
      configuration.willCache = { await ask(delegate, $0) }
    }
  }
}

extension ResponseLoad {
  fileprivate func isOver(_ scheme: String) -> Bool { request.url.hasPrefix("\(scheme):") }
}
