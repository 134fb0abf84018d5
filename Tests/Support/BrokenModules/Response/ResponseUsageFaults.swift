extension ResponseAction {
  /// Stores that miscount, or exceed their capacity.
  static let usageFaults: [Fault] = [
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
}
