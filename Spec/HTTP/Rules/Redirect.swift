/// Which redirects are followed, and with which header fields (RFC 9110, 15.4).
extension HTTPSpec {
  static var redirectTopic: Topic<ResponseAction> {
    Topic(
      "http.redirect"
    ) {
      Rule(
        "limit", .open,
        "How many successive redirects are followed before a load fails or returns one.",
        from: Citation(.rfc9110, "15.4"),
        because:
          "Clients are advised to break loops; some follow no more than five redirects."
      ).rows {
        leading("five redirects", through: 5)
        leading("twenty redirects", through: 20)
        leading("twenty-one redirects", through: 21)
        Row("two redirects in a loop", given: .loaderHasAsked) {
          Step(.serve(redirect(to: "/b"), at: Resource.a))
          Step(.serve(redirect(to: "/a"), at: Resource.b))
          Step(.load(.a), oneOf: givenUp)
        }
      }
      Rule(
        "fields", .open,
        "Whether a redirected request keeps its credentials, and the fields of content that is no longer sent.",
        from: Citation(.rfc9110, "15.4"),
        because: "Clients are advised to remove such fields, and credentials where there is a risk."
      ).rows {
        redirected("credentials on the same origin", .a, 307, to: "/b", "Authorization", "Basic b25l")
        redirected("credentials on another host", .a, 307, to: "http://other.test/b", "Authorization", "Basic b25l")
        redirected(
          "Content-Type of a POST that becomes a GET", .by("POST"), 303, to: "/b", "Content-Type", "text/plain")
      }
    }
  }

  private static func redirect(to place: String, _ status: Int = 302) -> Representation {
    Representation(.moved, cacheControl: []).status(status).with("Location", place)
  }

  private static let givenUp = [
    Outcome<ResponseAction>("error", .fails), Outcome("handed back", .answers(.body(.moved))),
  ]

  /// This many redirects lead to version 1.
  private static func leading(_ row: String, through count: Int, line: Int = #line) -> Row {
    let places = (0...count).map { "/place\($0)" }
    func url(_ place: String) -> String { "http://origin.test\(place)" }
    return Row(row, given: .loaderHasAsked, line: line) {
      zip(places, places.dropFirst()).map { Step(.serve(redirect(to: $1), at: url($0))) }
      Step(.serve(.v1, at: url(places[count])))
      Step(.load(RequestMessage(url(places[0]))), oneOf: [Outcome("followed", .answers(.v1))] + givenUp)
    }
  }

  /// A request with a header field is redirected, and the field may follow it.
  private static func redirected(
    _ row: String, _ request: RequestMessage, _ status: Int, to location: String, _ name: String, _ value: String,
    line: Int = #line
  ) -> Row {
    Row(row, given: .loaderHasAsked.originHas(redirect(to: location, status)), line: line) {
      Step(.serve(.v1, at: Resource.b))
      Step(
        .load(request.saying([name: value])),
        oneOf: [
          Outcome("followed", .answers(.v1), .requestsSomething),
          Outcome("handed back", .answers(.body(.moved)), .requestsSomething),
          Outcome("not reached", .fails, .requestsSomething),
        ])
      Step(
        .inspectRequest([name]),
        oneOf: [Outcome("sent", .answers(.header(name, value))), Outcome("left out (preferred)", .answersNothing)])
    }
  }
}
