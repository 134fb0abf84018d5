extension ResponseAction {
  /// Loads past the store, and sessions over the wrong one.
  static let loadFaults: [Fault] = [
    loading(["response.load.stores"], "stores nothing that was loaded", seenIn: urlSession) {
      try await $0.withoutStoring()
    },
    loading(["response.load.serves-stored-by-hand"], "does not look at the store") { load in
      try await load.under(.reloadIgnoringLocalCacheData)
    },
    fault(["response.load.own-store"], "has one store for all sessions") { parts in
      parts.open = { sound, place, capacity in
        let only = sound.world.world.storage.kept("the only store") { Memo<ReferenceResponseStore?>(nil) }
        return try await only.first { try sound.openStore(at: place, capacity: capacity) }
      }
    },
  ]
}
