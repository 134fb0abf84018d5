/// Conditions that the app itself sets, and when a cache answers them (RFC 9111, 4.3.2; RFC 9110, 8.8.3, 13.1.2, 13.1.3,
/// 13.2.1 and 13.2.2).
extension HTTPSpec {
  static var conditionsTopic: Topic<ResponseAction> {
    Topic("http.conditions", premises: conditionsPremises) {
      Rule(
        "own", .must,
        "A condition that the app sets gets a 304 only if it matches what would be served as a success; a date counts only without `If-None-Match`. The 304 has the response's `Cache-Control`, `Content-Location`, `ETag`, `Expires` and `Vary`.",
        from: section("4.3.2"), Citation(.rfc9110, "13.2.1"), Citation(.rfc9110, "13.2.2"),
        Citation(.rfc9110, "15.4.5"),
        about: .responseOwnCondition
      ).rows {
        unmet("another tag", ["If-None-Match": "\"another\""])
        unmet("other tags", ["If-None-Match": "\"another\", \"other\""])
        unmet("another tag beside a date that matches", ["If-None-Match": "\"another\"", "If-Modified-Since": later])
        unmet("a date before its Last-Modified", ["If-Modified-Since": earlier])
        Row("the tag of a stored 404", given: .answered(.v1.withTag.status(404))) {
          Step(.load(.a.saying(["If-None-Match": tag])), .answers(oneOf: [.v1, .v2]))
        }
        // The 304 has no body: a cache that stored it as the resource would serve nothing to the second request.
        Row(
          "its tag, stale but unchanged at the origin",
          given: .staleStored(ResponseAsking.stored("max-age=2")).originHas(ResponseAsking.stored("max-age=600"))
        ) {
          Step(.load(ResponseAsking.tag.request()), .answers(oneOf: [.v1, .body(.empty)]), .requestsSomething)
          Step(.load(.a), .answers(.v1))
        }
        fieldsOf304("fields of the 304 for its tag", .tag)
        fieldsOf304("fields of the 304 for its date", .date)
      }
      Rule(
        "met", .open,
        "Whether the cache answers with 304 when a fresh response matches a condition that the app sets.",
        from: section("4.3.2"), Citation(.rfc9110, "13.1.2"), Citation(.rfc9110, "13.1.3"),
        because:
          "A 304 SHOULD be sent, by a weak comparison of tags (RFC 9110, 13.1.2); but the origin may be asked, or the whole response returned."
      ).rows {
        met("a weak tag for a strong one", ifNoneMatch: "W/\(tag)")
        met("its tag second in a list", ifNoneMatch: "\"other\", \(tag)")
        met("If-None-Match with an asterisk", ifNoneMatch: "*")
        answeredByEither(
          "its Last-Modified", prefers304: true, saying("max-age=600").with("Last-Modified", lastModified),
          ["If-Modified-Since": lastModified])
      }
      Rule(
        "malformed", .open,
        "What a condition of the app gets when its entity tag, or the stored one, is malformed.",
        from: Citation(.rfc9110, "8.8.3"),
        because:
          "How a cache treats such a tag is not said."
      ).rows {
        malformed("no quotes in the request", storedTag: tag, ifNoneMatch: "version-1")
        malformed("no quotes in the stored tag", storedTag: "version-1", ifNoneMatch: tag)
      }
    }
  }

  private static var conditionsPremises: [Premise<ResponseAction>] {
    [
      Premise("http.conditions.own[another tag]") {
        $0.loaded?.fields["If-None-Match"] != nil || $0.loaded?.fields["If-Modified-Since"] != nil
      }
    ]
  }

  private static let tag = ResponseBody.v1.tag
  private static let lastModified = ResponseAsking.lastModified
  private static let earlier = "Sun, 01 Jan 2017 00:00:00 GMT"
  private static let later = "Tue, 01 Jan 2019 00:00:00 GMT"

  /// A condition that matches neither the stored response nor the origin's: the answer is a whole response.
  private static func unmet(_ row: String, _ fields: HeaderFields, line: Int = #line) -> Row {
    Row(row, given: .stored(saying("max-age=600").with("Last-Modified", lastModified)), line: line) {
      Step(.load(.a.saying(fields)), .answers(oneOf: [.v1, .v2]))
    }
  }

  /// A condition that matches the stored response by its entity tag.
  private static func met(_ row: String, ifNoneMatch: String, line: Int = #line) -> Row {
    answeredByEither(
      row, prefers304: true, Representation(.v1, cacheControl: ["max-age=600"]).with("ETag", tag),
      ["If-None-Match": ifNoneMatch], line: line)
  }

  private static func malformed(_ row: String, storedTag: String, ifNoneMatch: String, line: Int = #line) -> Row {
    answeredByEither(
      row, Representation(.v1, cacheControl: ["max-age=600"]).with("ETag", storedTag),
      ["If-None-Match": ifNoneMatch], line: line)
  }

  /// A fresh response is stored. The cache or the origin may answer a request with a condition, and each with a 304 or
  /// the whole response.
  private static func answeredByEither(
    _ row: String, prefers304: Bool = false, _ stored: Representation, _ fields: HeaderFields, line: Int = #line
  ) -> Row {
    let preferred = prefers304 ? " (preferred)" : ""
    return Row(row, given: .stored(stored), line: line) {
      Step(
        .load(.a.saying(fields)),
        oneOf: [
          Outcome("304 from the cache\(preferred)", .answers(.body(.empty)), .requestsNothing),
          Outcome("the whole from the cache", .answers(.v1), .requestsNothing),
          Outcome("left to the origin", .answers(.v2), .requestsSomething),
          Outcome("left to the origin, which confirms it", .answers(.body(.empty)), .requestsSomething),
        ])
    }
  }

  /// The header fields of a 304 to a condition of the app's own, from the cache or from the origin.
  private static func fieldsOf304(_ row: String, _ asking: ResponseAsking, line: Int = #line) -> Row {
    let further: HeaderFields = [
      "Content-Location": "/a", "Expires": "Thu, 01 Jan 2099 00:00:00 GMT", "Vary": "X-Flavor",
    ]
    let representation = further.lines.reduce(ResponseAsking.stored("max-age=600")) { $0.with($1.name, $1.value) }
    let expected = further.lines + [.init("Cache-Control", "max-age=600"), .init("ETag", tag)]
    let answers = expected.map { ResponseAnswer.header($0.name, $0.value) }
    return Row(row, given: .stored(representation).originHas(representation), line: line) {
      Step(.load(asking.request()), .answers(oneOf: [.v1, .body(.empty)]))
      Step(.inspectAnswer(expected.map(\.name)), .answers(containing: answers))
    }
  }
}
