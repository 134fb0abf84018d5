/// The resources of the chapter's scenarios.
enum Resource {
  static let a = "http://origin.test/a"
  static let b = "http://origin.test/b"
  static let c = "http://origin.test/c"
  static let another = "http://origin.test/another"
  static let unstored = "http://origin.test/unstored"
  static let secureA = "https://origin.test/a"
  static let file = "file:///note.txt"
}

extension RequestMessage {
  static let a = RequestMessage(Resource.a)
  static let b = RequestMessage(Resource.b)
  static let c = RequestMessage(Resource.c)
  static let another = RequestMessage(Resource.another)
  static let secureA = RequestMessage(Resource.secureA)
  static let file = RequestMessage(Resource.file)

  /// The same request with another policy.
  func with(_ policy: RequestPolicy?) -> Self {
    var copy = self
    copy.policy = policy
    return copy
  }
}

extension ResponseBody {
  static let another = Self("another response")
}

extension Representation {
  /// Version 1 under a status, fresh for an hour. A redirect is empty.
  static func kept(_ status: Int, cacheControl: [String]? = nil) -> Self {
    Representation(300..<400 ~= status ? .empty : .v1, cacheControl: cacheControl).status(status).withTag
  }
}

/// The reason why a stored response is fresh: a loader may understand one reason and not another.
enum FreshReason: String, CaseIterable, DescribedByRawValue {
  case maxAge = "max-age"
  case expires = "Expires"

  /// A body that is fresh for an hour, with an entity tag.
  func representation(_ body: ResponseBody) -> Representation {
    switch self {
    case .maxAge: Representation(body).withTag
    case .expires: Representation(body, cacheControl: []).expiring(inSeconds: 3600).withTag
    }
  }
}

/// The reason why a stored response is stale.
enum StaleReason: String, CaseIterable, DescribedByRawValue {
  case maxAge = "max-age=0"
  case date = "Date"
  case age = "Age"
  case expires = "Expires"
  case stored = "time in the store"

  /// A body that is stale for this reason alone, with an entity tag.
  func representation(_ body: ResponseBody) -> Representation {
    let aged = Representation(body, cacheControl: ["max-age=60"]).withTag
    return switch self {
    case .maxAge: Representation.stale(body).withTag
    case .date: aged.dated(secondsAgo: 3600)
    case .age: aged.with("Age", "3600")
    case .expires: Representation(body, cacheControl: []).dated(secondsAgo: 7200).expiring(inSeconds: -3600).withTag
    case .stored: Representation.brief(body).withTag
    }
  }
}

/// The states that the scenarios start from. A response stored in addition to a scenario's own exposes a module that
/// gives every request the same answer.
extension Fixture where Action == ResponseAction {
  private static let storing: RuleID = "response.store.returns-what-was-stored"

  /// A response is stored for another resource.
  static let anotherIsStored = Self(
    "another response is stored", relyingOn: storing,
    [
      Step(.have(Representation(.another), for: .another)),
      Step(.find(.another), .answers(.body(.another))),
    ])

  /// A response was on disk, so that a measurement there is meaningful: the store does keep something.
  static let diskWasUsed = anotherIsStored.and(
    "it survives reopening, and is removed", relyingOn: "response.store.memory-and-disk",
    [Step(.restart), Step(.find(.another), .answers(.body(.another))), Step(.remove(.all))])

  /// A response was in memory only, so that not finding one there is meaningful: the store does keep responses in
  /// memory.
  var memoryWasUsed: Self {
    and(
      "what is stored for /c in memory only is found, and removed", relyingOn: "response.storage.memory-only",
      [
        Step(.put(.v3.under(.allowedInMemoryOnly), for: .c)), Step(.find(.c), .answers(.v3)),
        Step(.remove(.one(.c))),
      ])
  }

  /// The loader asked the origin for a response that is not stored, so that making no request later is meaningful.
  static let loaderHasAsked = anotherIsStored.and(
    "the loader has loaded a response that is not stored",
    relyingOn: "response.policy.default-is-use-protocol",
    [
      Step(.serve(Representation(ResponseBody("stored nowhere")), at: Resource.unstored)),
      Step(
        .load(RequestMessage(Resource.unstored)),
        .answers(.body(ResponseBody("stored nowhere"))), .requests(.get("/unstored"))),
    ])

  /// The origin has a representation of resource a.
  func originHas(_ representation: Representation) -> Self {
    and("the origin has \(representation)", [Step(.serve(representation, at: Resource.a))])
  }

  /// Nothing is stored for resource a, and the origin has version 2.
  static let originHasVersion2 = loaderHasAsked.leading(
    to: "nothing is stored; the origin has version 2", [Step(.serve(.v2, at: Resource.a))])

  /// A representation of resource a is stored, and the origin has version 2.
  static func stored(
    _ representation: Representation, named name: String? = nil, relyingOn rule: RuleID = storing
  ) -> Self {
    originHasVersion2.leading(
      to: "\(name ?? "\(representation)") is stored; the origin has version 2", relyingOn: rule,
      [Step(.have(representation, for: .a)), .finds(representation, for: .a)])
  }

  /// Version 1 is stored and fresh; the origin has version 2.
  static func freshStored(by reason: FreshReason) -> Self {
    stored(reason.representation(.v1), named: "a version 1 that is fresh by \(reason)")
  }

