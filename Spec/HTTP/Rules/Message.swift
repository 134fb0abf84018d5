/// How invalid messages are handled (RFC 9110, 5.5, 8.6 and 15; RFC 9111, 3.3).
extension HTTPSpec {
  static var messageTopic: Topic<ResponseAction> {
    Topic("http.message") {
      Rule(
        "invalid", .open,
        "What becomes of a response with a status above 599, a malformed or wrong `Content-Length`, or CR, LF or NUL in a field.",
        from: section("3.3"), Citation(.rfc9110, "5.5"), Citation(.rfc9110, "8.6"), Citation(.rfc9110, "15"),
        because:
          "The recipient of a message repairs or rejects it, and need not be the cache."
      ).rows {
        invalid("status 600", Representation.v1.status(600))
        invalid("a body shorter than its Content-Length", .v1.with("Content-Length", "18"))
        invalid("a Content-Length with an empty member", .v1.with("Content-Length", "9,"))
        containing("a CR in a value", "\r")
        containing("an LF in a value", "\n")
        containing("a NUL in a value", "\0")
      }
    }
  }

  /// A character in the value of a header field.
  private static func containing(_ row: String, _ character: Character, line: Int = #line) -> Row {
    Row(row, given: .loaderHasAsked.originHas(.v1.with("X-Note", "a\(character)b")), line: line) {
      takenOrRefused
      Step(
        .inspectAnswer(["X-Note"]),
        oneOf: [
          Outcome("a space in its place", .answers(.header("X-Note", "a b"))),
          Outcome("left as it is", .answers(.header("X-Note", "a\(character)b"))),
          Outcome("cut off at the character", .answers(.header("X-Note", "a"))), Outcome("left out", .answersNothing),
        ])
    }
  }

  /// A response is loaded and then requested again, when the origin has version 2.
  private static func invalid(_ row: String, _ representation: Representation, line: Int = #line) -> Row {
    Row(row, given: .loaderHasAsked.originHas(representation), line: line) {
      takenOrRefused
      Step(.serve(.v2, at: Resource.a))
      Step(
        .load(.a),
        oneOf: [
          Outcome("served", .answers(.v1), .requestsNothing), Outcome("served as an error", .fails, .requestsNothing),
          Outcome("checked", .answers(.v2), .checks),
        ])
    }
  }
}
