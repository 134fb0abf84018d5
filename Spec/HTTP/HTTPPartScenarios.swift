extension HTTPSpec {
  private static let weakTag = "W/\(ResponseBody.v1.tag)"

  /// On which condition a part is cut out of what is stored, and what it is called.
  static let partScenarios: [ResponseScenario] =
    conditionalParts + [nothing("9-"), lengthOf("8-8", 1)]

  private static let conditionalParts: [ResponseScenario] = [
    // Tags are compared strongly (RFC 9110, 13.1.5).
    ofStored(
      "if it still has its weak tag", ["Range": "bytes=8-8", "If-Range": weakTag],
      given: .stored(Representation(.v1, cacheControl: ["max-age=600"]).with("ETag", weakTag))),
    ofStored(
      "if it is of its date", ifOf(ResponseAsking.changed), ("8-8", "1", newer: "2"), given: .servedWithValidators),
  ]

  /// There is nothing to send of what starts beyond the end.
  private static func nothing(_ range: String) -> ResponseScenario {
    Scenario(
      "http.range.partial", "nothing, by \(range)", given: .freshServed,
      then: [
        Step(.load(.a.saying(["Range": "bytes=\(range)"]))),
        Step(.inspectStatus, .answers(oneOf: [.status(200), .status(416)])),
      ])
  }

  private static func lengthOf(_ range: String, _ length: Int) -> ResponseScenario {
    Scenario(
      "http.range.partial", "the length of \(range)",
      given: servedFirst(saying("max-age=600").with("Content-Length", "9")),
      then: [
        Step(.load(.a.saying(["Range": "bytes=\(range)"]))),
        Step(.inspectAnswer(["Content-Range", "Content-Length"]), oneOf: lengths(of: range, length)),
      ])
  }

  private static func ifOf(_ date: String) -> HeaderFields { ["Range": "bytes=8-8", "If-Range": date] }

  /// A part, or the whole, has its own length, or says nothing of it.
  private static func lengths(of range: String, _ length: Int) -> [Outcome<ResponseAction>] {
    let ranges = ["9", "*"].map { ResponseAnswer.header("Content-Range", "bytes \(range)/\($0)") }
    let whole: [Outcome<ResponseAction>] = [
      Outcome("the whole", .answers(.header("Content-Length", "9"))), Outcome("the whole, untold", .answersNothing),
    ]
    return ranges.reduce(into: whole) { outcomes, part in
      outcomes.append(
        Outcome("a part (\(part))", .answers(inOrder: [part, .header("Content-Length", "\(length)")])))
      outcomes.append(Outcome("a part (\(part)), untold", .answers(part)))
    }
  }
}
