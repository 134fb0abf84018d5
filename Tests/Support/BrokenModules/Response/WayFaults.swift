extension ResponseAction {
  /// Faults of loads that are not data tasks of standard sessions over HTTP whose delegate is called.
  static let wayFaults: [Fault] = [
    servingUnusually(
      ["response.policy.use-protocol", "response.policy.default-is-use-protocol"], "what is stale"
    ) { load, stored in
      load.policy == .useProtocolCachePolicy && stored.fields["Vary"] == nil
        && !(stored.fields["Cache-Control"]?.contains("no-cache") ?? false)
    },
    servingUnusually(["http.store.no-cache"], "what has no-cache") { load, stored in
      load.policy == .useProtocolCachePolicy && stored.fields["Cache-Control"]?.contains("no-cache") ?? false
    },
    servingUnusually(["http.vary.matches"], "another variant") { load, stored in
      load.policy == .useProtocolCachePolicy && stored.fields["Vary"] != nil
    },
    servingUnusually(["response.policy.reload-revalidating"], "what is not confirmed") { load, _ in
      load.policy == .reloadRevalidatingCacheData
    },
    servingUnusually(["response.policy.reload-ignoring-remote"], "what is stored past caches on the way") { load, _ in
      load.policy == .reloadIgnoringLocalAndRemoteCacheData
    },
    unusually(["http.stale.must-revalidate"], "serves what is stale in place of any error") {
      try await $0.inPlaceOfErrors()
    },
    unusually(["http.store.no-store"], "stores what may not be stored") { load in
      let response = try await load.soundly()
      if load.request.method == "GET", !load.request.url.hasPrefix("file:") { try load.store(response) }
      return response
    },
    unusually(["response.policy.reload-ignoring-remote"], "lets remote caches answer") { load in
      try await load.under(
        load.policy == .reloadIgnoringLocalAndRemoteCacheData ? .reloadIgnoringLocalCacheData : load.policy)
    },
    unusually(["response.policy.dont-load-miss"], "loads what is not stored, under any policy") { load in
      try await load.under(load.policy == .returnCacheDataDontLoad ? .returnCacheDataElseLoad : load.policy)
    },
    unusually(["http.invalidate.unsafe-method"], "leaves what is stored when the resource is changed") { load in
      load.request.method == "PUT" ? try await load.world.send(load.request) : try await load.soundly()
    },
    unusually(["response.session.policy-inherited"], "forgets the session's policy") { load in
      try await load.under(load.request.policy ?? .useProtocolCachePolicy)
    },
    unusually(
      ["response.will-cache.not-in-background-or-ephemeral"], "asks the delegate of any session",
      where: { $0.configuration.kind != .standard && ($0.call != .delegate || $0.kind == .upload) }
    ) { load in
      let response = try await load.soundly()
      _ = await load.configuration.willCache?(StoredResponse(response))
      return response
    },
  ]

  /// The reference with loads changed that are not the usual ones.
  private static func unusually(
    _ rules: [RuleID], _ name: String, where isMeant: @escaping @Sendable (ResponseLoad) -> Bool = \.isUnusual,
    _ change: @escaping @Sendable (ResponseLoad) async throws -> ResponseMessage
  ) -> Fault {
    loading(rules, "\(name), but for the usual way of loading") { load in
      isMeant(load) ? try await change(load) : try await load.soundly()
    }
  }

  /// The reference that serves some of what is stored without a check to loads that are not the usual ones.
  private static func servingUnusually(
    _ rules: [RuleID], _ what: String, where isServed: @escaping @Sendable (ResponseLoad, ResponseMessage) -> Bool
  ) -> Fault {
    unusually(rules, "serves \(what)") { load in
      guard load.request.method == "GET", let stored = try load.stored, isServed(load, stored) else {
        return try await load.soundly()
      }
      return stored
    }
  }
}

extension ResponseLoad {
  /// Whether it is none that a data task of a standard session makes over HTTP, whose delegate is called.
  fileprivate var isUnusual: Bool {
    kind != .data || call != .delegate || configuration.kind != .standard || request.url.hasPrefix("https:")
  }
}
