/// How a stale response is revalidated, and how the answer affects what is stored (RFC 9111, 4.3.1, 4.3.3 and 4.3.4).
extension HTTPSpec {
  static var revalidateTopic: Topic<ResponseAction> {
    Topic("http.revalidate", premises: revalidatePremises) {
      Rule(
        "etag", .must, "A stale response with an `ETag` is revalidated with `If-None-Match`.", from: section("4.3.1"),
        about: .responseEtag
      ).rows {
        Row(given: .staleStored) {
          Step(.load(.a), .answers(.v2), .revalidates)
          sendsTag(ResponseBody.v1.tag)
        }
        Row("a weak tag", given: .staleStored(.brief(.v1).with("ETag", "W/\"version-1\""))) {
          Step(.load(.a), .answers(.v2), .revalidates)
          sendsTag("W/\"version-1\"")
        }
        Row(
          "a Last-Modified beside the tag",
          given: .staleStored(.brief(.v1).withTag.with("Last-Modified", lastModified))
        ) {
          Step(.load(.a), .answers(.v2), .revalidates)
          Step(
            .inspectRequest(["If-None-Match", "If-Modified-Since"]),
            oneOf: [
              Outcome("conditional GET", .answers(containing: [.header("If-None-Match", ResponseBody.v1.tag)])),
              Outcome("GET after a HEAD", .answersNothing),
            ])
        }
        Row(
          "the response replaced another",
          given: .staleStored(.brief(.v1).withTag).originHas(.brief(.v2).withTag).and(
            "a load has replaced it, and 2 s have passed", relyingOn: "http.revalidate.changed",
            [Step(.load(.a), .answers(.v2), .checks), Step(.advance(.seconds(2)))])
        ) {
          Step(.serve(.v3.withTag, at: Resource.a))
          Step(.load(.a), .answers(.v3), .revalidates)
          sendsTag(ResponseBody.v2.tag)
        }
      }
      Rule(
        "last-modified", .open, "By which date a stale response with `Last-Modified` and no `ETag` is revalidated.",
        from: section("4.3.1"), Citation(.rfc9110, "13.1.3"),
        because: "`If-Modified-Since` and that date SHOULD be used."
      ).rows {
        Row(given: .staleStored(.brief(.v1).with("Last-Modified", lastModified))) {
          Step(.load(.a), .answers(.v2), .requestsSomething)
          Step(
            .inspectRequest(["If-Modified-Since"]),
            oneOf: [
              Outcome("by its date (preferred)", .answers(.header("If-Modified-Since", lastModified))),
              Outcome("by no date, or by a HEAD", .answersNothing), Outcome("by another date"),
            ])
        }
      }
      Rule(
        "no-validator", .must,
        "Without a validator, a stale response is loaded anew, or revalidated with no other condition than `If-Modified-Since` and its `Date` or time of receipt.",
        from: section("4.3.1"), Citation(.rfc9110, "13.1.3"), about: .responseNoValidator
      ).rows {
        // A cache that sent the current date as `If-Modified-Since` would get a 304, for the resource has just changed.
        Row(
          given: .staleStored(.brief(.v1)).and("2 s later", [Step(.advance(.seconds(2)))])
            .originHas(.v2.modified(secondsAgo: 0))
        ) {
          Step(.load(.a), .answers(.v2), .checks)
          Step(
            .inspectRequest(["If-None-Match", "If-Match", "If-Unmodified-Since", "If-Range"]), .answersNothing)
        }
      }
      Rule(
        "not-modified", .must,
        "A 304 to a revalidation makes the response fresh again: the stored body is served, with updated header fields.",
        from: section("4.3.3"), section("4.3.4"), about: .responseNotModified
      ).rows {
        Row(
          given: .staleStored(.brief(.v1).withTag.with("X-Round", "one")).leading(
            to: "a stale version 1 is stored; the origin has it with another header field",
            [Step(.serve(.v1.withTag.with("X-Round", "two"), at: Resource.a))])
        ) {
          Step(.load(.a), .answers(.v1), .checks)
          Step(.load(.a), .answers(.v1), .requestsNothing)
          Step(
            .inspect(.a),
            .answers(containing: [
              .status(200), .v1, .header("Cache-Control", "max-age=3600"), .header("ETag", ResponseBody.v1.tag),
              .header("X-Round", "two"), .storagePolicy(.allowed),
            ]))
        }
        Row(
          "the 304 has a field that was not there",
          given: .staleStored(.brief(.v1).withTag).originHas(.v1.withTag.with("X-Round", "two"))
        ) {
          Step(.load(.a), .answers(.v1), .checks)
          Step(.inspectAnswer(["X-Round"]), .answers(.header("X-Round", "two")))
          Step(.load(.a), .answers(.v1), .requestsNothing)
          Step(.inspectAnswer(["X-Round"]), .answers(.header("X-Round", "two")))
        }
        Row(
          "the 304 has another Content-Location",
          given: .staleStored(.brief(.v1).withTag.with("Content-Location", "/one"))
            .originHas(.v1.withTag.with("Content-Location", "/two"))
        ) {
          Step(.load(.a), .answers(.v1), .checks)
          served
          Step(.inspectAnswer(["Content-Location"]), .answers(.header("Content-Location", "/two")))
        }
        Row(
          "the 304 has a Content-Length of 0",
          given: .staleStored(.brief(.v1).withTag.with("X-Round", "one").with("Content-Length", "9"))
            .originHas(.v1.withTag.with("X-Round", "two").with("Content-Length", "0"))
        ) {
          Step(.load(.a), .answers(.v1), .checks)
          Step(.inspectAnswer(["X-Round"]), .answers(.header("X-Round", "two")))
          // The length of a body that was not sent does not apply to the stored one (RFC 9111, 3.2).
          Step(
            .inspectAnswer(["Content-Length"]),
            oneOf: [
              Outcome("as it was", .answers(.header("Content-Length", "9"))), Outcome("left out", .answersNothing),
            ])
        }
        Row("59 s and 61 s after a 304 with max-age=60", given: loadedAndStale.originHas(saying("max-age=60"))) {
          Step(.load(.a), .answers(.v1), .checks)
          Step(.serve(.v2, at: Resource.a))
          Step(.advance(.seconds(59)))
          served
          Step(.advance(.seconds(2)))
          checked
        }
        Row("the 304 does not repeat Cache-Control", given: loadedAndStale.originHas(saying()).confirmed) {
          Step(.serve(.v2, at: Resource.a))
          Step(.advance(.seconds(10)))
          served
        }
        Row(
          "after the stale response was served, if it was",
          given: .staleStored(saying("max-age=2, stale-while-revalidate=30")).originHas(saying("max-age=600").withTag)
        ) {
          Step(.load(.a), .answers(.v1))
          Step(.load(.a), .answers(.v1), .requestsNothing)
        }
        staleAfter304("the 304 has an Age beyond max-age", saying("max-age=60").with("Age", "100"))
        staleAfter304("the 304 has a Date long ago", saying("max-age=60").dated(secondsAgo: 100))
        Row(
          "Last-Modified is the validator",
          given: .staleStored(.brief(.v1).with("Last-Modified", lastModified).with("X-Round", "one"))
            .originHas(.v1.with("Last-Modified", lastModified).with("X-Round", "two"))
        ) {
          Step(.load(.a), .answers(.v1), .checks)
          Step(.inspectAnswer(["X-Round"]), .answers(.header("X-Round", "two")))
          served
        }
      }
      Rule(
        "other-tag", .must,
        "A 304 with another entity tag than a stored response does not apply to it, nor make it fresh again.",
        from: section("4.3.4"), about: .responseConfirmed
      ).rows {
        Row(given: .staleStored(.brief(.v1).withTag).originHas(.v2.withTag)) {
          Step(.load(RequestMessage(Resource.a, fields: ["If-None-Match": ResponseBody.v2.tag])), .requestsSomething)
          Step(.load(.a), .answers(.v2))
        }
        otherValidator(
          "the origin answers every request with that 304", .brief(.v1).withTag, ("ETag", ResponseBody.v2.tag))
        otherValidator("the other tag is weak", .brief(.v1).withTag, ("ETag", "W/\(ResponseBody.v2.tag)"))
        // The 304 has no date, because the same date would be a validator for both (RFC 9110, 8.8.2.2).
        otherValidator(
          "the stored response has only a Last-Modified", .brief(.v1).with("Last-Modified", lastModified),
          ("ETag", ResponseBody.v2.tag))
      }
      Rule(
        "other-date", .derived,
        "Without entity tags, a 304 with another `Last-Modified` than a stored response does not apply to it, nor make it fresh again.",
        from: section("4.3.4"),
        because:
          "A 304 updates the stored response that its validators match; otherwise one version's body would pass for another's.",
        about: .responseConfirmed
      ).rows {
        Row(
          given: .staleStored(.brief(.v1).with("Last-Modified", lastModified)).originHas(
            .v2.with("Last-Modified", laterLastModified))
        ) {
          Step(.load(.a.saying(["If-Modified-Since": laterLastModified])), .requestsSomething)
          Step(.load(.a), .answers(.v2))
        }
        otherValidator(
          "the origin answers every request with that 304", .brief(.v1).with("Last-Modified", lastModified),
          ("Last-Modified", laterLastModified))
      }
      Rule(
        "tag-form", .open,
        "Whether a 304 updates a stored response whose entity tag differs only in being weak or strong.",
        from: section("4.3.4"), Citation(.rfc9110, "8.8.3.2"),
        because:
          "A strong tag in the 304 has to be the same; what a weak tag has to correspond to is not said."
      ).rows {
        otherTagForm("weak in the 304, strong in the store", weakTag, ResponseBody.v1.tag)
        otherTagForm("strong in the 304, weak in the store", ResponseBody.v1.tag, weakTag)
      }
      Rule(
        "no-store", .open,
        "Whether a response that a 304 with `no-store` confirms is left as it is, updated, or removed.",
        from: section("4.3.4"), section("5.2.2.5"),
        because: "A 304 updates what is stored, but `no-store` forbids storing any of it."
      ).rows {
        Row(
          given: .staleStored(.brief(.v1).withTag.with("X-Round", "one"))
            .originHas(Representation(.v1, cacheControl: ["no-store"]).withTag.with("X-Round", "two"))
        ) {
          Step(.load(.a), .answers(.v1), .checks)
          Step(
            .inspect(.a),
            oneOf: [
              Outcome("left as it was", .answers(containing: [.v1, .header("X-Round", "one")])),
              Outcome("removed", .answersNothing),
              Outcome("updated", .answers(containing: [.v1, .header("X-Round", "two")])),
            ])
        }
      }
      Rule(
        "content-fields", .open,
        "Whether `Content-Encoding`, `Content-Range` or `Content-Type` of a 304 replaces the stored one.",
        from: section("3.2"),
        because:
          "It is required, but a cache that stores processed content may keep what the processing depends on, which it SHOULD limit: taken over is preferred."
      ).rows {
        [
          ("Content-Encoding", "x-one", "x-two"), ("Content-Type", "text/plain", "text/html"),
          ("Content-Range", "bytes 0-8/9", "bytes 0-8/18"),
        ].map(replacedOrLeft)
      }
      Rule(
        "changed", .must,
        "A 200 to a revalidation is served, and replaces the stored response.",
        from: section("4.3.3"), about: .responseModified
      ).rows {
        Row(given: .staleStored) {
          Step(.load(.a), .answers(.v2), .checks, .stores(.v2))
          Step(.load(.a), .answers(.v2), .requestsNothing)
        }
        Row("the new response has another tag", given: .staleStored(.brief(.v1).withTag).originHas(.v2.withTag)) {
          checked
        }
      }
      Rule(
        "server-error", .open, "What is served when the revalidation of a stale response gets a 5xx.",
        from: section("4.3.3"),
        because: "The error may be passed on, or taken as a disconnection.")
      Rule(
        "server-error-must-revalidate", .must,
        "A stale response with `must-revalidate` is not served when its revalidation gets a 5xx: the error is passed on.",
        from: section("5.2.2.2"), about: .responseMustRevalidate)
    }
  }

