extension ResponseAction {
  /// Stores that overlook a storage policy.
  static let storageFaults: [Fault] = [
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
  ]
}
