/// Which responses may be stored and answer later requests: by method and status, and by what the response says (RFC
/// 9111, 3, 4.2.2 and 5.2.2; RFC 9110, 9.3 and 15.1).
extension HTTPSpec {
  static var storeTopic: Topic<ResponseAction> {
    Topic(
      "http.store", premises: storePremises,
      tables: [
        Table(
          "Which status is kept",
          legend: """
            The origin answered with a *status*, and may have stated the response's *freshness*. Once the origin has
            version 2, with status 200, the response is *requested* at once, or later as given. It is *served* again or
            *checked*, which is to say revalidated, and replaced. *Preferred* is what the document says by a SHOULD.
            """, statusTable, isComplete: false)
      ], scenarios: statusTable.map(\.scenario) + [failedCheck.scenario]
    ) {
      Rule(
        "no-store", .must, "A response with `no-store` is not stored.", from: section("5.2.2.5"),
        about: .responseNoStoreDirective
      ).rows {
        Row(
          "a plain load", given: .loaderHasStored.originHas(Representation(.v1, cacheControl: ["no-store, max-age=60"]))
        ) {
          Step(.load(.a), .answers(.v1))
          Step(.find(.a), .answersNothing)
        }
        Row(
          "beside public",
          given: .loaderHasStored.originHas(Representation(.v1, cacheControl: ["public, max-age=60, no-store"]))
        ) {
          Step(.load(.a), .answers(.v1))
          Step(.find(.a), .answersNothing)
        }
        Row(
          "a 200 answers a revalidation",
          given: .staleStored.originHas(Representation(.v2, cacheControl: ["no-store, max-age=60"]))
        ) {
          Step(.load(.a), .answers(.v2), .checks)
          Step(.find(.a), oneOf: [Outcome("left as it was", .answers(.v1)), Outcome("removed", .answersNothing)])
        }
      }
      Rule(
        "no-cache", .must, "A response with `no-cache` is served only after successful revalidation.",
        from: section("5.2.2.4"), about: .responseNoCache
      ).rows {
        Row(
          "the origin is down",
          given: .offered(Representation(.v1, cacheControl: ["no-cache, max-age=60"]).withTag).originIsDown
            .freshIsServed
        ) {
          Step(.load(.a), .fails)
        }
        Row("requested three times", given: .offered(checkedEachTime).originHas(checkedEachTime).confirmed) {
          Array(repeating: Step(.load(.a), .answers(.v1), .checks), count: 2)
        }
        // Fields that it does not name stay as stored (RFC 9111, 4.3.4).
        Row(
          "the 304 does not repeat no-cache",
          given: .stored(checkedEachTime).originHas(Representation(.v1, cacheControl: []).withTag).confirmed
        ) {
          Step(.load(.a), .answers(.v1), .checks)
        }
        // A field that it names is not served without revalidation; the rest of the response may be (RFC 9111, 5.2.2.4).
        Row(
          "no-cache names a field",
          given: .offered(
            Representation(.v1, cacheControl: ["no-cache=\"X-Other, X-Note\", max-age=60"]).withTag.with(
              "X-Note", "old"))
        ) {
          servedOrChecked
          Step(.inspectAnswer(["X-Note"]), .answersNothing)
        }
      }
      Rule(
        "methods", .must,
        "A GET is answered only with a response to a GET, or to a POST with an explicit lifetime and the resource as `Content-Location`.",
        from: section("3"), Citation(.rfc9110, "9.3"), about: .responseLoadMethod
      ).rows {
        Row("HEAD", given: .loaderHasAsked.originHas(.v1)) {
          Step(.load(.by("HEAD")), .answers(.body(.empty)))
          Step(.load(.a), .answers(.v1), .checks)
        }
        answering("POST", "POST", .v1)
        answering("OPTIONS", "OPTIONS", .v1)
        answering("PUT with a Content-Location", "PUT", .v1.with("Content-Location", "/a"))
        answering(
          "POST with a Content-Location and no stated lifetime", "POST",
          saying().modified(secondsAgo: 3600).with("Content-Location", "/a"))
        Row(
          "POST with the Content-Location of another resource",
          given: .loaderHasAsked.originHas(.v1.with("Content-Location", "/b"))
        ) {
          Step(.serve(.v2, at: Resource.b))
          Step(.load(.by("POST")), .answers(.v1))
          Step(.load(.b), .answers(.v2), .requests(.get("/b")))
        }
        redirected(301)
        redirected(302)
        redirected(303)
        redirected(307)
        redirected(308)
      }
      Rule(
        "unsafe-forwarded", .must,
        "A request with OPTIONS, or an unsafe or unknown method, always reaches the origin.",
        from: section("4"), Citation(.rfc9110, "9.3.7"), about: .responseLoadMethod
      ).rows {
        forwarded("PUT under a policy that prefers the cache", "PUT", under: .returnCacheDataElseLoad)
        forwarded("POST", "POST")
        forwarded("PUT", "PUT")
        forwarded("OPTIONS", "OPTIONS")
        forwarded("REFRESH", "REFRESH")
        Row("OPTIONS again", given: .loaderHasAsked.originHas(.v1)) {
          Step(.load(.by("OPTIONS")), .answers(.v1))
          Step(.serve(.v2, at: Resource.a))
          Step(.load(.by("OPTIONS")), .answers(.v2), .requests(RequestSeen("OPTIONS", "/a")))
        }
      }
      Rule(
        "post-kept", .open,
        "What a GET gets after a POST answered with an explicit lifetime and the resource as `Content-Location`.",
        from: Citation(.rfc9110, "9.3.3"),
        because: "That response may answer the GET, but most caches do not use it."
      ).rows {
        Row(given: .loaderHasAsked.originHas(.v1.with("Content-Location", "/a"))) {
          Step(.load(.by("POST")), .answers(.v1))
          Step(.serve(.v2, at: Resource.a))
          servedOrChecked
        }
      }
      Rule(
        "status", .must,
        "A response without a stated lifetime whose status allows no heuristic one, or with `must-understand` and an unknown status, is revalidated before it is served. A 304 is never served alone.",
        from: section("3"), section("4.2.2"), section("5.2.2.3"), Citation(.rfc9110, "15.1"),
        about: .responseGuessedStatus
      ).rows {
        Row("a 304 answered the app's own condition", given: .loaderHasAsked.originHas(.v1.withTag)) {
          Step(.load(.a.saying(["If-None-Match": ResponseBody.v1.tag])), .answers(.body(.empty)))
          Step(.load(.a), .answers(.v1), .checks)
        }
        // The target is fresh for an hour; the redirect does not state how long it is fresh itself.
        Row("a 302 leads to a fresh response", given: leadingElsewhere(302, [])) {
          Step(.serve(.v1, at: Resource.b))
          followedOrHandedBack
          Step(.serve(.v2, at: Resource.a))
          Step(.load(.a), .answers(.v2), .requests(.get("/a")))
        }
      }
      Rule(
        "status-kept", .may,
        "A response with `must-understand`, or a status other than 200, may be served without revalidation while it is fresh, and no longer.",
        from: section("3"), section("4.2.2"), section("5.2.2.3")
      ).rows {
        Row("a fresh 301 leads to a fresh response", given: leadingElsewhere(301, ["max-age=60"])) {
          Step(.serve(.v1, at: Resource.b))
          followedOrHandedBack
          Step(.serve(.v2, at: Resource.a))
          Step(
            .load(.a),
            oneOf: [
              Outcome("served, and followed", .answers(.v1), .requestsNothing),
              Outcome("served, and handed back", .answers(.body(.moved)), .requestsNothing),
              Outcome("checked", .answers(.v2), .requests(.get("/a"))),
            ])
        }
      }
      Rule(
        "must-understand", .open,
        "Whether a response with `must-understand`, `no-store` and a known status is served again.",
        from: section("5.2.2.3"),
        because:
          "A cache that implements `must-understand` SHOULD ignore `no-store`: served. To any other, `no-store` applies."
      )
      Rule(
        "authorization", .open, "Whether a response to a request with `Authorization` answers a later request.",
        from: section("3.5"), because: "Only shared caches are restricted."
      ).rows {
        authorized("the credentials are the same", "Basic b25l")
        authorized("the credentials differ", "Basic dHdv")
      }
    }
  }

