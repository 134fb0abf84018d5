/// What answers a HEAD, and how its answer affects the stored response (RFC 9111, 4 and 4.3.5; RFC 9110, 8.6 and
/// 9.3.2).
extension HTTPSpec {
  static var headTopic: Topic<ResponseAction> {
    Topic("http.head", premises: headPremises) {
      Rule(
        "served", .must,
        "A stored response answers a HEAD only if it would answer the same GET: without the body, and with no `Content-Length` but the body's.",
        from: section("4"), Citation(.rfc9110, "9.3.2"), Citation(.rfc9110, "8.6"), about: .responseHeadAsked,
        .responseLoadMethod
      ).rows {
        asked("a stale response is stored", .staleStored)
        asked(
          "another variant is stored",
          .stored(Representation.v1.withTag.with("Vary", "X-Flavor"), for: .a.saying(sweet)),
          ["X-Flavor": "sour"])
        Row("a fresh response is stored", given: .freshServed) { Step(.load(.by("HEAD")), .answers(.body(.empty))) }
        Row("Content-Length of a fresh response", given: servedFirst(saying("max-age=600"))) {
          Step(.load(.by("HEAD")), .answers(.body(.empty)))
          Step(
            .inspectAnswer(["Content-Length"]),
            oneOf: [
              Outcome("that of the body", .answers(.header("Content-Length", "9"))),
              Outcome("left out", .answersNothing),
            ])
        }
      }
      Rule(
        "taken-over", .open,
        "Whether the header fields of a HEAD that shows no change replace the stored ones.",
        from: section("4.3.5"), because: "The stored response SHOULD be updated."
      ).rows {
        Row(
          "an unknown field",
          given: .stored(saying("max-age=600").with("X-Round", "one"))
            .originHas(saying("max-age=600").with("X-Round", "two"))
        ) {
          askedByHead
          Step(.serve(.v2.with("X-Round", "three"), at: Resource.a))
          servedOrChecked
          Step(
            .inspectAnswer(["X-Round"]),
            oneOf: [
              Outcome("taken over (preferred)", .answers(.header("X-Round", "two"))),
              Outcome("left", .answers(.header("X-Round", "one"))),
              Outcome("the newer response's", .answers(.header("X-Round", "three"))),
            ])
        }
        Row("a longer max-age", given: .stored(saying("max-age=60")).originHas(saying("max-age=600"))) {
          askedByHead
          Step(.serve(.v2, at: Resource.a))
          Step(.advance(.seconds(100)))
          rather("served")
        }
      }
      Rule(
        "updates", .open,
        "Whether a stored response is still served once a HEAD has shown it to be changed or no longer fresh.",
        from: section("4.3.5"), because: "It SHOULD be updated or invalidated."
      ).rows {
        head("the HEAD shows another version", Representation(.v2).withTag, .v2)
        head("the HEAD shows max-age=0", saying("max-age=0"), .v1)
        head(
          "the HEAD shows another length", Representation(longer).with("Content-Length", "\(longer.text.utf8.count)"),
          .body(longer), given: .stored(.v1.with("Content-Length", "9")))
      }
    }
  }

  private static var headPremises: [Premise<ResponseAction>] {
    [
      Premise("http.head.served[a stale response is stored]") { $0.loaded?.method == "HEAD" },
      Premise("http.head.served[a fresh response is stored]") { $0.loaded?.method == "HEAD" },
    ]
  }

  private static let longer = ResponseBody("version 10")
  private static let sweet: HeaderFields = ["X-Flavor": "sweet"]

  /// A stored response does not answer a HEAD: the origin is asked.
  private static func asked(
    _ row: String, _ fixture: Fixture<ResponseAction>, _ fields: HeaderFields = [:], line: Int = #line
  ) -> Row {
    Row(row, given: fixture, line: line) {
      Step(.load(.by("HEAD").saying(fields)), .answers(.body(.empty)), .requestsSomething)
    }
  }

  private static let askedByHead = ResponseStep(
    .load(.by("HEAD").with(.reloadIgnoringLocalCacheData)), .answers(.body(.empty)))

  /// A HEAD that reaches the origin shows whether the stored response is current.
  private static func head(
    _ row: String, _ now: Representation, _ answer: ResponseAnswer,
    given fixture: Fixture<ResponseAction> = .freshServed, line: Int = #line
  ) -> Row {
    Row(row, given: fixture.originHas(now), line: line) {
      askedByHead
      Step(
        .load(.a),
        oneOf: [
          Outcome("checked (preferred)", .answers(answer), .checks),
          Outcome("served", .answers(.v1), .requestsNothing),
        ])
    }
  }
}
