extension ResponseAction {
  /// Sessions that ask their delegate in the wrong way.
  static let willCacheFaults: [Fault] = [
    asking(["response.will-cache.once"], "asks the delegate twice") { delegate, proposal in
      _ = await delegate(proposal)
      return await delegate(proposal)
    },
    loading(["response.will-cache.not-in-background-or-ephemeral"], "asks the delegate in every session") { load in
      let response = try await load.soundly()
      if load.configuration.kind != .standard { _ = await load.configuration.willCache?(StoredResponse(response)) }
      return response
    },
  ]

  /// The reference that asks the delegate in another way.
  private static func asking(
    _ rules: [RuleID], _ name: String,
    _ ask: @escaping @Sendable (@escaping WillCache, StoredResponse) async -> StoredResponse?
  ) -> Fault {
    configuring(rules, name) { configuration, _ in
      guard let delegate = configuration.willCache else { return }
      configuration.willCache = { await ask(delegate, $0) }
    }
  }
}
