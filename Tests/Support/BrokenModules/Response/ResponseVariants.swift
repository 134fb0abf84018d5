import Foundation

/// Every choice has a topic of its own.
private typealias ResponseChoice = Choice<String, @Sendable (inout ResponseParts) -> Void>

extension ResponseAction {
  package static let soundVariants = SoundVariant.variants(
    of: ResponseChoice.ofLoaders + ResponseChoice.ofStores
  ) { changes in
    ResponseParts.changed { parts in for change in changes { change(&parts) } }
  }
}

extension ResponseChoice {
  fileprivate static let ofLoaders: [Self] = [
    Self("checks by a HEAD with the validator") {
      $0.changeSending { request, send in
        guard request.method == "GET", request.isConditional else { return try await send(request) }
        let head = try await send(request.by("HEAD"))
        return head.status == 304 ? head : try await send(request.unconditional)
      }
    },
    Self("checks by a HEAD, and compares the tags itself") {
      $0.changeSending { request, send in
        guard request.method == "GET", let tag = request.fields["If-None-Match"] else { return try await send(request) }
        var head = try await send(request.unconditional.by("HEAD"))
        guard head.status == 200, head.fields["ETag"] == tag else { return try await send(request.unconditional) }
        head.status = 304
        return head
      }
    },
    Self("checks what has no validator by its Date") { $0.checkByDate() },
    Self("tells caches on the way by max-age=0") {
      $0.changeSending { request, send in
        var request = request
        if request.fields["Cache-Control"] == "no-cache" { request.fields["Cache-Control"] = "max-age=0" }
        return try await send(request)
      }
    },
    Self("tries again when the origin cannot be reached") {
      $0.changeSending { request, send in
        do { return try await send(request) } catch { return try await send(request) }
      }
    },
    Self("tries again four seconds later when the origin cannot be reached") {
      $0.changeReference { sound in
        sound.send = { [before = sound.send] request, world in
          do { return try await before(request, world) } catch {
            try await world.clock.sleep(for: .seconds(4))
            return try await before(request, world)
          }
        }
      }
    },
    Self("asks again for what was answered with 503, three times at most") {
      $0.changeSending { request, send in
        var response = try await send(request)
        for _ in 1...2 where request.method == "GET" && response.status == 503 { response = try await send(request) }
        return response
      }
    },
    Self("serves what is stale when the origin cannot be reached, where that is allowed") {
      $0.changeLoading { load, before in
        do {
          return try await before(load)
        } catch {
          guard load.policy == .useProtocolCachePolicy, let stored = try load.stored, !stored.needsCheck,
            stored.fields["Vary"] == nil
          else {
            throw error
          }
          return stored
        }
      }
    },
    Self("stores nothing that it loads under a policy to reload") {
      $0.changeLoading { load, before in
        guard load.policy.isToReload, let store = load.session.configuredStore() else {
          return try await before(load)
        }
        let stored = try store.storedResponse(for: load.request)
        let response = try await before(load)
        try store.removeResponse(for: load.request)
        // Without a date, it would count as new.
        if let stored, stored.response.fields["Date"] != nil { try store.store(stored, for: load.request) }
        return response
      }
    },
    Self("says how old what it serves is") {
      $0.changeLoading { load, before in
        var response = try await before(load)
        response.fields["Age"] = response.fields["Age"] ?? "0"
        return response
      }
    },
    Self("joins loads that are alike, where the answer may be stored") {
      $0.joinLoads {
        $0.method == "GET" ? "\($0.fields.lines)" : nil
      } where: { response in
        let control = response.fields["Cache-Control"] ?? ""
        return !control.contains("no-store") && !control.contains("no-cache")
      }
    },
    Self(
      "leaves how old a response came to its Age", lacking: [.apparentAge: "what Date says of the age is left to Age"]
    ) { $0.changeReading { if $0["Expires"] == nil, $0["Last-Modified"] == nil { $0["Date"] = nil } } },
    Self("checks what is immutable on a reload") {
      $0.changeLoading { load, before in
        var load = load
        let isReload = load.request.fields["Cache-Control"] == "max-age=0"
        if isReload, load.policy == .useProtocolCachePolicy, let stored = try load.stored,
          stored.fields["Cache-Control"]?.contains("immutable") ?? false
        {
          load.request.policy = .reloadRevalidatingCacheData
        }
        return try await before(load)
      }
    },
    Self("checks what is stale before it serves it") {
      $0.changeReference { $0.configure = { $0.servesWhileRevalidating = false } }
    },
    Self("keeps nothing that answers no other request") { $0.removeAfterLoading { $0.contains("*") } },
    Self("keeps nothing that names header fields by Vary") { $0.removeAfterLoading { _ in true } },
    Self(
      "keeps nothing that is stale, or has to be checked, when it comes"
    ) {
      $0.changeLoading { load, before in
        let stored = try load.stored
        let response = try await before(load)
        // What may not be served at once, without a request, is stale or has to be checked.
        var again = load
        again.request.policy = .useProtocolCachePolicy
        again.request.fields["Cache-Control"] = "only-if-cached"
        if try load.stored != stored, (try? await again.soundly()) == nil {
          try load.session.configuredStore()?.removeResponse(for: load.request)
        }
        return response
      }
    },
    Self(
      "keeps no response with a status of 400 or more"
    ) {
      $0.changeLoading { load, before in
        let response = try await before(load)
        if let stored = try load.stored, stored.status >= 400 {
          try load.session.configuredStore()?.removeResponse(for: load.request)
        }
        return response
      }
    },
    Self("an ephemeral session keeps nothing") {
      $0.configure = { configuration, _ in
        if configuration.kind == .ephemeral, configuration.leavesStore { configuration.leavesStore = false }
      }
    },
  ]

