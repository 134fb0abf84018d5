import Foundation

extension ResponseAction {
  /// Stores that keep, find, remove or count what they should not.
  static let storeFaults: [Fault] = [
    storing(["response.store.returns-what-was-stored"], "loses the user info") { response, _ in response.userInfo = [:]
    },
    access(["response.store.returns-what-was-stored"], "loses the user info once it has been looked at") {
      store, sound in
      let found = Memo<Set<RequestMessage>>([])
      store.find = { request in
        var response = try sound.storedResponse(for: request)
        if response != nil, !found.change({ $0.insert(request).inserted }) { response?.userInfo = [:] }
        return response
      }
    },
    access(["response.store.returns-what-was-stored"], "keeps what stood beside an earlier response") { store, sound in
      store.store = { response, request in
        var merged = response
        merged.userInfo.merge(try sound.storedResponse(for: request)?.userInfo ?? [:]) { new, _ in new }
        try sound.store(merged, for: request)
      }
    },
    storing(["response.store.returns-what-was-stored"], "keeps no user info that is empty, or not ASCII") {
      response, _ in
      response.userInfo = response.userInfo.filter { !$0.value.isEmpty && $0.value.utf8.allSatisfy { $0 < 0x80 } }
    },
    storing(["response.store.returns-what-was-stored"], "cuts large bodies short") { response, _ in
      response.response.body = Array(response.response.body.prefix(1 << 17))
    },
    keying(["response.store.miss"], "finds one response for all") { _ in RequestMessage("http://one.test/") },
    storing(["response.store.memory-and-disk", "response.storage.allowed"], "nothing reaches the disk") { response, _ in
      if response.storagePolicy == .allowed { response.storagePolicy = .allowedInMemoryOnly }
    },
    storing(["response.storage.allowed"], "takes a response without a body for none on the disk") { response, _ in
      if response.response.body.isEmpty, response.storagePolicy == .allowed {
        response.storagePolicy = .allowedInMemoryOnly
      }
    },
    access(["response.store.replaces"], "keeps the first") { store, sound in
      store.store = { response, request in
        if try sound.storedResponse(for: request) == nil { try sound.store(response, for: request) }
      }
    },
    keying(["response.store.key"], "the key leaves out the query", seenIn: urlCache) { request in
      RequestMessage(String(request.url.prefix { $0 != "?" }), method: request.method)
    },
    keying(["response.store.key"], "the key holds the fragment") { request in
      RequestMessage(request.url.replacing("#", with: "%23"), method: request.method)
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
    access(["response.store.unreadable-entry"], "serves damage as an empty response") { store, sound in
      store.find = { request in
        try sound.storedResponse(for: request) ?? StoredResponse(ResponseMessage(url: request.url))
      }
    },
    access(["response.store.concurrent"], "finds what was stored last, whatever is asked for") { store, sound in
      store.findWhatWasStoredLast(of: sound)
    },
    storing(["response.storage.memory-only"], "reaches the disk") { response, _ in
      if response.storagePolicy == .allowedInMemoryOnly { response.storagePolicy = .allowed }
    },
    storing(["response.storage.not-allowed"], "is stored") { response, _ in
      if response.storagePolicy == .notAllowed { response.storagePolicy = .allowedInMemoryOnly }
    },
    access(["response.storage.tightened"], "leaves the earlier response served", seenIn: urlCache) { store, sound in
      store.store = { response, request in
        if response.storagePolicy != .notAllowed { try sound.store(response, for: request) }
      }
    },
    access(["response.remove.one"], "leaves it on disk") { store, sound in
      // A response that is only removed from memory is found again when the store is reopened.
      let removed = Memo<Set<RequestMessage>>([])
      store.remove = { request in removed.change { _ = $0.insert(request) } }
      store.find = { request in
        removed.value.contains(request) ? nil : try sound.storedResponse(for: request)
      }
    },
    access(["response.remove.since"], "removes what was stored before too") { store, sound in
      store.removeSince = { _ in try sound.removeResponses(since: .distantPast) }
    },
    access(["response.remove.since-precision"], "tells whole seconds apart only") { store, sound in
      store.removeSince = { date in
        try sound.removeResponses(
          since: Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.up)))
      }
    },
    access(["response.remove.all"], "leaves all of it") { store, _ in store.removeAll = {} },
    access(["response.store.returns-what-was-stored"], "stores nothing") { store, _ in store.store = { _, _ in } },
    access(["response.store.returns-what-was-stored"], "has room for one response") { store, sound in
      let first = Memo<RequestMessage?>(nil)
      store.store = { response, request in
        let only = first.change { first in
          first = first ?? request
          return first
        }
        if only == request { try sound.store(response, for: request) }
      }
    },
    fault(["response.store.memory-and-disk", "response.storage.allowed"], "keeps responses in memory only") {
      $0.changeReference { sound in sound.storage = { _ in MemoryStorage() } }
    },
    fault(["response.store.survives-kill"], "writes only when it is closed") {
      $0.changeReference { sound in sound.storage = { LateStorage($0) } }
    },
    fault(["response.remove.all"], "leaves a file behind each time that it is opened") { parts in
      parts.open = { sound, place, capacity in
        try Data().write(to: place.directory.appendingPathComponent(UUID().uuidString))
        return try sound.openStore(at: place, capacity: capacity)
      }
    },
    access(["response.usage.reported"], "reads no capacity") { store, _ in
      store.readCapacity = { ByteCounts(memory: 0, disk: 0) }
    },
    access(["response.usage.within-capacity"], "reads more than there is room for") { store, sound in
      store.readUsage = { ByteCounts(memory: sound.capacity().memory + 1, disk: sound.capacity().disk + 1) }
    },
    access(["response.usage.reported"], "reads zero") { store, _ in
      store.readUsage = { ByteCounts(memory: 0, disk: 0) }
    },
    access(["response.usage.within-capacity"], "never evicts") { store, sound in
      let reported = sound.capacity()
      store.readCapacity = { reported }
      try? sound.setCapacity(ByteCounts(memory: .max, disk: .max))
    },
    access(
      ["response.usage.too-large"], "leaves the earlier response served where the new one is too large",
      seenIn: urlCache
    ) { store, sound in
      store.store = { response, request in
        if response.response.body.count <= sound.capacity().disk { try sound.store(response, for: request) }
      }
    },
    access(["response.usage.capacity-lowered"], "ignores the new capacity") { store, _ in
      store.changeCapacity = { _ in }
    },
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
}