  /// A representation of resource a came, and is stored or not; the origin has version 2. That is enough where it must
  /// not be served: RFC 9111, 3 obliges no cache to store.
  static func offered(_ representation: Representation, named name: String? = nil) -> Self {
    originHasVersion2.and(
      "\(name ?? "\(representation)") came, and is stored or not", [Step(.offer(representation, for: .a))])
  }

  /// A representation of resource a that was fresh for two seconds is stored and stale; the origin has version 2. What is
  /// stale when it comes need not be stored.
  static func staleStored(_ representation: Representation, named name: String? = nil) -> Self {
    stored(representation, named: name).and(
      "\(untilStale.inWords) have passed", [Step(.advance(untilStale))])
  }

  /// The time after which it is stale: short, for modules on the machine's clock.
  private static let untilStale = Duration.seconds(2)

  /// Version 1 is stale; the origin has version 2. Unless it grew stale in the store, it was so when it came, and need
  /// not be stored.
  static func stale(by reason: StaleReason) -> Self {
    let (stale, name) = (reason.representation(.v1), "a version 1 that is stale by \(reason)")
    return reason == .stored ? staleStored(stale, named: name) : offered(stale, named: name)
  }

  /// Version 1 is stored and fresh by its `max-age`; the origin has version 2.
  static let freshStored = freshStored(by: .maxAge)
  /// Version 1 is stored and stale; the origin has version 2.
  static let staleStored = stale(by: .stored)

  /// Version 1 is stored for resource a, by direct access.
  func storingVersion1() -> Self {
    and(
      "version 1 is stored for /a", relyingOn: Self.storing,
      [Step(.have(.v1, for: .a)), Step(.find(.a), .answers(.v1))])
  }

  /// Version 2 is stored for resource b, by direct access.
  func storingVersion2() -> Self {
    and(
      "version 2 is stored for /b", relyingOn: Self.storing,
      [Step(.have(.v2, for: .b)), Step(.find(.b), .answers(.v2))])
  }

  /// The store has room for only a few responses.
  static let littleRoom = Self(
    "the store has room for \(ResponseSpec.littleRoom)", relyingOn: "response.usage.reported",
    [
      Step(.reopen(capacity: ResponseSpec.littleRoom)),
      Step(.readCapacity, .answers(.capacity(ResponseSpec.littleRoom))),
    ])

  /// A search of the disk finds a response that may be there.
  static let bytesAreFound = anotherIsStored.and(
    "bytes on disk are found", relyingOn: "response.storage.allowed",
    [
      Step(.put(Representation(ResponseSpec.forDisk), for: .b)),
      Step(.searchDisk(ResponseSpec.forDisk), .answers(.onDisk)),
    ])

  /// The origin cannot be reached.
  var originIsDown: Self { and("the origin is down", [Step(.origin(.down))]) }
}

extension Expectation where Action == ResponseAction {
  private static var plain: Fact<RequestSeen> { .value(.get("/a")) }
  private static var conditional: Fact<RequestSeen> { .value(RequestSeen("GET", "/a", isConditional: true)) }
  private static var head: Fact<RequestSeen> { .value(RequestSeen("HEAD", "/a")) }
  private static var conditionalHead: Fact<RequestSeen> { .value(RequestSeen("HEAD", "/a", isConditional: true)) }

  /// The origin is asked for resource a in any of the ways that revalidate what is stored: a conditional GET, the HEAD
  /// that the platform describes, followed by a GET, or a GET that simply loads.
  static var checks: Self {
    .request(
      .described(
        "requests whether /a changed (by a conditional GET, a HEAD, or a plain GET)",
        .oneOf([[plain]] + waysOfRevalidating)))
  }

  /// The origin is asked as in `checks`, or not at all.
  static var checksAtMostOnce: Self {
    .request(.described("requests nothing more than whether /a changed", .oneOf([[], [plain]] + waysOfRevalidating)))
  }

  /// The origin is asked as in `checks`, but not by the GET that simply loads.
  static var revalidates: Self {
    .request(.described("requests whether /a changed (by a conditional GET, or a HEAD)", .oneOf(waysOfRevalidating)))
  }

  /// The origin is asked for resource a, and again if it has failed: a GET may be retried (RFC 9110, 9.2.2).
  static var requestsOnceOrAgain: Self {
    .request(
      .described("requests GET /a, once or again", .oneOf((1...10).map { Array(repeating: plain, count: $0) })))
  }

  private static var waysOfRevalidating: [[Fact<RequestSeen>]] {
    [[conditional], [head], [conditionalHead], [head, plain], [conditionalHead, plain]]
  }
}

extension ResponseSpec {
  /// A response on disk is no longer kept there. Whether its bytes are overwritten at once is left to the store.
  static func leavingTheDisk(_ change: ResponseAction) -> [ResponseStep] {
    [
      Step(change),
      Step(
        .searchDisk(forDisk),
        oneOf: [
          Outcome("overwritten at once", .answers(.notOnDisk)), Outcome("overwritten later", .answers(.onDisk)),
        ]),
      Step(.restart), Step(.find(.b), .answersNothing), Step(.find(.another), .answers(.body(.another))),
    ]
  }

  /// A body for which the disk is searched, and which may be there.
  static let forDisk = ResponseBody("for the disk")
  /// A body for which the disk is searched, and which must not be there.
  static let forMemoryOnly = ResponseBody("for memory only")
}

extension Step where Action == ResponseAction {
  /// A response that came is found, unless a cache is free not to store it: RFC 9111, 3.
  static func finds(_ representation: Representation, for request: RequestMessage) -> Self {
    Self(.find(request), .answers(.body(representation.body))).needing(representation.requiredToStore)
  }
}
