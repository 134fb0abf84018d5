import Foundation

extension ResponseAction {
  /// Loads where none is allowed, and answers that the origin did not confirm.
  static let notLoadingFaults: [Fault] = [
    loading(["response.policy.dont-load-hit", "response.policy.else-load-hit"], "refreshes what may be served stale") {
      load in
      let isCached = load.policy == .returnCacheDataDontLoad || load.policy == .returnCacheDataElseLoad
      if isCached, try load.stored?.fields["Cache-Control"]?.contains("stale-while-revalidate") ?? false {
        _ = try await load.world.send(load.request)
      }
      return try await load.soundly()
    },
    loadingAnyway("a part") { $0.request.fields["Range"] != nil },
    loadingAnyway("without a store") { $0.session.configuredStore() == nil },
    loading(["response.policy.dont-load-hit"], "loads what a stored redirect leads to") { load in
      guard load.policy == .returnCacheDataDontLoad, let location = try load.stored?.fields["Location"],
        let url = URL(string: location, relativeTo: URL(string: load.request.url))
      else { return try await load.soundly() }
      return try await load.world.send(RequestMessage(url.absoluteString))
    },
    loading(["response.scheme.file-policy-controls-access"], "reads files whatever the session's policy") { load in
      let isFile = load.request.url.hasPrefix("file:")
      return try await isFile ? load.under(load.request.policy ?? .useProtocolCachePolicy) : load.soundly()
    },
    loading(["response.policy.reload-revalidating"], "serves what could not be confirmed") { load in
      guard load.policy == .reloadRevalidatingCacheData, let stored = try load.stored else {
        return try await load.soundly()
      }
      let response = try await load.soundly()
      return response.status >= 400 ? stored : response
    },
    loading(["response.policy.reload-revalidating"], "serves unasked what has no tag to ask by") { load in
      if load.policy == .reloadRevalidatingCacheData, let stored = try load.stored, stored.fields["ETag"] == nil {
        return stored
      }
      return try await load.soundly()
    },
    servingAgain("served", wasStored: true), servingAgain("loaded", wasStored: false),
    fault(["response.usage.within-capacity"], "takes room for each confirmation") {
      $0.changeLoading { load, inner in
        let count = load.world.world.storage.kept("confirmations") { Memo(0) }
        let response = try await inner(load)
        if count.next() > 50 { try load.session.configuredStore()?.removeAllResponses() }
        return response
      }
    },
  ]

  /// Stores that keep too much or too little on disk.
  static let reopenedFaults: [Fault] = [
    access(["response.storage.memory-only"], "writes to disk what does not fit into memory") { store, sound in
      store.store = { response, request in
        var response = response
        let size = sound.usage().memory + response.response.body.count
        let isSpilled = response.storagePolicy == .allowedInMemoryOnly && size > sound.capacity().memory
        if isSpilled { response.storagePolicy = .allowed }
        try sound.store(response, for: request)
      }
    },
    access(["response.store.memory-and-disk"], "keeps a hundred responses on disk") { store, sound in
      let count = Memo(0)
      store.store = { response, request in
        var response = response
        if count.next() > 100, response.storagePolicy == .allowed { response.storagePolicy = .allowedInMemoryOnly }
        try sound.store(response, for: request)
      }
    },
    storing(["response.store.memory-and-disk"], "keeps bodies of 64 KiB and more in memory only") { response, _ in
      if response.response.body.count >= 1 << 16, response.storagePolicy == .allowed {
        response.storagePolicy = .allowedInMemoryOnly
      }
    },
    storing(["response.store.memory-and-disk"], "keeps long, empty and odd header fields in memory only") {
      response, _ in
      let lines = response.response.fields.lines
      let isOdd = lines.map(\.value.utf8).contains { $0.isEmpty || $0.count > 255 || !$0.allSatisfy { $0 < 128 } }
      if isOdd || lines.count > 32, response.storagePolicy == .allowed { response.storagePolicy = .allowedInMemoryOnly }
    },
    access(["response.storage.allowed"], "writes nothing more once there was no room") { store, sound in
      let hadNone = Memo(false)
      store.changeCapacity = { capacity in
        if capacity.disk == 0 { hadNone.value = true }
        try sound.setCapacity(capacity)
      }
      store.store = { response, request in
        var response = response
        if hadNone.value, response.storagePolicy == .allowed { response.storagePolicy = .allowedInMemoryOnly }
        try sound.store(response, for: request)
      }
    },
    access(["response.remove.one"], "removes what it has looked at since it was opened") { store, sound in
      let known = Memo<Set<String>>([])
      store.store = { response, request in
        known.change { _ = $0.insert(request.url) }
        try sound.store(response, for: request)
      }
      store.find = { request in
        known.change { _ = $0.insert(request.url) }
        return try sound.storedResponse(for: request)
      }
      store.remove = { if known.value.contains($0.url) { try sound.removeResponse(for: $0) } }
    },
    access(["response.remove.since"], "leaves what is in memory only") { store, sound in
      let inMemory = Memo<[RequestMessage: StoredResponse]>([:])
      store.store = { response, request in
        inMemory.change { $0[request] = response.storagePolicy == .allowedInMemoryOnly ? response : nil }
        try sound.store(response, for: request)
      }
      store.removeSince = { date in
        try sound.removeResponses(since: date)
        for (request, response) in inMemory.value { try sound.store(response, for: request) }
      }
    },
    access(["response.usage.reported"], "goes on counting what was removed since a date") { store, sound in
      let removed = Memo(ByteCounts(memory: 0, disk: 0))
      store.removeSince = { date in
        let before = sound.usage()
        try sound.removeResponses(since: date)
        removed.value = ByteCounts(
          memory: before.memory - sound.usage().memory, disk: before.disk - sound.usage().disk)
      }
      store.readUsage = {
        let (usage, more) = (sound.usage(), removed.value)
        return ByteCounts(memory: usage.memory + more.memory, disk: usage.disk + more.disk)
      }
    },
  ]

  /// The reference that asks the origin although the policy allows no load.
  private static func loadingAnyway(
    _ what: String, _ isLoaded: @escaping @Sendable (ResponseLoad) -> Bool
  ) -> Fault {
    loading(["response.policy.dont-load-miss"], "loads \(what), whatever the policy") { load in
      let isAsked = load.policy == .returnCacheDataDontLoad && isLoaded(load)
      return try await isAsked ? load.world.send(load.request) : load.soundly()
    }
  }

  /// The reference that serves a response again after its removal: one found in the store, or one that a load stored.
  private static func servingAgain(_ what: String, wasStored: Bool) -> Fault {
    fault(["response.remove.one", "response.remove.since", "response.remove.all"], "serves again what it has \(what)") {
      $0.changeLoading { load, inner in
        let served = load.world.world.storage.kept(what) { Memo<[RequestMessage: ResponseMessage]>([:]) }
        let isPlain =
          load.policy == .useProtocolCachePolicy && load.request.method == "GET" && load.configuration.kind == .standard
        let isStored = try load.stored != nil
        if isPlain, !isStored, let response = served.value[load.request] { return response }
        let response = try await inner(load)
        if isPlain, isStored == wasStored, try load.stored != nil { served.change { $0[load.request] = response } }
        return response
      }
    }
  }
}
