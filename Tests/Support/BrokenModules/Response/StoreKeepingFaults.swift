import Foundation

extension ResponseAction {
  /// Stores that lose track of what they keep: of its key, its date, or its size.
  static let keepingStoreFaults: [Fault] = [
    keying(["response.store.key"], "the key leaves out an empty query") { request in
      RequestMessage(request.url.hasSuffix("?") ? String(request.url.dropLast()) : request.url, method: request.method)
    },
    keying(["response.store.key"], "the key has the parts of the query in order") { request in
      let parts = request.url.split(separator: "?", maxSplits: 1)
      guard parts.count == 2 else { return request }
      let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).sorted().joined(separator: "&")
      return RequestMessage("\(parts[0])?\(query)", method: request.method)
    },
    keying(["response.store.key"], "the key leaves out the password") { request in
      RequestMessage(request.url.replacing(/:[^:\/@]*@/, with: "@"), method: request.method)
    },
    keying(["response.store.key"], "the key takes a plus and its encoding for the same") { request in
      RequestMessage(request.url.replacing("%2B", with: "+"), method: request.method)
    },
    keying(["response.store.key"], "the key takes an encoded number sign for one") { request in
      RequestMessage(request.url.replacing("%23", with: "#"), method: request.method)
    },
    keying(["response.store.key"], "the key is decoded twice") { request in
      RequestMessage(request.url.replacing("%25", with: "%"), method: request.method)
    },
    keying(["response.store.key"], "the key takes a plus for a space") { request in
      RequestMessage(request.url.replacing("+", with: "%20"), method: request.method)
    },
    keying(["response.store.key"], "the key has one slash for two") { request in
      let parts = request.url.split(separator: "://", maxSplits: 1)
      return RequestMessage(
        parts.map { $0.replacing("//", with: "/") }.joined(separator: "://"), method: request.method)
    },
    keying(["response.store.key"], "the key has the query in small letters") { request in
      changingQuery(of: request) { $0.lowercased() }
    },
    keying(["response.store.key"], "the key has the last part of the query of each name") { request in
      changingQuery(of: request) { query in
        var names: [Substring] = []
        var parts: [Substring: Substring] = [:]
        for part in query.split(separator: "&", omittingEmptySubsequences: false) {
          let name = part.prefix { $0 != "=" }
          if parts.updateValue(part, forKey: name) == nil { names.append(name) }
        }
        return names.compactMap { parts[$0] }.joined(separator: "&")
      }
    },
    fault(
      ["response.usage.within-capacity", "response.remove.one"], "writes a file for each response, and removes none"
    ) { parts in
      let (folder, number) = (Memo<URL?>(nil), Memo(0))
      parts.open = { reference, place, capacity in
        folder.value = try place.directory
        return try reference.openStore(at: place, capacity: capacity)
      }
      parts.changeAccess { store, _ in
        store.store = { [before = store.store] response, request in
          try await before(response, request)
          let file = folder.value?.appending(path: "response-\(number.next())")
          if let file { try Data(response.response.body).write(to: file) }
        }
      }
    },
    knowing(["response.remove.all"], "removes what this run stored") { store, sound, stored in
      store.removeAll = { for request in stored.value { try sound.removeResponse(for: request) } }
    },
    access(["response.remove.all"], "removes all once in a run") { store, sound in
      let isRemoved = Memo(false)
      store.removeAll = { if !isRemoved.replace(true) { try sound.removeAllResponses() } }
    },
    access(["response.remove.all"], "leaves what is in memory only") { store, sound in
      let inMemory = Memo<[RequestMessage: StoredResponse]>([:])
      store.store = { response, request in
        inMemory.change { $0[request] = response.storagePolicy == .allowedInMemoryOnly ? response : nil }
        try sound.store(response, for: request)
      }
      store.removeAll = {
        try sound.removeAllResponses()
        for (request, response) in inMemory.value { try sound.store(response, for: request) }
      }
    },
    access(["response.storage.memory-only"], "writes to disk what has been in memory for long") { store, sound in
      let kept = Memo<(response: StoredResponse, request: RequestMessage, later: Int)?>(nil)
      store.store = { response, request in
        try sound.store(response, for: request)
        if response.storagePolicy == .allowedInMemoryOnly { return kept.value = (response, request, 0) }
        kept.change { $0?.later += 1 }
        guard var (response, request, later) = kept.value, later == 50 else { return }
        response.storagePolicy = .allowed
        try sound.store(response, for: request)
      }
    },
    access(["response.remove.since"], "dates responses by when they were last looked at") { store, sound in
      store.find = { request in
        let found = try sound.storedResponse(for: request)
        if let found { try sound.store(found, for: request) }
        return found
      }
    },
    knowing(["response.remove.one"], "removes all whose URL begins so") { store, sound, stored in
      store.remove = { request in
        for other in stored.value where other.url.hasPrefix(request.url) { try sound.removeResponse(for: other) }
        try sound.removeResponse(for: request)
      }
    },
    access(["response.store.returns-what-was-stored"], "keeps bodies as text") { store, sound in
      store.store = { response, request in
        var response = response
        response.response.body = Array(String(decoding: response.response.body, as: UTF8.self).utf8)
        try sound.store(response, for: request)
      }
    },
    fault(["response.store.unreadable-entry"], "serves what is left of a body") { $0.trustFileOfBodies() },
    fault(["response.store.unreadable-entry"], "has no disk in a run that finds less there than the last one did") {
      $0.open = { sound, place, capacity in
        let last = sound.world.world.storage.kept("found on disk") { Memo(0) }
        let store = try sound.openStore(at: place, capacity: capacity)
        let found = store.usage().disk
        let misses = found < last.replace(found)
        return misses
          ? try sound.openStore(at: place, capacity: ByteCounts(memory: capacity.memory, disk: 0)) : store
      }
    },
    knowing(["response.remove.since-precision"], "dates what it finds at its start by that") { store, sound, stored in
      store.removeSince = { date in
        // Removing since a date removes everything if this run stored none of it.
        try sound.removeResponses(since: stored.value.isEmpty ? .distantPast : date)
      }
    },
    access(["response.usage.reported"], "counts what this run stored alone") { store, sound in
      let found = sound.usage().disk
      store.readUsage = {
        let usage = sound.usage()
        return ByteCounts(memory: usage.memory, disk: max(0, usage.disk - found))
      }
    },
    access(["response.usage.within-capacity"], "counts what was replaced too") { store, sound in
      let counted = Memo(0)
      store.store = { response, request in
        let size = response.response.body.count
        let isFull = counted.change { counted in
          counted += size
          return counted > sound.capacity().disk
        }
        if isFull {
          counted.value = size
          try sound.removeAllResponses()
        }
        try sound.store(response, for: request)
      }
    },
  ]

  /// The request with its query changed, if it has one.
  private static func changingQuery(of request: RequestMessage, _ change: (Substring) -> String) -> RequestMessage {
    let parts = request.url.split(separator: "?", maxSplits: 1)
    return parts.count == 2 ? RequestMessage("\(parts[0])?\(change(parts[1]))", method: request.method) : request
  }

  /// The reference that makes a mistake about the requests for which this run stored responses.
  private static func knowing(
    _ rules: [RuleID], _ name: String,
    _ mistake: @escaping @Sendable (inout StubResponseStore, ReferenceResponseStore, Memo<Set<RequestMessage>>) -> Void
  ) -> Fault {
    access(rules, name) { store, sound in
      let stored = Memo<Set<RequestMessage>>([])
      store.store = { response, request in
        stored.change { _ = $0.insert(request) }
        try sound.store(response, for: request)
      }
      mistake(&store, sound, stored)
    }
  }
}