  private static var revalidatePremises: [Premise<ResponseAction>] {
    [
      .any("http.revalidate.changed") { $0.isReplaced }.lessBasic(than: "http.fresh.max-age"),
      .any("http.revalidate.changed[the new response has another tag]") {
        $0.isReplaced && $0.origin?.tagged == true
      }.lessBasic(than: "http.fresh.max-age"),
      .any("http.revalidate.etag") {
        $0.isAsked && !$0.isChecked && ($0.isUpdated || $0.inspected.contains("If-None-Match"))
      }.explainingAnyFailure,
      .any("http.revalidate.not-modified") { $0.isChecked && $0.isConfirmed },
      .any("http.revalidate.other-tag[the origin answers every request with that 304]") { $0.origin?.status == 304 },
      .load("http.revalidate.server-error-must-revalidate[stale by max-age]") { $0.states("must-revalidate") },
    ]
  }

  private static let lastModified = ResponseAsking.lastModified
  private static let laterLastModified = "Tue, 01 Jan 2019 00:00:00 GMT"

  /// The newest request has a tag in `If-None-Match`, or is the GET that follows a HEAD.
  private static func sendsTag(_ tag: String) -> ResponseStep {
    Step(
      .inspectRequest(["If-None-Match"]),
      oneOf: [
        Outcome("conditional GET", .answers(.header("If-None-Match", tag))),
        Outcome("GET after a HEAD", .answersNothing),
      ])
  }

