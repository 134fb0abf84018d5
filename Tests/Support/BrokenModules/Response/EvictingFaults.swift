extension ResponseAction {
  /// Stores that evict the wrong responses or find removed ones, and variants that answer the wrong requests.
  static let evictingFaults: [Fault] = [
    fault(
      [
        "response.remove.one", "response.remove.since", "response.usage.capacity-lowered",
        "response.store.survives-kill",
        "response.storage.tightened",
      ], "removes nothing from disk but all"
    ) {
      $0.changeReference { sound in sound.storage = { ForgetfulStorage(base: $0) } }
    },
    evicting("takes what it finds at its start for newer than what it stores") { stored, request in
      stored = stored.filter { $0 != request } + [request]
    },
    loading(["http.request.only-if-cached"], "answers only-if-cached with an error of its own") { load in
      var response = try await load.soundly()
      if response.status == 504 { response.status += 1 }
      return response
    },
    loading(["http.vary.several"], "of several that match, takes the one that came first") { load in
      let came = load.world.responsesThatCame
      let first = came.value.first { $0.response.mayAnswer(load.request, as: $0.request) }
      if let first, load.policy == .useProtocolCachePolicy { return first.response }
      let response = try await load.soundly()
      if response.fields["Vary"] != nil { came.change { $0.append((response, load.request)) } }
      return response
    },
    loading(["http.redirect.limit"], "makes a page of a redirect that it does not follow") { load in
      do {
        return try await load.soundly()
      } catch is TooManyRedirects {
        return ResponseMessage(url: load.request.url, body: Array("redirected too often".utf8))
      }
    },
  ]

  /// The reference that evicts, when the disk is full, the first response of a list that it keeps of those stored in
  /// this run.
  private static func evicting(
    _ name: String, _ note: @escaping @Sendable (inout [RequestMessage], RequestMessage) -> Void
  ) -> Fault {
    access(["response.usage.within-capacity"], name) { store, sound in
      let stored = Memo<[RequestMessage]>([])
      store.store = { response, request in
        // The rest of an entry is taken to be as large as its body, as in this chapter.
        let size = 2 * response.response.body.count
        let isFull = sound.usage().disk + size > sound.capacity().disk
        let first = stored.change { stored in
          note(&stored, request)
          return isFull ? stored.removeFirst() : nil
        }
        if let first { try sound.removeResponse(for: first) }
        if first != request { try sound.store(response, for: request) }
      }
    }
  }
}

extension ResponseWorld {
  /// The responses with `Vary` that were loaded in its world, with their requests, oldest first.
  fileprivate var responsesThatCame: Memo<[(response: ResponseMessage, request: RequestMessage)]> {
    world.storage.kept("responses that came") { Memo([]) }
  }
}

extension ResponseMessage {
  /// Whether two requests agree in the header fields that its `Vary` names.
  fileprivate func mayAnswer(_ request: RequestMessage, as other: RequestMessage) -> Bool {
    let names = (fields["Vary"] ?? "").split(separator: ", ").map(String.init)
    return request.url == other.url && names.allSatisfy { request.fields[$0] == other.fields[$0] }
  }
}
