extension ResponseAction {
  /// Stores that overlook a storage policy.
  static let storageFaults: [Fault] = [
    access(["response.storage.tightened"], "leaves the earlier response served", seenIn: urlCache) { store, sound in
      store.store = { response, request in
        if response.storagePolicy != .notAllowed { try sound.store(response, for: request) }
      }
    }
  ]
}
