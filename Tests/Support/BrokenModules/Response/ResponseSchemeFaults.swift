extension ResponseAction {
  /// Loads that cache what they should not by its scheme, or do not cache what they should.
  static let schemeFaults: [Fault] = [
    loading(["response.scheme.https-on-disk-by-default"], "keeps HTTPS in memory only") { load in
      let response = try await load.soundly()
      if load.isOver("https") { try load.store(response, .allowedInMemoryOnly) }
      return response
    }
  ]
}

extension ResponseLoad {
  fileprivate func isOver(_ scheme: String) -> Bool { request.url.hasPrefix("\(scheme):") }
}