  private static let failedCheck = HTTPRequestRow(
    ("a 503 answers the revalidation", saying("no-cache, max-age=60"), for: .zero, [:], .failing, .error),
    "http.store.no-cache")

  private static var storePremises: [Premise<ResponseAction>] {
    [
      .last("http.store.no-store[a plain load]") { $0.kept?.states("no-store") == true },
      .load("http.store.no-cache[fresh by max-age]") { $0.states("no-cache") },
      Premise("http.store.unsafe-forwarded[PUT]") { action in
        action.loaded.map { !["GET", "HEAD"].contains($0.method) } ?? false
      },
      .any("http.store.unsafe-forwarded[PUT]") { lookup in
        !["GET", "HEAD"].contains(lookup.request.method)
          && lookup.requests?.contains { $0.method == lookup.request.method } == false
      }.explainingAnyFailure,
      Premise("http.store.methods[HEAD]") { $0.loaded?.method == "HEAD" }.lessBasic(than: "http.head.served"),
      .any("http.store.methods[HEAD]") { lookup in
        lookup.request.method == "HEAD" && lookup.requests?.contains { $0.method == "GET" } == true
      }.explainingAnyFailure.lessBasic(than: "http.head.served"),
    ]
  }

  private static let checkedEachTime = Representation(.v1, cacheControl: ["no-cache, max-age=60"]).withTag

