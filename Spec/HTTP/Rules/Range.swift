/// Parts of a response: requests with `Range` and `If-Range`, and the use of a 206 (RFC 9111, 3.3 and 3.4; RFC 9110, 14.2,
/// 15.3.7 and 13.1.5).
extension HTTPSpec {
  static var rangeTopic: Topic<ResponseAction> {
    Topic("http.range", premises: rangePremises) {
      Rule(
        "partial", .must,
        "A range request gets the part that it asks for (206, with its `Content-Range` and length), the whole, or 416 if the range starts beyond the end. A part never passes for another or for the whole, and is not combined with another version's.",
        from: section("3.3"), section("3.4"), Citation(.rfc9110, "14.2"), Citation(.rfc9110, "15.3.7"),
        Citation(.rfc9110, "13.1.5"), about: .responseRange
      ).rows {
        Row("the whole is requested after a part", given: .loaderHasAsked.originHas(.v1)) {
          Step(.load(part("0-3")))
          Step(.serve(.v2, at: Resource.a))
          // The response to a request for a part may have been the whole.
          Step(
            .load(.a),
            oneOf: [
              Outcome("the whole was stored", .answers(.v1), .requestsNothing),
              Outcome("asked", .answers(.v2), .checks),
            ])
        }
        Row("another part is requested after a part", given: .loaderHasAsked.originHas(.v1)) {
          Step(.load(part("0-3")))
          Step(.load(part("8-8")), oneOf: [Outcome("the part", .answers("1")), Outcome("the whole", .answers(.v1))])
        }
        Row("two parts are of different versions", given: .loaderHasAsked.originHas(.v1.withTag)) {
          Step(.load(part("0-3")))
          Step(.serve(inCapitals, at: Resource.a))
          Step(.load(part("4-8")))
          Step(
            .load(.a),
            oneOf: [
              Outcome("the whole was stored", .answers(oneOf: [.v1, .body(inCapitals.body)]), .requestsNothing),
              Outcome("asked", .answers(.body(inCapitals.body)), .checks),
            ])
        }
        Row(
          "a plain request is answered with 206",
          given: .loaderHasAsked.originHas(Representation.v1.status(206).with("Content-Range", "bytes 0-8/18"))
        ) {
          takenOrRefused
          Step(.serve(.v2, at: Resource.a))
          checked
        }
        ofStored("one byte of a fresh response", ["Range": "bytes=8-8"], ("8-8", "1", newer: "2"))
        ofStored("from a byte to the end", ["Range": "bytes=2-"], ("2-8", "rsion 1", newer: "rsion 2"))
        ofStored("bytes in the middle", ["Range": "bytes=2-5"], ("2-5", "rsio", newer: "rsio"))
        ofStored("the last byte", ["Range": "bytes=-1"], ("8-8", "1", newer: "2"))
        ofStored("a range that ends beyond the end", ["Range": "bytes=7-99"], ("7-8", " 1", newer: " 2"))
        ofStored("a unit other than bytes", ["Range": "items=0-3"])
        ofStored("If-Range with another tag", ["Range": "bytes=8-8", "If-Range": "\"another\""])
        // Tags are compared strongly (RFC 9110, 13.1.5).
        ofStored(
          "If-Range with a weak tag", ["Range": "bytes=8-8", "If-Range": weakTag],
          given: .stored(Representation(.v1, cacheControl: ["max-age=600"]).with("ETag", weakTag)))
        ofStored(
          "If-Range with its Last-Modified", ["Range": "bytes=8-8", "If-Range": ResponseAsking.lastModified],
          ("8-8", "1", newer: "2"), given: .servedWithValidators)
        Row("the stored response is stale", given: .staleStored) {
          Step(
            .load(part("8-8")),
            oneOf: [
              Outcome("part of the newer", .answers("2"), .requestsSomething),
              Outcome("all of the newer", .answers(.v2), .requestsSomething),
            ])
        }
        // A range that starts beyond the end of the body selects nothing to send.
        Row("a range that starts beyond the end", given: .freshServed) {
          Step(.load(part("9-")))
          Step(.inspectStatus, .answers(oneOf: [.status(200), .status(416)]))
        }
        Row("the whole has a Content-Length", given: servedFirst(saying("max-age=600").with("Content-Length", "9"))) {
          Step(.load(part("8-8")))
          Step(.inspectAnswer(["Content-Range", "Content-Length"]), oneOf: lengths(of: "8-8", 1))
        }
      }
    }
  }

  private static var rangePremises: [Premise<ResponseAction>] {
    [
      Premise("http.range.partial[one byte of a fresh response]") { $0.loaded?.fields["Range"] != nil }
    ]
  }

  /// A part of a stored and fresh response is requested: it comes from the cache or from the origin, and may be the
  /// whole.
  private static func ofStored(
    _ row: String, _ fields: HeaderFields, _ part: (range: String, text: String, newer: String)? = nil,
    given: Fixture<ResponseAction> = .freshServed, line: Int = #line
  ) -> Row {
    var outcomes = [
      Outcome<ResponseAction>("all that is stored", .answers(.v1), .requestsNothing),
      Outcome("all of the newer", .answers(.v2), .requestsSomething),
    ]
    var messages: [[ResponseAnswer]] = [[.status(200), .v1], [.status(200), .v2]]
    if let part {
      outcomes += [
        Outcome("part of what is stored", .answers(part.text), .requestsNothing),
        Outcome("part of the newer", .answers(part.newer), .requestsSomething),
      ]
      // The sender may not know the length of the whole (RFC 9110, 14.4).
      messages += [part.text, part.newer].flatMap { text in
        ["9", "*"].map { length in
          [.status(206), .body(ResponseBody(text)), .header("Content-Range", "bytes \(part.range)/\(length)")]
        }
      }
    }
    return Row(row, given: given, line: line) {
      Step(.load(.a.saying(fields)), oneOf: outcomes)
      Step(
        .inspectPart,
        .answer(
          .described(
            "200 and the whole, or 206, the part and its Content-Range", .oneOf(messages.map { $0.map(Fact.value) })))
      )
    }
  }

  /// The outcomes in which a part, or the whole, states its own length, or none.
  private static func lengths(of range: String, _ length: Int) -> [Outcome<ResponseAction>] {
    let ranges = ["9", "*"].map { ResponseAnswer.header("Content-Range", "bytes \(range)/\($0)") }
    let whole: [Outcome<ResponseAction>] = [
      Outcome("the whole", .answers(.header("Content-Length", "9"))),
      Outcome("the whole, without a length", .answersNothing),
    ]
    return ranges.reduce(into: whole) { outcomes, part in
      outcomes.append(
        Outcome("a part (\(part))", .answers(inOrder: [part, .header("Content-Length", "\(length)")])))
      outcomes.append(Outcome("a part (\(part)), without a length", .answers(part)))
    }
  }

  private static let weakTag = "W/\(ResponseBody.v1.tag)"
  private static let inCapitals = Representation(ResponseBody("VERSION 2")).withTag

  private static func part(_ range: String) -> RequestMessage { .a.saying(["Range": "bytes=\(range)"]) }
}

extension Expectation where Action == ResponseAction {
  /// The caller gets a body with this text.
  fileprivate static func answers(_ text: String) -> Self { answers(.body(ResponseBody(text))) }
}
