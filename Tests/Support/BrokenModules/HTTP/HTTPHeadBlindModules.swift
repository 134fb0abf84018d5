import Foundation

extension ResponseAction {
  static let blindToAnswers: [BlindModule] = [
    loads(blindTo: .responseHeadAsked, "never") { load in
      guard load.request.method == "HEAD" else { return try await load.soundly() }
      var get = load
      get.request.method = "GET"
      return try await get.soundly()
    },
    loads(blindTo: .responseHeadAsked, "always answered by what is stored") {
      try await $0.head { get, _ in get.policy == .useProtocolCachePolicy }
    },
    loads(blindTo: .responseOwnCondition, "always one that holds") { load in
      try await load.own(["If-None-Match", "If-Modified-Since"]) { _, _ in true }
    },
    reading(.responseNewest, "always the oldest") { $0.turnDates() },
  ]
}

extension ResponseLoad {
  /// Answers a HEAD from the response stored for a GET, if a condition holds for it.
  fileprivate func head(
    where isServed: (_ get: Self, ResponseMessage) throws -> Bool
  ) async throws -> ResponseMessage {
    var get = self
    get.request.method = "GET"
    guard request.method == "HEAD", var stored = try get.stored, try isServed(get, stored) else {
      return try await soundly()
    }
    stored.body = []
    return stored
  }

  /// Answers a request that has one of these conditional fields with 304, if a condition holds for the stored response,
  /// and that response would be served.
  fileprivate func own(
    _ names: [String], where holds: (Self, ResponseMessage) -> Bool
  ) async throws -> ResponseMessage {
    guard names.contains(where: { request.fields[$0] != nil }), let stored = try stored, holds(self, stored) else {
      return try await soundly()
    }
    var plain = self
    for name in ["If-None-Match", "If-Modified-Since"] { plain.request.fields[name] = nil }
    let response = try await plain.soundly()
    let isServed = response.body == stored.body
    return isServed ? ResponseMessage(url: request.url, status: 304, fields: stored.fields) : response
  }
}

extension HeaderFields {
  /// Reverses the order of dates: the later a message was generated, the earlier its date.
  mutating func turnDates() {
    let reader = DateFormatter()
    (reader.locale, reader.dateFormat) = (Locale(identifier: "en_US_POSIX"), "EEE, dd MMM yyyy HH:mm:ss zzz")
    // Several responses to one URL are kept only if they have a `Vary`.
    guard self["Vary"] != nil, let date = self["Date"].flatMap({ reader.date(from: $0) }) else { return }
    self["Date"] = httpDate(Date(timeIntervalSince1970: 8e9 - date.timeIntervalSince1970))
  }
}
