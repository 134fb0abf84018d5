import Foundation

extension ResponseAction {
  /// Delegates that are not asked, sessions that keep what they should not, and stores that lose what they should keep.
  static let sessionStoreFaults: [Fault] = [
    deciding(
      ["response.will-cache.once", "response.will-cache.data-and-upload-only"],
      "remembers what the delegate decided on a URL"
    ) {
      delegate, proposal, world in
      let decided = world.world.storage.kept("decided on") { Memo<Set<String>>([]) }
      let isKnown = decided.change { !$0.insert(proposal.response.url).inserted }
      return isKnown ? proposal : await delegate(proposal)
    },
    fault(["response.will-cache.none", "response.will-cache.changed"], "asks about no answer that a redirect led to") {
      parts in
      parts.changeReference { sound in
        sound.send = { [before = sound.send] request, world in
          let response = try await before(request, world)
          if 300..<400 ~= response.status, let location = response.fields["Location"],
            let url = URL(string: location, relativeTo: URL(string: request.url))
          {
            world.redirected.change { _ = $0.insert(url.absoluteString) }
          }
          return response
        }
      }
      parts.configure = { configuration, sound in
        guard let delegate = configuration.willCache else { return }
        configuration.willCache = { [world = sound.world] proposal in
          world.redirected.value.contains(proposal.response.url) ? proposal : await delegate(proposal)
        }
      }
    },
    deciding(["response.storage.tightened"], "takes a delegate's notAllowed for nothing done") {
      delegate, proposal, _ in
      let answer = await delegate(proposal)
      return answer?.storagePolicy == .notAllowed ? nil : answer
    },
    loading(["response.storage.memory-only"], "writes to disk what a HEAD confirmed") { load in
      let response = try await load.soundly()
      var get = load
      get.request.method = "GET"
      if load.request.method == "HEAD", let stored = try get.stored { try get.store(stored) }
      return response
    },
    access(["response.storage.memory-only"], "begins memory anew where it is made larger") { store, sound in
      let inMemory = Memo<Set<RequestMessage>>([])
      store.store = { response, request in
        inMemory.change { requests in
          requests.remove(request)
          if response.storagePolicy == .allowedInMemoryOnly { requests.insert(request) }
        }
        try sound.store(response, for: request)
      }
      store.changeCapacity = { capacity in
        if capacity.memory > sound.capacity().memory {
          for request in inMemory.value { try sound.removeResponse(for: request) }
        }
        try sound.setCapacity(capacity)
      }
    },
    configuring(["response.load.no-store"], "gives a session that has none the store that its kind comes with") {
      configuration, _ in
      if configuration.store == nil, configuration.kind != .standard { configuration.leavesStore = true }
    },
    access(["response.store.replaces", "response.store.survives-kill"], "loses the file of a large body in its place") {
      store, sound in
      store.store = { response, request in
        var response = response
        let isThere = try sound.storedResponse(for: request) != nil
        if isThere, response.response.body.count > 1 << 14 { response.storagePolicy = .allowedInMemoryOnly }
        try sound.store(response, for: request)
      }
    },
    storing(["response.store.memory-and-disk"], "loses what has a line break or a tab beside its body") {
      response, _ in
      let texts = response.response.fields.lines.map(\.value) + response.userInfo.values
      let isBroken = texts.contains { $0.utf8.contains { [9, 10, 13].contains($0) } }
      if isBroken, response.storagePolicy == .allowed { response.storagePolicy = .allowedInMemoryOnly }
    },
    fault(["response.usage.within-capacity"], "counts what earlier runs removed") { parts in
      let counts = Memo<[ObjectIdentifier: Memo<Int>]>([:])
      parts.open = { sound, place, capacity in
        let removed = sound.world.removedBytes
        let store = try sound.openStore(
          at: place, capacity: ByteCounts(memory: capacity.memory, disk: max(0, capacity.disk - removed.value)))
        counts.change { $0[ObjectIdentifier(store.store)] = removed }
        return store
      }
      parts.access = { store, sound in
        store.remove = { request in
          let before = sound.usage().disk
          try sound.removeResponse(for: request)
          let more = before - sound.usage().disk
          counts.value[ObjectIdentifier(sound.store)]?.change { $0 += more }
        }
      }
    },
  ]

  /// The reference that asks the delegate in another way.
  private static func deciding(
    _ rules: [RuleID], _ name: String,
    _ decide: @escaping @Sendable (WillCache, StoredResponse, ResponseWorld) async -> StoredResponse?
  ) -> Fault {
    configuring(rules, name) { configuration, sound in
      guard let delegate = configuration.willCache else { return }
      configuration.willCache = { [world = sound.world] in await decide(delegate, $0, world) }
    }
  }
}

extension ResponseWorld {
  /// The targets of redirects.
  fileprivate var redirected: Memo<Set<String>> { world.storage.kept("redirected") { Memo([]) } }
  /// The number of bytes that were removed.
  fileprivate var removedBytes: Memo<Int> { world.storage.kept("removed bytes") { Memo(0) } }
}
