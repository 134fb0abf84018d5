extension ResponseAction {
  /// Loads that break a rule of HTTP on what they return.
  static let httpLoadFaults: [Fault] = [
    loading(["http.request.only-if-cached"], "answers only-if-cached with an error of its own") { load in
      var response = try await load.soundly()
      if response.status == 504 { response.status += 1 }
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
