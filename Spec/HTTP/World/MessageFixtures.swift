/// The states that scenarios over HTTP start from.
extension Fixture where Action == ResponseAction {
  /// A representation of resource a was loaded; now the origin has version 2.
  static func loaded(_ representation: Representation) -> Self {
    loaderHasAsked.leading(
      to: "\(representation) was loaded", relyingOn: "response.policy.default-is-use-protocol",
      [
        Step(.serve(representation, at: Resource.a)),
        Step(.load(.a), .answers(.body(representation.body)), .requests(.get("/a"))),
      ]
    ).leading(
      to: "\(representation) was loaded and stored; the origin has version 2", relyingOn: "response.load.stores",
      [
        .finds(representation, for: .a),
        Step(.serve(.v2, at: Resource.a)),
      ])
  }

  /// A representation of resource a was loaded 61 s ago; now the origin has version 2.
  static func loadedAMinuteAgo(_ representation: Representation) -> Self {
    loaded(representation).and("61 s later", [Step(.advance(.seconds(61)))])
  }

  /// A representation of resource a was loaded for a request; now the origin has version 2.
  static func loaded(_ representation: Representation, for request: RequestMessage) -> Self {
    answered(representation, for: request).leading(
      to: "\(representation) was loaded for (\(request.fields)), and is stored; the origin has version 2",
      relyingOn: "response.load.stores",
      [.finds(representation, for: request)])
  }

  /// A representation of resource a was loaded and may have been stored; now the origin has version 2.
  static func answered(_ representation: Representation) -> Self { answered(representation, for: .a) }

  /// A representation of resource a was loaded for a request and may have been stored; now the origin has version 2.
  static func answered(_ representation: Representation, for request: RequestMessage) -> Self {
    loaderHasAsked.leading(
      to: "\(representation) was loaded"
        + (request.fields.lines.isEmpty ? "" : " for (\(request.fields))") + "; the origin has version 2",
      relyingOn: "response.policy.default-is-use-protocol",
      [
        Step(.serve(representation, at: Resource.a)),
        Step(.load(request), .answers(.body(representation.body)), .requests(.get("/a"))),
        Step(.serve(.v2, at: Resource.a)),
      ])
  }

  /// A representation of resource a is stored for a request by direct access, and the origin has version 2.
  static func stored(_ representation: Representation, for request: RequestMessage) -> Self {
    originHasVersion2.leading(
      to: "\(representation) is stored for (\(request.fields)); the origin has version 2",
      relyingOn: "response.store.returns-what-was-stored",
      [Step(.have(representation, for: request)), .finds(representation, for: request)])
  }

  /// The loader stores responses that may be stored.
  static let loaderHasStored = loaderHasAsked.leading(
    to: "a response that may be stored was loaded and stored", relyingOn: "response.load.stores",
    [
      Step(.serve(.v2, at: Resource.b)),
      Step(.load(.b), .answers(.v2)),
      Step(.find(.b), .answers(.v2)),
    ])

  /// Version 1 is stored, fresh, and served; the origin has version 2.
  static let freshServed = HTTPSpec.servedFirst(HTTPSpec.saying("max-age=600"))

  /// Versions 1 and 2 were loaded for two values of a field that `Vary` names, and version 1 may no longer be stored;
  /// the origin has version 3.
  static let twoVariants = loaded(
    Representation.v1.withTag.with("Vary", "X-Flavor"), for: .a.saying(["X-Flavor": "sweet"])
  )
  .and(
    "version 2 was then loaded for another variant", relyingOn: "http.vary.matches",
    [
      Step(.serve(Representation.v2.withTag.with("Vary", "X-Flavor"), at: Resource.a)),
      Step(.load(.a.saying(["X-Flavor": "sour"])), .answers(.v2), .checks),
      Step(.serve(.v3, at: Resource.a)),
    ])

  /// A fresh response is served, so that another response that is not served must have its own reason.
  var freshIsServed: Self {
    and(
      "another response, which is fresh, is served", relyingOn: "response.policy.default-is-use-protocol",
      [Step(.load(.another), .answers(.body(.another)), .requestsNothing)])
  }

  /// The stored response was requested while the origin still had it: its revalidation was answered with 304.
  var confirmed: Self {
    and(
      "a load has revalidated it", relyingOn: "http.revalidate.not-modified", [Step(.load(.a), .answers(.v1))])
  }

  /// A request for resource a with a method was made, and not answered with a stored response.
  func reached(by method: String) -> Self {
    and(
      "a \(method) has reached the origin", relyingOn: "http.store.unsafe-forwarded",
      [Step(.load(.by(method)), .reaches(by: method))])
  }
}

extension HTTPSpec {
  /// Version 1 with an entity tag and these lines of `Cache-Control`.
  static func saying(_ cacheControl: String...) -> Representation {
    Representation(.v1, cacheControl: cacheControl).withTag
  }

  /// A version 1 that is fresh is stored, and served; the origin has version 2.
  static func servedFirst(_ representation: Representation) -> Fixture<ResponseAction> {
    .stored(representation).and(
      "it is served", relyingOn: "response.policy.default-is-use-protocol", [served])
  }
}

extension RequestMessage {
  /// A request for resource a with another method.
  static func by(_ method: String) -> Self { RequestMessage(Resource.a, method: method) }

  /// The request with header fields.
  func saying(_ fields: HeaderFields) -> Self {
    var copy = self
    copy.fields = fields
    return copy
  }
}

extension ResponseBody {
  static let done = Self("done")
}
