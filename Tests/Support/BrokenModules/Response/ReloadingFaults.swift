import Foundation

extension ResponseAction {
  /// Loads that use what they should not, and sessions that use a store that is not theirs.
  static let reloadingFaults: [Fault] = [
    loading(["response.policy.reload-ignoring-local"], "serves what is stored in place of an error of the server") {
      load in
      let stored = try load.stored
      let response = try await load.soundly()
      if load.policy == .reloadIgnoringLocalCacheData, response.status >= 500, let stored { return stored }
      return response
    },
    reloading("where no delegate is told") { $0.call == .delegate },
    reloading("of uploads and downloads") { $0.kind == .data },
    reloading("in ephemeral and background sessions") { $0.configuration.kind == .standard },
    reloading("over HTTPS") { !$0.request.url.hasPrefix("https:") },
    loading(["response.policy.reload-ignoring-local"], "forgets the policy where it is redirected") { load in
      let isHTTP = load.request.method == "GET" && load.request.url.hasPrefix("http")
      guard isHTTP, load.policy == .reloadIgnoringLocalCacheData else { return try await load.soundly() }
      let first = try await load.world.send(load.request)
      guard 300..<400 ~= first.status, let location = first.fields["Location"],
        let url = URL(string: location, relativeTo: URL(string: load.request.url))
      else {
        try load.store(first)
        return first
      }
      var next = load
      next.request.url = url.absoluteString
      return try await next.under(.useProtocolCachePolicy)
    },
    loading(["response.session.default-store"], "reads the shared store, and stores nothing there") { load in
      guard load.configuration.leavesStore, load.configuration.kind == .standard, try load.stored == nil else {
        return try await load.soundly()
      }
      return try await load.world.send(load.request)
    },
    fault(["response.session.default-store"], "shares the shared store with the first session alone") { parts in
      parts.configure = { configuration, sound in
        guard configuration.leavesStore, configuration.kind == .standard else { return }
        let place = sound.world.world.storage.place("session")
        let isShared = sound.world.world.storage.kept("the shared store is taken") { Memo(false) }
        guard isShared.replace(true) else { return }
        configuration.leavesStore = false
        configuration.store = try sound.openStore(at: place, capacity: ByteCounts(memory: 1 << 20, disk: 1 << 20))
      }
    },
    loading(["response.session.ephemeral"], "keeps large bodies of ephemeral sessions in files") { load in
      let response = try await load.soundly()
      if load.configuration.kind == .ephemeral, response.body.count > 1 << 16 { try load.world.leaveBehind(response) }
      return response
    },
    fault(["response.session.ephemeral"], "writes what an ephemeral session has when it ends") { parts in
      let last = Memo<ResponseMessage?>(nil)
      parts.load = { load in
        let response = try await load.soundly()
        if load.configuration.kind == .ephemeral { last.value = response }
        return response
      }
      parts.close = { session, configuration, sound in
        session.close()
        // A response that cannot be written leaves nothing to find.
        if let response = last.value { try? sound.world.leaveBehind(response) }
      }
    },
    loading(["response.session.ephemeral"], "looks into the shared store before an ephemeral session loads") { load in
      let mayServe = load.configuration.kind == .ephemeral && load.policy == .returnCacheDataElseLoad
      guard mayServe, try load.stored == nil,
        let shared = try ReferenceResponses(backend: .memory, world: load.world).sharedStore()
          .storedResponse(for: load.request)
      else { return try await load.soundly() }
      return shared.response
    },
  ]

  /// The reference that ignores a request's policy to reload, except for some loads.
  private static func reloading(
    _ where: String, unless isSeen: @escaping @Sendable (ResponseLoad) -> Bool
  ) -> Fault {
    loading(["response.policy.reload-ignoring-local"], "overlooks a request's policy \(`where`)") { load in
      let isOverlooked = load.request.policy == .reloadIgnoringLocalCacheData && !isSeen(load)
      return try await load.under(isOverlooked ? .useProtocolCachePolicy : load.request.policy)
    }
  }
}

extension ResponseWorld {
  /// Writes a body to a file on disk.
  fileprivate func leaveBehind(_ response: ResponseMessage) throws {
    let folder = try world.storage.place("left behind").directory
    try Data(response.body).write(to: folder.appendingPathComponent(UUID().uuidString))
  }
}
