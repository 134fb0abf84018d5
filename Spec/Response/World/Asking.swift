/// A kind of request for less than the whole stored response.
public enum ResponseAsking: String, CaseIterable, DescribedByRawValue {
  case part = "a range"
  case tag = "If-None-Match"
  case date = "If-Modified-Since"
  case head = "HEAD"

  /// The `Last-Modified` of the stored version 1.
  public static let lastModified = "Mon, 01 Jan 2018 00:00:00 GMT"

  /// Version 1 with the validators that the conditions name, and with these lines of `Cache-Control`.
  static func stored(_ cacheControl: String...) -> Representation {
    Representation(.v1, cacheControl: cacheControl).withTag.with("Last-Modified", lastModified)
  }

  /// The request for resource a: for one byte, on a condition that matches the stored version 1 and not version 2, or a
  /// HEAD.
  func request(_ fields: HeaderFields = [:], under policy: RequestPolicy? = nil) -> RequestMessage {
    let own: HeaderFields =
      switch self {
      case .part: ["Range": "bytes=8-8"]
      case .tag: ["If-None-Match": ResponseBody.v1.tag]
      case .date: ["If-Modified-Since": Self.lastModified]
      case .head: [:]
      }
    return RequestMessage(
      Resource.a, method: self == .head ? "HEAD" : "GET", fields: HeaderFields(own.lines + fields.lines),
      policy: policy)
  }

  /// The possible answers with version 1 or 2: a module need not cut parts, nor evaluate conditions.
  private func answers(of version: ResponseBody) -> [ResponseAnswer] {
    switch self {
    case .part: [.body(ResponseBody(String(version.text.suffix(1)))), .body(version)]
    case .tag, .date: version == .v1 ? [.v1, .body(.empty)] : [.body(version)]
    case .head: [.body(.empty)]
    }
  }

  /// The origin answers the request, and the stored response does not.
  func forwarded(_ fields: HeaderFields = [:], under policy: RequestPolicy? = nil) -> ResponseStep {
    Step(.load(request(fields, under: policy)), .answers(oneOf: answers(of: .v2)), .requestsSomething)
  }

  /// The stored response answers, or there is an error; nothing is loaded.
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
    "it is served", relyingOn: "response.policy.default-is-use-protocol",
    [Step(.load(.a), .answers(.v1), .requestsNothing)])
}