  fileprivate static let ofStores: [Self] = [
    Self("encrypts what it stores", lacking: [.plainStorage: "what is stored is encrypted"]) {
      $0.changeReference { sound in sound.storage = { EncodedStorage(base: $0) } }
    },
    Self("keeps bodies in a storage of their own") { $0.keepBodiesApart() },
    Self("keeps one response for each URL") { $0.changeReference { $0.variantLimit = 1 } },
    Self("writes behind the call") {
      $0.changeAccess { store, _ in
        let behind = WritingBehind(store)
        store.store = { behind.add($0, $1) }
        store.settle = { try await behind.writeAll() }
        let (find, remove, removeSince, removeAll) = (store.find, store.remove, store.removeSince, store.removeAll)
        let change = store.changeCapacity
        // Lookups and removals wait for pending writes.
        store.find = {
          try await behind.writeAll()
          return try await find($0)
        }
        store.remove = {
          try await behind.writeAll()
          try await remove($0)
        }
        store.removeSince = {
          try await behind.writeAll()
          try await removeSince($0)
        }
        store.removeAll = {
          try await behind.writeAll()
          try await removeAll()
        }
        store.changeCapacity = {
          try await behind.writeAll()
          try await change($0)
        }
      }
    },
    Self("turns away what takes more than a twentieth of the disk") {
      $0.changeAccess { store, sound in
        let before = store.store
        store.store = { response, request in
          var response = response
          let isLarge = (response.response.body.count + 500) * 20 > sound.capacity().disk
          if isLarge, response.storagePolicy == .allowed { response.storagePolicy = .allowedInMemoryOnly }
          try await before(response, request)
        }
      }
    },
    Self("keeps nowhere what does not fit everywhere") {
      $0.changeAccess { store, sound in
        let (before, remove) = (store.store, store.remove)
        store.store = { response, request in
          let (size, capacity) = (response.response.body.count, sound.capacity())
          let fits = [capacity.memory, capacity.disk].allSatisfy { $0 == 0 || size < $0 }
          if fits { try await before(response, request) } else { try await remove(request) }
        }
      }
    },
    Self("usage", "counts no header fields in memory, and an empty file on disk") {
      $0.changeAccess { store, sound in
        let (read, header, file) = (store.readUsage, 1000, 4096)
        store.readUsage = {
          let usage = read()
          return ByteCounts(
            memory: usage.memory > header ? usage.memory : 0, disk: min(usage.disk + file, sound.capacity().disk))
        }
      }
    },
    Self("usage", "measures the disk in blocks") {
      let block = 4096
      $0.changeAccess { store, sound in
        // Usage is reported in whole blocks up to the capacity, so that less than a block seems unused when the disk is
        // full.
        let read = store.readUsage
        store.readUsage = {
          let (usage, capacity) = (read(), sound.capacity())
          let blocks = (usage.disk + block - 1) / block * block
          return ByteCounts(memory: usage.memory, disk: min(blocks, capacity.disk))
        }
      }
    },
  ]
}

extension ResponseParts {
  /// Validates stored responses without a validator by their `Date` (RFC 9110, 13.1.3).
  fileprivate mutating func checkByDate() {
    // Identifies the first request of a load, because a redirect leads to further ones.
    let name = "X-Checked-By-Date"
    changeLoading { load, before in
      guard load.request.method == "GET", load.policy == .useProtocolCachePolicy, let stored = try load.stored,
        ["ETag", "Last-Modified", "Vary"].allSatisfy({ stored.fields[$0] == nil }), load.request.fields["Range"] == nil,
        let date = stored.fields["Date"]
      else { return try await before(load) }
      var load = load
      load.request.fields[name] = "\(load.request.url) \(date)"
      return try await before(load)
    }
    changeSending { request, send in
      guard let mark = request.fields[name] else { return try await send(request) }
      var request = request
      request.fields[name] = nil
      let url = mark.prefix { $0 != " " }
      guard request.url == url else { return try await send(request) }
      var conditional = request
      conditional.fields["If-Modified-Since"] = String(mark.dropFirst(url.count + 1))
      let response = try await send(conditional)
      // A 304 with a validator confirms another response: the stored one has no validator.
      let isOther = response.status == 304 && ["ETag", "Last-Modified"].contains { response.fields[$0] != nil }
      return isOther ? try await send(request) : response
    }
  }

  /// Removes responses after loading them if a condition on their `Vary` holds.
  fileprivate mutating func removeAfterLoading(where isSo: @escaping @Sendable (_ vary: String) -> Bool) {
    changeLoading { load, before in
      let response = try await before(load)
      if let vary = response.fields["Vary"], isSo(vary) {
        try load.session.configuredStore()?.removeResponse(for: load.request)
      }
      return response
    }
  }
}

extension RequestMessage {
  fileprivate var isConditional: Bool { fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil }

  fileprivate var unconditional: Self {
    var copy = self
    copy.fields["If-None-Match"] = nil
    copy.fields["If-Modified-Since"] = nil
    return copy
  }

  fileprivate func by(_ method: String) -> Self {
    var copy = self
    copy.method = method
    return copy
  }
}

extension ResponseMessage {
  /// Whether its directives require validation before it is served, or limit how long it may replace an error.
  fileprivate var needsCheck: Bool {
    let control = fields["Cache-Control"]?.lowercased() ?? ""
    return ["no-cache", "must-revalidate", "stale-if-error"].contains(where: control.contains)
  }
}

extension RequestPolicy {
  fileprivate var isToReload: Bool {
    switch self {
    case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData: true
    case .useProtocolCachePolicy, .returnCacheDataElseLoad, .returnCacheDataDontLoad: false
    }
  }
}
