/// Responses with `immutable` (RFC 8246, 2).
extension HTTPSpec {
  static var immutableTopic: Topic<ResponseAction> {
    Topic(
      "http",
      tables: [
        Table("When an immutable response is revalidated", legend: responseLegend, immutableTable, isComplete: false)
      ], scenarios: immutableTable.map(\.scenario)
    ) {
      Rule(
        "immutable", .must, "A response with `immutable` is revalidated once it is stale.",
        from: Citation(.rfc8246, "2"), section("4.2"), about: .responseImmutable)
      Rule(
        "immutable.reload", .open,
        "What a request with `max-age=0` gets of a fresh response with `immutable`.",
        from: Citation(.rfc8246, "2"),
        because:
          "Clients are asked not to revalidate it, and the request's `max-age` is only advice too (RFC 9111, 5.2.1.1)."
      ).rows {
        immutableReloaded
      }
    }
  }

  // swift-format-ignore
  private static let immutableTable: [HTTPResponseRow] = [
    //     name                              came     response                                                             later                answer     rule
    .init(("stale by max-age",               .stored, saying("immutable, max-age=0"),                                      .zero,               .checked), "http.immutable"),
    .init(("stale by Date",                  .stored, saying("max-age=60, immutable").dated(secondsAgo: 120),              .zero,               .checked), "http.immutable"),
    .init(("stale by Age",                   .stored, saying("max-age=60, immutable").with("Age", "120"),                  .zero,               .checked), "http.immutable"),
    .init(("stale by Expires",               .stored, saying("immutable").dated(secondsAgo: 120).expiring(inSeconds: -60), .zero,               .checked), "http.immutable"),
    .init(("stale by the time in the store", .stored, saying("max-age=1, immutable"),                                      .milliseconds(1200), .checked), "http.immutable"),
  ]

  private static let immutableReloaded = Row(given: .stored(saying("max-age=600, immutable"))) {
    // The response has to be older than the `max-age` of the request.
    Step(.advance(.milliseconds(1200)))
    Step(
      .load(.a.saying(["Cache-Control": "max-age=0"])),
      oneOf: [
        Outcome("served (preferred)", .answers(.v1), .requestsNothing), Outcome("checked", .answers(.v2), .checks),
      ])
  }
}
