/// Loads that overlap one another, a change of the resource, or a removal (RFC 9111, 4, 4.3.4 and 4.4).
extension HTTPSpec {
  static var overlapTopic: Topic<ResponseAction> {
    Topic("http.overlap", premises: overlapPremises) {
      Rule(
        "reusable", .must,
        "The response to a request in flight answers another load only if it may be stored, and served to that load.",
        from: Citation(.rfc9111, "4"), about: .responseUnderWay
      ).rows {
        overlapping("two loads of a cacheable response", saying("max-age=60"), .a, .a, eitherVersion)
        overlapping(
          "the requests differ in what Vary names", saying("max-age=60").with("Vary", "X-Flavor"),
          .a.saying(["X-Flavor": "sweet"]), .a.saying(["X-Flavor": "sour"]))
        overlapping("the response has no-store", saying("no-store, max-age=60"), .a, .a)
        overlapping("the response has no-cache", saying("no-cache, max-age=60"), .a, .a)
        overlapping("both loads are POSTs", saying("max-age=60"), .by("POST"), .by("POST"))
        // Who shares a request does not share its end.
        Row("the first of two loads is cancelled", given: .loaderHasStored.originHas(saying("max-age=60"))) {
          underWay()
          Step(.begin(.a, as: "the second load"))
          secondIsUnderWay
          Step(.cancelCall("the first load"))
          Step(.requests(.releaseAll))
          Step(.finish("the second load"), eitherVersion)
        }
      }
      Rule(
        "late-answer", .open,
        "Which response is stored when two loads overlap and the older one arrives last.",
        from: Citation(.rfc9111, "4"),
        because:
          "The most recent of several is used, and no cache has to keep several."
      ).rows {
        Row(given: .loaderHasStored.originHas(saying("max-age=60"))) {
          underWay()
          Step(.advance(.milliseconds(1200)))
          Step(.begin(.a, as: "the second load"))
          secondIsUnderWay
          Step(.requests(.holdNoMore))
          Step(.requests(.releaseNewest))
          Step(.finish("the second load"), eitherVersion)
          Step(.requests(.releaseAll))
          Step(.finish("the first load"), eitherVersion)
          Step(
            .find(.a),
            oneOf: [
              Outcome("the older answer, which came last", .answers(.v1)), Outcome("the newer answer", .answers(.v2)),
              Outcome("neither", .answersNothing),
            ])
        }
      }
      Rule(
        "changed-meanwhile", .open,
        "Whether a response is stored that was in flight while another method changed the resource.",
        from: Citation(.rfc9111, "4.4"),
        because: "What is stored is invalidated, and this response is not stored yet."
      ).rows {
        Row(given: .loaderHasStored.originHas(saying("max-age=60"))) {
          underWay()
          Step(.begin(.by("POST"), as: "the change"))
          secondIsUnderWay
          Step(.requests(.holdNoMore))
          Step(.requests(.releaseNewest))
          Step(.finish("the change"), .answers(.v2))
          Step(.requests(.releaseAll))
          Step(.finish("the first load"), .answers(.v1))
          Step(
            .load(.a),
            oneOf: [
              Outcome("the response from before the change was stored", .answers(.v1), .requestsNothing),
              Outcome("that response was not stored", .answers(.v2), .checks),
            ])
        }
      }
      Rule(
        "removed-meanwhile", .open,
        "Whether a response removed during its revalidation is stored again when it is confirmed.",
        from: Citation(.rfc9111, "4.3.4"),
        because: "Removal applies to what is stored, confirmation to what was stored at the request."
      ).rows {
        Row(given: .staleStored(.brief(.v1).withTag).originHas(saying("max-age=60"))) {
          underWay()
          Step(.remove(.all))
          Step(.requests(.releaseAll))
          Step(.finish("the first load"), eitherVersion)
          Step(
            .find(.a),
            oneOf: [
              Outcome("stored again", .answers(oneOf: [.body(.v1), .body(.v2)])),
              Outcome("not stored", .answersNothing),
            ])
        }
      }
    }
  }

  private static var overlapPremises: [Premise<ResponseAction>] {
    [
      Premise("http.overlap.reusable[the response has no-store]") { if case .begin = $0 { true } else { false } }
    ]
  }

  /// A second load begins while a first is in flight. The first is answered with version 1; the second gets version 2
  /// if the first's answer may not answer it.
  private static func overlapping(
    _ row: String, _ representation: Representation, _ first: RequestMessage, _ second: RequestMessage,
    _ secondGets: Expectation<ResponseAction> = .answers(.v2), line: Int = #line
  ) -> Row {
    Row(row, given: .loaderHasStored.originHas(representation), line: line) {
      underWay(first)
      Step(.begin(second, as: "the second load"))
      secondIsUnderWay
      Step(.requests(.releaseAll))
      Step(.finish("the first load"), .answers(.v1))
      Step(.finish("the second load"), secondGets)
    }
  }
}