  private static func leadingElsewhere(_ status: Int, _ cacheControl: [String]) -> Fixture<ResponseAction> {
    .loaderHasAsked.originHas(
      Representation(.moved, cacheControl: cacheControl).status(status).with("Location", "/b"))
  }

  private static let followedOrHandedBack = ResponseStep(
    .load(.a),
    oneOf: [
      Outcome("followed", .answers(.v1), .requests(.get("/a"), .get("/b"))),
      Outcome("handed back", .answers(.body(.moved)), .requests(.get("/a"))),
    ])

  /// A representation answers a method, and then version 2 is requested by GET.
  private static func answering(_ row: String, _ method: String, _ representation: Representation, line: Int = #line)
    -> Row
  {
    Row(row, given: .loaderHasAsked.originHas(representation), line: line) {
      Step(.load(.by(method)), .answers(.v1))
      Step(.serve(.v2, at: Resource.a))
      checked
    }
  }

  /// A POST is redirected: with 307 and 308 it stays a POST, with 303 it becomes a GET, and with the others it may (RFC
  /// 9110, 15.4). The response to a POST does not answer a GET.
  private static func redirected(_ status: Int, line: Int = #line) -> Row {
    let checked = Outcome("checked", Expectation<ResponseAction>.answers(.v2), .requests(.get("/b")))
    let served = Outcome("served", Expectation<ResponseAction>.answers(.v1), .requestsNothing)
    let post = RequestSeen("POST", "/a")
    return Row("POST redirected with \(status)", given: leadingElsewhere(status, []), line: line) {
      Step(.serve(.v1, at: Resource.b))
      Step(
        .load(.by("POST")),
        oneOf: [
          Outcome("followed by GET", .answers(.v1), .requests(post, .get("/b"))),
          Outcome("followed by POST", .answers(.v1), .requests(post, RequestSeen("POST", "/b"))),
          Outcome("handed back", .answers(.body(.moved)), .requests(post)),
        ])
      Step(.serve(.v2, at: Resource.b))
      Step(.load(.b), oneOf: status < 304 ? [served, checked] : [checked])
    }
  }

  /// A method reaches the origin.
  private static func forwarded(_ row: String, _ method: String, under policy: RequestPolicy? = nil, line: Int = #line)
    -> Row
  {
    Row(row, given: .freshServed, line: line) {
      Step(.load(.by(method).with(policy)), .answers(.v2), .requests(RequestSeen(method, "/a")))
    }
  }

  private static func authorized(_ row: String, _ other: String, line: Int = #line) -> Row {
    let one = RequestMessage.a.saying(["Authorization": "Basic b25l"])
    return Row(row, given: .answered(.v1, for: one), line: line) {
      Step(
        .load(.a.saying(["Authorization": other])),
        oneOf: [
          Outcome("served", .answers(.v1), .requestsNothing), Outcome("checked", .answers(.v2), .checks),
        ])
    }
  }
}
