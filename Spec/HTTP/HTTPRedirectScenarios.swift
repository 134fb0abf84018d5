import CacheVocabulary

extension HTTPSpec {
  static let redirectRules: [Rule] = [
    Rule(
      "http.redirect.limit", .open,
      "How many redirects after each other are followed before a load fails, or hands one back.",
      from: Citation(.rfc9110, "15.4"),
      because: "RFC 9110, 15.4 advises clients to end a circle, and notes that some follow no more than five.",
      since: .v2)
  ]

  static let redirectScenarios: [ResponseScenario] = [
    leading("five", through: 5), leading("twenty", through: 20), leading("twenty-one", through: 21),
    Scenario(
      "http.redirect.limit", "in a circle", given: .loaderHasAsked,
      then: [
        Step(.serve(redirect(to: "/b"), at: Resource.a)), Step(.serve(redirect(to: "/a"), at: Resource.b)),
        Step(.load(.a), oneOf: givenUp),
      ]),
  ]

  private static func redirect(to place: String) -> Representation {
    Representation(.empty, cacheControl: []).status(302).with("Location", place)
  }

  private static let givenUp = [
    Outcome<ResponseAction>("error", .fails), Outcome("handed back", .answers(.body(.empty))),
  ]

  /// So many redirects lead to version 1.
  private static func leading(_ row: String, through count: Int, line: Int = #line) -> ResponseScenario {
    let places = (0...count).map { "/place\($0)" }
    func url(_ place: String) -> String { "http://origin.test\(place)" }
    return Scenario(
      "http.redirect.limit", row, given: .loaderHasAsked,
      then: zip(places, places.dropFirst()).map { Step(.serve(redirect(to: $1), at: url($0))) } + [
        Step(.serve(.v1, at: url(places[count]))),
        Step(.load(RequestMessage(url(places[0]))), oneOf: [Outcome("followed", .answers(.v1))] + givenUp),
      ], line: line)
  }
}
