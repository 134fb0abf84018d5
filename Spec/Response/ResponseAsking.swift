/// A way to ask for less than all of what is stored.
public enum ResponseAsking: String, CaseIterable, DescribedByRawValue {
  case part = "a part"
  case tag = "on condition, by its tag"
  case date = "on condition, by its date"
  case head = "HEAD"

  public static let changed = "Mon, 01 Jan 2018 00:00:00 GMT"

  /// Version 1 with what the conditions name, and with these lines of `Cache-Control`.
  static func stored(_ cacheControl: String...) -> Representation {
    Representation(.v1, cacheControl: cacheControl).withTag.with("Last-Modified", changed)
  }

  /// The request for resource a: one byte, or a condition that holds of what is stored and not of version 2.
  func request(_ fields: HeaderFields = [:], under policy: RequestPolicy? = nil) -> RequestMessage {
    let own: HeaderFields =
      switch self {
      case .part: ["Range": "bytes=8-8"]
      case .tag: ["If-None-Match": ResponseBody.v1.tag]
      case .date: ["If-Modified-Since": Self.changed]
      case .head: [:]
      }
    return RequestMessage(
      Resource.a, method: self == .head ? "HEAD" : "GET", fields: HeaderFields(own.lines + fields.lines),
      policy: policy)
  }

  /// What version 1 or 2 makes of the request: a module need not cut parts, nor look at conditions.
  private func answers(of version: ResponseBody) -> [ResponseAnswer] {
    switch self {
    case .part: [.body(ResponseBody(String(version.text.suffix(1)))), .body(version)]
    case .tag, .date: version == .v1 ? [.v1, .body(.empty)] : [.body(version)]
    case .head: [.body(.empty)]
    }
  }

  /// What is stored answers no such request: the origin does.
  func forwarded(_ fields: HeaderFields = [:], under policy: RequestPolicy? = nil) -> ResponseStep {
    Step(.load(request(fields, under: policy)), .answers(oneOf: answers(of: .v2)), .requestsSomething)
  }

  /// What is stored answers, or there is an error; nothing is loaded.
  var notLoaded: ResponseStep {
    Step(
      .load(request(under: .returnCacheDataDontLoad)),
      oneOf: [
        Outcome("error", .fails, .requestsNothing),
        Outcome("answered by what is stored", .answers(oneOf: answers(of: .v1)), .requestsNothing),
      ])
  }
}

extension Fixture where Action == ResponseAction {
  /// Version 1, with a tag and a date, is stored and served; the origin has version 2.
  static let servedWithValidators = stored(ResponseAsking.stored("max-age=600")).and(
    "it is served", standingOn: "response.policy.default-is-use-protocol",
    [Step(.load(.a), .answers(.v1), .requestsNothing)])
}
