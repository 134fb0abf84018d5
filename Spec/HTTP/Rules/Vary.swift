/// Which of the responses that are stored for a URL answers a request, by the header fields that `Vary` names (RFC 9111, 4,
/// 4.1).
extension HTTPSpec {
  static var varyTopic: Topic<ResponseAction> {
    Topic(
      "http.vary", premises: varyPremises,
      tables: [
        Table(
          "Which variant answers",
          legend: """
            A response that is fresh for an hour, with `Vary: X-Flavor` or as said, was loaded, and a second request follows.
            Given are the fields of both requests or, where they differ, the values of the field that `Vary` names. The
            second request is *served* with that response, or the response is *checked*.
            """, varyTable, isComplete: false)
      ], scenarios: varyTable.map(\.scenario)
    ) {
      Rule(
        "matches", .must,
        "A stored response answers only requests that agree with its original one in the fields that its `Vary` names.",
        from: section("4.1"), section("4.3.1"), about: .responseVary
      ).rows {
        Row(
          "a 304 adds Vary",
          given: .staleStored(.brief(.v1).withTag).originHas(.v1.withTag.with("Vary", "X-Flavor")).and(
            "a load with (\(sweet.fields)) has revalidated it", relyingOn: "http.revalidate.not-modified",
            [Step(.load(sweet), .answers(.v1))])
        ) {
          Step(.serve(.v2, at: Resource.a))
          Step(.load(sour), .answers(.v2), .checks)
            .premise("http.revalidate.not-modified[the 304 has a field that was not there]")
        }
        Row(
          "a 200 that answers a check adds Vary",
          given: .staleStored(.brief(.v1).withTag).originHas(.v2.withTag.with("Vary", "X-Flavor")).and(
            "a load with (\(sweet.fields)) has replaced it", relyingOn: "http.revalidate.changed",
            [Step(.load(sweet), .answers(.v2), .checks)])
        ) {
          Step(.serve(.v3, at: Resource.a))
          Step(.load(sour), .answers(.v3), .requestsSomething)
        }
        Row(
          "another variant is requested on a condition of the app's own",
          given: .loaded(Representation.v1.withTag.with("Vary", "X-Flavor"), for: sweet)
        ) {
          Step(
            .load(.a.saying(["X-Flavor": "sour", "If-None-Match": "\"another\""])), .answers(.v2), .requestsSomething)
        }
        Row("two variants are stored", given: .twoVariants) { Step(.load(sour), .answers(.v2), .requestsNothing) }
      }
      Rule(
        "normalized", .open,
        "Whether a response answers a request whose `Accept-Language` differs only in white space, letter case, order, lines, or weights that select the same variant.",
        from: section("4.1"),
        because: "A cache may normalize the fields that `Vary` names, and need not.")
      Rule(
        "star", .must, "A response whose `Vary` contains `*` answers no request without revalidation.",
        from: section("4.1"), about: .responseVaryStar)
      Rule(
        "most-recent", .must,
        "Of several stored responses that match, the most recent by `Date` is used.", from: section("4"),
        about: .responseNewest
      ).rows {
        matching(
          "two match, the second with the later Date", first: 60, second: 30,
          [Outcome("the newer", .answers(.v2), .requestsNothing)])
      }
      Rule(
        "several", .open, "Whether a cache keeps several variants of one resource.", from: section("4.1"),
        because:
          "A choice among several is described, but no cache has to keep several."
      ).rows {
        Row("the older of two variants is requested", given: .twoVariants) {
          Step(
            .load(sweet),
            oneOf: [
              Outcome("both variants kept", .answers(.v1), .requestsNothing),
              Outcome("the newer kept", .answers(.v3), .checks),
            ])
        }
        // A response that omits `Vary` may do so by mistake (RFC 9111, 4.1).
        Row(
          "the newer response has no Vary",
          given: .loaded(Representation.v1.withTag.with("Vary", "X-Flavor"), for: sweet)
        ) {
          Step(.have(.v2, for: sour))
          Step(.serve(.v3, at: Resource.a))
          Step(
            .load(sweet),
            oneOf: [
              Outcome("the one with Vary", .answers(.v1), .requestsNothing),
              Outcome("the newer", .answers(.v2), .requestsNothing), Outcome("checked", .answers(.v3), .checks),
            ])
        }
        Row(
          "twenty variants, the last four after a restart",
          given: .loaderHasAsked.leading(
            to: "16 variants were loaded, one after another", relyingOn: "http.vary.matches", (1...16).flatMap(loading))
        ) {
          Step(.restart)
          (17...20).flatMap(loading)
          [1, 4, 5, 16, 17, 20].map { number in
            Step(
              .load(asking(number).with(.returnCacheDataDontLoad)),
              oneOf: [
                Outcome("variant \(number) kept", .answers(.body(variant(number).body)), .requestsNothing),
                Outcome("variant \(number) not kept", .fails, .requestsNothing),
              ])
          }
        }
        matching(
          "two match, with the same Date", first: 59, second: 60,
          [
            Outcome("the one stored first", .answers(.v1), .requestsNothing),
            Outcome("the one stored last", .answers(.v2), .requestsNothing),
          ])
      }
    }
  }

  private static var varyPremises: [Premise<ResponseAction>] {
    [
      .last("http.vary.matches[another value]") { $0.kept?.carries("Vary") == true },
      .last("http.vary.matches[the same value]") { $0.kept?.carries("Vary") == true },
      .last("http.vary.star[alone]") { $0.kept?.representation.fields["Vary"]?.contains("*") == true },
    ]
  }

  private static let sweet = RequestMessage.a.saying(["X-Flavor": "sweet"])
  private static let sour = RequestMessage.a.saying(["X-Flavor": "sour"])

  private static func variant(_ number: Int) -> Representation {
    Representation(ResponseBody("variant \(number)")).with("Vary", "X-Flavor")
  }

  private static func asking(_ number: Int) -> RequestMessage { .a.saying(["X-Flavor": "flavor \(number)"]) }

  /// A variant is loaded, a moment after the previous load.
  private static func loading(_ number: Int) -> [ResponseStep] {
    [
      Step(.advance(.milliseconds(20))), Step(.serve(variant(number), at: Resource.a)),
      Step(.load(asking(number)), .answers(.body(variant(number).body))),
    ]
  }

  /// Two responses are loaded a second apart, and neither answers the other's request. Then a request comes that both
  /// could answer: if both are stored, the most recent by `Date` is used (RFC 9111, 4).
  ///
  /// - Parameters:
  ///   - first: how many seconds before its arrival the first response was generated.
  ///   - second: the same for the second.
  private static func matching(
    _ row: String, first: Int, second: Int, _ outcomes: [Outcome<ResponseAction>], line: Int = #line
  ) -> Row {
    let (byFlavor, bySize) = (Representation.v1.with("Vary", "X-Flavor"), Representation.v2.with("Vary", "X-Size"))
    return Row(row, given: .originHasVersion2, line: line) {
      Step(.serve(byFlavor.dated(secondsAgo: first), at: Resource.a))
      Step(.load(.a.saying(["X-Flavor": "sweet", "X-Size": "small"])), .answers(.v1))
      Step(.advance(.seconds(1)))
      Step(.serve(bySize.dated(secondsAgo: second), at: Resource.a))
      Step(.load(.a.saying(["X-Flavor": "sour", "X-Size": "large"])), .answers(.v2))
      Step(.serve(.v3, at: Resource.a))
      Step(
        .load(.a.saying(["X-Flavor": "sweet", "X-Size": "large"])),
        oneOf: outcomes + [Outcome("checked", .answers(.v3), .checks)])
    }
  }
}
