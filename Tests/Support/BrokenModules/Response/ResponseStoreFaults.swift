extension ResponseAction {
  /// Stores that keep or find what they should not.
  static let storeFaults: [Fault] = [
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
    access(["response.store.unreadable-entry"], "serves damage as an empty response") { store, sound in
      store.find = { request in
        try sound.storedResponse(for: request) ?? StoredResponse(ResponseMessage(url: request.url))
      }
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
