extension ResponseAction {
  /// Loads that cache what they should not by its scheme, or do not cache what they should.
  static let schemeFaults: [Fault] = [
    loading(["response.scheme.http-and-https-cached"], "does not cache HTTPS") { load in
      load.isOver("https") ? try await load.world.send(load.request) : try await load.soundly()
    },
    loading(["response.scheme.https-on-disk-by-default"], "keeps HTTPS in memory only") { load in
      let response = try await load.soundly()
      if load.isOver("https") { try load.store(response, .allowedInMemoryOnly) }
      return response
    },
    loading(
      ["response.scheme.others-not-cached", "response.scheme.file-policy-controls-access"],
      "caches files, and serves them from the store"
    ) { load in
      guard load.isOver("file") else { return try await load.soundly() }
      if let stored = try load.stored { return stored }
      let response = try await load.soundly()
      try load.store(response)
      return response
    },
  ]
}

extension ResponseLoad {
  fileprivate func isOver(_ scheme: String) -> Bool { request.url.hasPrefix("\(scheme):") }
}
