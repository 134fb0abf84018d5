extension ResponseAction {
  /// Stores that go wrong when many responses are stored, replaced and removed in succession.
  static let sequenceFaults: [Fault] = [
    storing(["response.store.memory-and-disk", "http.store.no-cache"], "keeps the last line of each field") {
      response, _ in
      for line in response.response.fields.lines { response.response.fields[line.name] = line.value }
    },
    access(["response.remove.since"], "takes what replaced another for as old as that") { store, sound in
      let replacing = Memo<[RequestMessage: StoredResponse]>([:])
      store.store = { response, request in
        let isFirst = try sound.storedResponse(for: request) == nil
        replacing.change { $0[request] = isFirst ? nil : response }
        try sound.store(response, for: request)
      }
      store.removeSince = { date in
        try sound.removeResponses(since: date)
        for (request, response) in replacing.value { try sound.store(response, for: request) }
      }
    },
    access(
      ["response.remove.one", "response.remove.since", "response.remove.all"], "writes what was removed before it came"
    ) { store, _ in
      let behind = WritingBehind(store)
      let find = store.find
      store.store = { behind.add($0, $1) }
      store.settle = { try await behind.writeAll() }
      store.find = {
        try await behind.writeAll()
        return try await find($0)
      }
    },
    access(["response.remove.one"], "removes five responses in a run") { store, sound in
      let removed = Memo(0)
      store.remove = { if removed.next() <= 5 { try sound.removeResponse(for: $0) } }
    },
    access(["response.usage.within-capacity"], "goes on counting in memory what was replaced") { store, sound in
      let counted = Memo(0)
      store.store = { response, request in
        if try sound.storedResponse(for: request) != nil { counted.change { $0 += response.response.body.count } }
        let isFull = counted.value > sound.capacity().memory
        if isFull, response.storagePolicy == .allowedInMemoryOnly { return try sound.removeResponse(for: request) }
        try sound.store(response, for: request)
      }
    },
    loading(["response.store.key"], "keeps the answer to a redirect under the URL that led there") { load in
      let response = try await load.soundly()
      let isPlain = load.policy == .useProtocolCachePolicy && load.request.method == "GET"
      if isPlain, response.status == 200, response.url != load.request.url { try load.store(response) }
      return response
    },
    loading(["response.will-cache.data-and-upload-only"], "caches what an upload brings, and asks nobody") { load in
      guard load.kind == .upload, load.request.method == "GET" else { return try await load.soundly() }
      let response = try await load.world.send(load.request)
      try load.store(response)
      return response
    },
  ]
}
