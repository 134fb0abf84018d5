import Foundation

extension ResponseAction {
  package static let faults: [Fault] =
    httpFaults + [
      loading(["response.load.stores"], "stores nothing that was loaded", seenIn: urlSession) {
        try await $0.withoutStoring()
      },
      fault(["response.load.own-store"], "has one store for all sessions") { parts in
        let only = Memo<ReferenceResponseStore?>(nil)
        parts.configure = { configuration, _ in
          if only.value == nil { only.value = configuration.store }
          if configuration.store != nil { configuration.store = only.value }
        }
      },
      confusing(
        ["response.policy.reload-ignoring-local"], "serves a fresh stored response", seenIn: urlSession,
        .reloadIgnoringLocalCacheData, with: .useProtocolCachePolicy),
      confusing(
        ["response.policy.dont-load-miss"], "goes to the network", seenIn: urlSession, .returnCacheDataDontLoad,
        with: .returnCacheDataElseLoad),
      confusing(
        ["response.policy.else-load-hit"], "loads anew what is not fresh", .returnCacheDataElseLoad,
        with: .useProtocolCachePolicy),
      confusing(
        ["response.policy.reload-ignoring-remote"], "lets remote caches answer", .reloadIgnoringLocalAndRemoteCacheData,
        with: .reloadIgnoringLocalCacheData),
      confusing(
        ["response.policy.reload-revalidating"], "serves without asking", .reloadRevalidatingCacheData,
        with: .returnCacheDataElseLoad),
      loading(["response.scheme.https-on-disk-by-default"], "keeps HTTPS in memory only") { load in
        let response = try await load.soundly()
        if load.isOver("https") { try load.store(response, .allowedInMemoryOnly) }
        return response
      },
      configuring(["response.session.ephemeral"], "has ephemeral sessions over the shared store") {
        configuration, sound in
        guard configuration.leavesStore, configuration.kind == .ephemeral else { return }
        configuration.leavesStore = false
        configuration.store = try sound.sharedStore()
      },
      access(["response.storage.tightened"], "leaves the earlier response served", seenIn: urlCache) { store, sound in
        store.store = { response, request in
          if response.storagePolicy != .notAllowed { try sound.store(response, for: request) }
        }
      },
      fault(["response.store.memory-and-disk", "response.storage.allowed"], "keeps responses in memory only") {
        $0.changeReference { sound in sound.storage = { _ in MemoryStorage() } }
      },
      keying(["response.store.key"], "the key leaves out the query", seenIn: urlCache) { request in
        RequestMessage(String(request.url.prefix { $0 != "?" }), method: request.method)
      },
      keying(["response.store.key-method"], "the key leaves out the method", seenIn: urlCache) { request in
        RequestMessage(request.url)
      },
      storing(
        ["response.store.large-and-odd-keys"], "what is too long for a file's name never reaches the disk",
        seenIn: urlCache
      ) { response, request in
        if request.url.utf8.count > 255 { response.storagePolicy = .allowedInMemoryOnly }
      },
      access(
        ["response.usage.too-large"], "leaves the earlier response served where the new one is too large",
        seenIn: urlCache
      ) { store, sound in
        store.store = { response, request in
          if response.response.body.count <= sound.capacity().disk { try sound.store(response, for: request) }
        }
      },
      access(["response.store.replaces"], "takes what has the same entity tag for the same response") { store, sound in
        store.store = { [before = store.store] response, request in
          var response = response
          let stored = try sound.storedResponse(for: request)?.response
          if let stored, let tag = stored.fields["ETag"], tag == response.response.fields["ETag"] {
            response.response.body = stored.body
          }
          try await before(response, request)
        }
      },
      storing(["response.store.returns-what-was-stored"], "keeps bodies as trimmed text") { response, _ in
        let text = String(decoding: response.response.body, as: UTF8.self)
        guard !text.contains("\u{FFFD}") else { return }
        let left = text.trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters))
        response.response.body = Array(left.utf8)
      },
      loading(["response.store.returns-what-was-stored"], "serves what it has stored as a 200") { load in
        var response = try await load.soundly()
        if response.fields["Age"] != nil, response.status == 404 { response.status = 200 }
        return response
      },
      fault(["response.load.stores"], "what a redirect leads to has the status of the redirect") {
        let redirects = Memo<[String: Int]>([:])
        $0.changeSending { request, send in
          var response = try await send(request)
          if let place = response.fields["Location"] {
            redirects.change { $0[place] = response.status }
          } else if let status = redirects.value.first(where: { request.url.hasSuffix($0.key) })?.value {
            response.status = status
          }
          return response
        }
      },
      access(["response.usage.capacity-lowered"], "ignores the new capacity") { store, _ in
        store.changeCapacity = { _ in }
      },
      access(["response.usage.within-capacity"], "counts what it has replaced") { store, sound in
        let replaced = Memo(0)
        store.store = { [before = store.store] response, request in
          let size = try sound.storedResponse(for: request)?.response.body.count ?? 0
          try await before(response, request)
          replaced.change { $0 += size }
        }
        store.readUsage = { [before = store.readUsage] in
          let usage = before()
          return ByteCounts(memory: usage.memory + replaced.value, disk: usage.disk + replaced.value)
        }
      },
      loading(["response.will-cache.not-in-background-or-ephemeral"], "asks the delegate in every session") { load in
        let response = try await load.soundly()
        if load.configuration.kind != .standard { _ = await load.configuration.willCache?(StoredResponse(response)) }
        return response
      },
    ]

  /// What a cache also breaks that stores no `Vary`: nothing shows what it said.
  private static let withoutVary: Set<RuleID> = [
    "http.vary.star", "http.headers.stored", "response.store.returns-what-was-stored",
  ]

  package static let composites = [
    Composite(
      name: "libsoup",
      faults: [
        "asks again for what answered a check", "blind to Vary, never there",
        "does not say how old what it serves is", "heeds a later Expires beside max-age=0",
      ], alsoBroken: withoutVary),
    Composite(
      name: "undici",
      faults: [
        "serves what is exactly as old as its max-age", "ignores a line with an empty element",
        "does not understand must-understand",
      ],
      // It misreads what it stores, so that this is not what came.
      alsoBroken: ["http.headers.stored", "response.store.returns-what-was-stored"]),
    Composite(
      name: "no ages, no must-revalidate, no Vary",
      faults: [
        "blind to must-revalidate, never there", "blind to Vary, never there",
        // Last, because it wraps the loads that others replace.
        "does not say how old what it serves is",
      ], alsoBroken: withoutVary),
    Composite(
      name: "a cache for when there is no network",
      faults: [
        "asks again for what answered a check", "blind to that a method changed the resource, never",
        "blind to * in Vary, never there",
        "serves the last answer whenever the origin is down",
      ]),
    Composite(
      name: "a store in memory only",
      faults: [
        "keeps responses in memory only", "blind to the date that is removed since, always now",
        "ignores the new capacity", "counts what it has replaced",
      ],
      // The new capacity is not the one that it reports, and it keeps what does not fit within it; nothing is on disk.
      alsoBroken: [
        "response.usage.reported", "response.usage.too-large", "response.scheme.https-on-disk-by-default",
      ]),
  ]

  /// The reference with a store that distinguishes requests by less, or more, than it should.
  static func keying(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil,
    _ key: @escaping @Sendable (RequestMessage) -> RequestMessage
  ) -> Fault {
    access(rules, name, seenIn: seenIn) { store, sound in
      store.find = { try sound.storedResponse(for: key($0)) }
      store.store = { try sound.store($0, for: key($1)) }
      store.remove = { try sound.removeResponse(for: key($0)) }
    }
  }

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