  /// The origin answers every request with a 304 that has another validator than the stored response.
  private static func otherValidator(
    _ row: String, _ stored: Representation, _ field: (name: String, value: String), line: Int = #line
  ) -> Row {
    Row(
      row, given: .staleStored(stored).originHas(Representation(.empty).status(304).with(field.name, field.value)),
      line: line
    ) {
      Step(
        .load(.a),
        oneOf: [
          Outcome("handed back", .answers(.body(.empty))), Outcome("error", .fails),
          Outcome("stale response served", .answers(.v1)),
        ])
      Step(.serve(.v2, at: Resource.a))
      Step(.load(.a), .answers(.v2), .checks)
    }
  }

  /// A response with `max-age=60` was loaded 61 s ago.
  private static let loadedAndStale = Fixture.loadedAMinuteAgo(saying("max-age=60"))

  private static let weakTag = "W/\(ResponseBody.v1.tag)"

  /// The origin answers with a 304 that has the stored tag in its other form, weak or strong. A cache may then ask again
  /// without a condition.
  private static func otherTagForm(_ row: String, _ sent: String, _ stored: String, line: Int = #line) -> Row {
    Row(
      row,
      given: .staleStored(.brief(.v1).with("ETag", stored).with("X-Round", "one"))
        .originHas(.v1.with("ETag", sent).with("X-Round", "two")), line: line
    ) {
      Step(
        .load(.a),
        oneOf: [
          Outcome("taken as a confirmation", .answers(.v1), .checks),
          Outcome("asked again", .answers(.v1), .requestsSomething),
        ])
      Step(
        .inspectAnswer(["X-Round"]),
        oneOf: [
          Outcome("as it came", .answers(.header("X-Round", "two"))),
          Outcome("as it was", .answers(.header("X-Round", "one"))),
        ])
    }
  }

  /// A stale version 1 is still stale after a 304 with the header fields of this representation.
  private static func staleAfter304(_ row: String, _ representation: Representation, line: Int = #line) -> Row {
    Row(row, given: .staleStored(.brief(.v1).withTag).originHas(representation).confirmed, line: line) {
      Step(.serve(.v2, at: Resource.a))
      checked
    }
  }

  /// A 304 replaces a field by which a cache may have processed the content, or leaves it (RFC 9111, 3.2).
  private static func replacedOrLeft(_ name: String, _ old: String, _ new: String) -> Row {
    Row(
      name,
      given: .staleStored(Representation.brief(.v1).withTag.with(name, old))
        .originHas(saying("max-age=600").with(name, new)).confirmed
    ) {
      Step(
        .inspect(.a),
        oneOf: [
          Outcome("taken over (preferred)", .answers(containing: [.v1, .header(name, new)])),
          Outcome("left", .answers(containing: [.v1, .header(name, old)])),
        ])
    }
  }
}
