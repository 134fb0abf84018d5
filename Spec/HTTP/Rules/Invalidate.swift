/// How a request that may change a resource affects stored responses (RFC 9111, 4.4).
extension HTTPSpec {
  static var invalidateTopic: Topic<ResponseAction> {
    Topic(
      "http.invalidate", premises: invalidatePremises
    ) {
      Rule(
        "unsafe-method", .must,
        "A POST, PUT, PATCH, DELETE or unknown method answered with 2xx or 3xx invalidates what is stored for its URL.",
        from: section("4.4"), about: .responseChange
      ).rows {
        changed("POST", by: "POST", 200)
        changed("PUT", by: "PUT", 200)
        changed("PATCH", by: "PATCH", 200)
        changed("DELETE", by: "DELETE", 200)
        changed("REFRESH", by: "REFRESH", 200)
        changed("a PUT is answered with 204", by: "PUT", 204)
        changed("a PUT is answered with 303", by: "PUT", 303)
        Row(
          "a PUT is answered with no-store",
          given: .freshServed.originHas(Representation(.done, cacheControl: ["no-store"])).reached(by: "PUT")
        ) {
          Step(.serve(.v2, at: Resource.a))
          checked
        }
        Row(
          "the URL of a PUT has a fragment",
          given: answering(200).and(
            "a PUT for /a#top has reached the origin", relyingOn: "http.store.unsafe-forwarded",
            [Step(.load(RequestMessage("\(Resource.a)#top", method: "PUT")), .reaches(by: "PUT"))])
        ) {
          Step(.serve(.v2, at: Resource.a))
          checked
        }
        // An invalidated response is removed, or must be revalidated before it is served, also in the next run.
        Row("the origin is down after a PUT", given: answering(200).reached(by: "PUT")) {
          Step(.origin(.down))
          Step(.load(.a), .fails)
          Step(.restart)
          Step(.load(.a), .fails)
          Step(.origin(.up))
          Step(.serve(.v2, at: Resource.a))
          checked
        }
        Row("two variants are stored", given: .twoVariants.originHas(Representation(.done, cacheControl: []))) {
          Step(.load(.by("PUT")))
          Step(.serve(Representation.v3.withTag.with("Vary", "X-Flavor"), at: Resource.a))
          Step(.load(.a.saying(["X-Flavor": "sweet"])), .answers(.v3), .checks)
          Step(.load(.a.saying(["X-Flavor": "sour"])), .answers(.v3), .checks)
        }
      }
      Rule(
        "failed-method", .open, "What is served after an unsafe method was answered with 4xx or 5xx.",
        from: section("4.4"),
        because: "Invalidation is required after a success, and not forbidden after a failure."
      ).rows {
        failed("a PUT is answered with 400", 400)
        failed("a PUT is answered with 503", 503)
      }
      Rule(
        "safe-method", .derived,
        "A fresh stored response is still served after a HEAD that shows no change, an OPTIONS or a TRACE.",
        from: section("4.4"), section("4.3.5"),
        because:
          "Only unsafe methods invalidate, and what is stored and fresh is served (`response.policy.use-protocol`).",
        about: .responseSafeMethod
      ).rows {
        unchanged(by: "HEAD")
        unchanged(by: "OPTIONS")
        unchanged(by: "TRACE")
      }
      Rule(
        "location", .open,
        "Whether a URL is invalidated when the response to an unsafe method on another URL of its origin names it in `Location` or `Content-Location`.",
        from: section("4.4"), because: "It is permitted, and not required."
      ).rows {
        named(in: "Location")
        named(in: "Content-Location")
      }
      Rule(
        "other-origin", .must,
        "A response to a POST does not invalidate a URL of another origin that it names.",
        from: section("4.4"), about: .responseOtherOrigin
      ).rows {
        namedElsewhere("Location on another host", "Location", "http://other.test/b")
        namedElsewhere("Content-Location on another host", "Content-Location", "http://other.test/b")
        namedElsewhere("Location on another port", "Location", "http://origin.test:81/b")
      }
    }
  }

  private static var invalidatePremises: [Premise<ResponseAction>] {
    [
      .last("http.invalidate.unsafe-method[PUT]") { $0.returnsInvalidated }
    ]
  }

  /// Version 1 is served, and the origin gives this answer to a method.
  private static func answering(_ status: Int, _ fields: HeaderFields = [:]) -> Fixture<ResponseAction> {
    let bare = Representation([204, 303, 307].contains(status) ? .empty : .done, cacheControl: []).status(status)
    return Fixture.freshServed.originHas(fields.lines.reduce(bare) { $0.with($1.name, $1.value) })
  }

  private static func changed(_ row: String, by method: String, _ status: Int, line: Int = #line) -> Row {
    Row(row, given: answering(status).reached(by: method), line: line) {
      Step(.serve(.v2, at: Resource.a))
      checked
    }
  }

  private static func failed(_ row: String, _ status: Int, line: Int = #line) -> Row {
    Row(row, given: answering(status), line: line) {
      Step(.load(.by("PUT")), status >= 500 ? .fails : .answers(.body(.done)))
      Step(.serve(.v2, at: Resource.a))
      servedOrChecked
    }
  }

  /// The response to a POST names another URL of the origin.
  private static func named(in field: String) -> Row {
    Row(field, given: answering(201, [field: "/b"])) {
      Step(.have(.v2, for: .b))
      Step(.serve(.v3, at: Resource.b))
      Step(.load(.by("POST")))
      Step(
        .load(.b),
        oneOf: [
          Outcome("left", .answers(.v2), .requestsNothing),
          Outcome("invalidated", .answers(.v3), .requests(.get("/b"))),
        ])
    }
  }

  /// The response to a POST names a URL of another origin.
  private static func namedElsewhere(_ row: String, _ field: String, _ url: String, line: Int = #line) -> Row {
    let other = RequestMessage(url)
    return Row(row, given: answering(201, [field: url]), line: line) {
      Step(.have(.v2, for: other))
      Step(.load(.by("POST")))
      Step(.load(other), .answers(.v2), .requestsNothing)
    }
  }

  /// A method that changes nothing invalidates nothing: the origin has the stored version when the method reaches it.
  private static func unchanged(by method: String) -> Row {
    Row(method, given: .freshServed.originHas(saying("max-age=600"))) {
      Step(.load(.by(method).with(.reloadIgnoringLocalCacheData)), .reaches(by: method))
      Step(.serve(.v2, at: Resource.a))
      served
    }
  }
}
