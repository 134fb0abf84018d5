extension ResponseAction {
  /// Sessions that overlook their policy or a request's, or come with the wrong store.
  static let sessionFaults: [Fault] = [
    loading(["response.session.policy-inherited"], "forgets the session's policy") { load in
      try await load.under(load.request.policy ?? .useProtocolCachePolicy)
    },
    loading(["response.session.request-overrides"], "lets the session's policy win") { load in
      try await load.under(load.configuration.policy ?? load.request.policy)
    },
    configuring(["response.session.default-store"], "comes with a store that nothing shares") { configuration, sound in
      guard configuration.leavesStore, configuration.kind == .standard else { return }
      configuration.leavesStore = false
      configuration.store = try sound.openStore(
        at: sound.world.world.storage.place("session"), capacity: ByteCounts(memory: 1 << 20, disk: 1 << 20))
    },
    configuring(["response.session.ephemeral"], "has ephemeral sessions over the shared store") {
      configuration, sound in
      guard configuration.leavesStore, configuration.kind == .ephemeral else { return }
      configuration.leavesStore = false
      configuration.store = try sound.sharedStore()
    },
  ]
}
