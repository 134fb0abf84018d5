extension ResponseAction {
  /// Sessions that overlook their policy or a request's, or come with the wrong store.
  static let sessionFaults: [Fault] = [
    configuring(["response.session.ephemeral"], "has ephemeral sessions over the shared store") {
      configuration, sound in
      guard configuration.leavesStore, configuration.kind == .ephemeral else { return }
      configuration.leavesStore = false
      configuration.store = try sound.sharedStore()
    }
  ]
}
