extension ResponseAction {
  /// Loads that break a rule of HTTP on what they return.
  static let httpLoadFaults: [Fault] = [
    loading(["http.request.only-if-cached"], "answers only-if-cached with an error of its own") { load in
      var response = try await load.soundly()
      if response.status == 504 { response.status += 1 }
      return response
    },
    loading(["http.vary.several"], "of several that match, takes the one that came first") { load in
      let came = load.world.responsesThatCame
      let first = came.value.first { $0.response.mayAnswer(load.request, as: $0.request) }
      if let first, load.policy == .useProtocolCachePolicy { return first.response }
      let response = try await load.soundly()
      if response.fields["Vary"] != nil { came.change { $0.append((response, load.request)) } }
      return response
    },
    loading(["http.redirect.limit"], "makes a page of a redirect that it does not follow") { load in
      do {
        return try await load.soundly()
      } catch is TooManyRedirects {
        return ResponseMessage(url: load.request.url, body: Array("redirected too often".utf8))
      }
    },
  ]
}

extension ResponseWorld {
  /// The responses with `Vary` that were loaded in its world, with their requests, oldest first.
  fileprivate var responsesThatCame: Memo<[(response: ResponseMessage, request: RequestMessage)]> {
    world.storage.kept("responses that came") { Memo([]) }
  }
}

extension ResponseMessage {
  /// Whether two requests agree in the header fields that its `Vary` names.
  fileprivate func mayAnswer(_ request: RequestMessage, as other: RequestMessage) -> Bool {
    let names = (fields["Vary"] ?? "").split(separator: ", ").map(String.init)
    return request.url == other.url && names.allSatisfy { request.fields[$0] == other.fields[$0] }
  }
}
