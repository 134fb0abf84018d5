import Foundation

extension ResponseAction {
  /// Faults in responses after something was changed, moved or stored in the meantime.
  static let meanwhileFaults: [Fault] = [
    loading(["http.invalidate.unsafe-method"], "serves what was changed where it cannot be checked") { load in
      let changed = load.world.world.storage.kept("what was changed") { Memo<[String: ResponseMessage]>([:]) }
      let url = load.request.url
      guard load.request.method == "GET" else {
        var get = load
        get.request = RequestMessage(url)
        let stored = try get.stored
        let response = try await load.soundly()
        if let stored, response.status < 400 { changed.change { $0[url] = stored } }
        return response
      }
      do {
        let response = try await load.soundly()
        return response.status >= 500 ? changed.value[url] ?? response : response
      } catch {
        guard load.policy == .useProtocolCachePolicy, let old = changed.value[url] else { throw error }
        return old
      }
    },
    loading(["http.revalidate.other-tag"], "takes a 304 for a word about what was stored meanwhile") { load in
      guard load.policy == .useProtocolCachePolicy, let before = try load.stored, let tag = before.fields["ETag"],
        before.fields["Cache-Control"] == "max-age=0"
      else { return try await load.soundly() }
      var check = load.request
      check.fields["If-None-Match"] = tag
      let answer = try await load.world.send(check)
      guard answer.status == 304, var stored = try load.stored, stored.body != before.body else {
        return try await load.soundly()
      }
      for line in answer.fields.lines { stored.fields[line.name] = line.value }
      try load.store(stored)
      return stored
    },
    loading(["http.age.resident"], "dates anew what is left once it takes half the room that it took") { load in
      let most = load.world.world.storage.kept("the most that was stored") { Memo(0) }
      guard let used = load.session.configuredStore()?.usage().disk else { return try await load.soundly() }
      let isHalf = most.change { most in
        defer { most = max(most, used) }
        return used * 2 < most
      }
      if isHalf, load.policy == .useProtocolCachePolicy, let stored = try load.stored {
        most.value = used
        try load.store(stored)
      }
      return try await load.soundly()
    },
    misreading(["http.directives.invalid"], "overlooks a max-age that is no number where another field says more") {
      fields in
      guard fields["Expires"] != nil || fields["Last-Modified"] != nil else { return }
      fields["Cache-Control"] = fields["Cache-Control"]?.replacing(/max-age=[a-z]+/, with: "unknown")
    },
    loading(["http.store.no-cache"], "takes what came later than now for fresh") { load in
      let date = try load.stored?.fields["Date"] ?? ""
      if load.policy == .useProtocolCachePolicy, let stored = try load.stored, date.isLater(than: load.world.now) {
        return stored
      }
      return try await load.soundly()
    },
  ]
}

extension String {
  /// Whether this is an HTTP date more than an hour ahead, which is more than rounding explains.
  fileprivate func isLater(than now: Date) -> Bool {
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_US_POSIX")
    form.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return form.date(from: self).map { $0.timeIntervalSince(now) > 3600 } ?? false
  }
}
