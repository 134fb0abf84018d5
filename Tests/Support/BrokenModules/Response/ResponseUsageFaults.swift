extension ResponseAction {
  /// Stores that miscount, or exceed their capacity.
  static let usageFaults: [Fault] = [
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
}
