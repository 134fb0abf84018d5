import Foundation

extension ResponseAction {
  /// Faults in what a load stores, in what an earlier run stored, and in variants.
  static let wholeFaults: [Fault] = [
    loadingPart("the start of a large body") { $0.body = Array($0.body.prefix(1 << 16)) },
    loadingPart("its first thirty header fields") { $0.fields = HeaderFields(Array($0.fields.lines.prefix(30))) },
    loadingPart("header fields of up to 4 KB") { response in
      response.fields = HeaderFields(response.fields.lines.filter { $0.value.utf8.count <= 1 << 12 })
    },
    access(["response.store.returns-what-was-stored"], "drops user info without a value") { store, sound in
      store.store = { response, request in
        var response = response
        response.userInfo = response.userInfo.filter { !$0.value.isEmpty }
        try sound.store(response, for: request)
      }
    },
    fault(["response.usage.reported"], "counts on disk what this run stored") { parts in
      let found = Memo(0)
      parts.open = { [open = parts.open] sound, place, capacity in
        let store = try await open(sound, place, capacity)
        found.value = store.usage().disk
        return store
      }
      parts.changeAccess { store, _ in
        store.readUsage = { [readUsage = store.readUsage] in
          let usage = readUsage()
          return ByteCounts(memory: usage.memory, disk: max(0, usage.disk - found.value))
        }
      }
    },
    fault(
      ["response.remove.one", "response.remove.since"], "removes no variant of a URL of which several were loaded"
    ) { parts in
      let loads = Memo<[String: Int]>([:])
      parts.changeLoading { load, before in
        let response = try await before(load)
        if response.fields["Vary"] != nil { loads.next(load.request.url) }
        return response
      }
      parts.changeAccess { store, _ in
        store.remove = { [before = store.remove] request in
          if loads.value[request.url] ?? 0 < 2 { try await before(request) }
        }
        store.removeSince = { [before = store.removeSince] date in
          if !loads.value.contains(where: { $0.value > 1 }) { try await before(date) }
        }
      }
    },
    takingRequests("compares the values of all fields as one text") { lines in
      let joined = lines.map(\.value).joined()
      return lines.enumerated().map { .init($1.name, $0 == 0 ? joined : "") }
    },
  ]

  /// The reference that stores a part of what it loads.
  private static func loadingPart(
    _ part: String, _ change: @escaping @Sendable (inout ResponseMessage) -> Void
  ) -> Fault {
    fault(["response.load.stores"], "stores \(part)") {
      $0.changeLoading { load, before in
        let response = try await before(load)
        guard let store = load.session.configuredStore(), var stored = try store.storedResponse(for: load.request)
        else { return response }
        let whole = stored.response
        change(&stored.response)
        if stored.response != whole { try store.store(stored, for: load.request) }
        return response
      }
    }
  }
}
