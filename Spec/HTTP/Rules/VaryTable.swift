/// A row of the table of variants: what `Vary` names, the fields of two requests, and whether the second is served.
struct HTTPVaryRow: TableRow {
  /// The outcome of the second request.
  enum Answer: String, DescribedByRawValue {
    case served, checked
    case either = "served or checked"
  }

  static let inputs = ["row", "Vary", "first → second request"].map(Column.listed)
  static let outcomes = ["answer"]

  let cells: (name: String, vary: [String], first: HeaderFields, second: HeaderFields, answer: Answer)
  let rule: RuleID
  let source: SourceLine

  var name: String { cells.name }
  var given: [String] {
    let vary = cells.vary == ["X-Flavor"] ? "" : cells.vary.map { "Vary: \($0)".asCode }.joined(separator: " and ")
    let names = Set((cells.first.lines + cells.second.lines).map(\.name))
    let isOneField = names.isSubset(of: cells.vary)
    let requests = [cells.first, cells.second].map { fields in
      if fields.lines.isEmpty { return "nothing" }
      if !isOneField { return fields.stated }
      return fields.lines.map { $0.value.isEmpty ? "empty" : $0.value.asCode }.joined(separator: " and ")
    }
    return [name, vary, requests[0] == requests[1] ? "" : requests.joined(separator: " → ")]
  }

  private var first: RequestMessage { .a.saying(cells.first) }
  private var second: RequestMessage { .a.saying(cells.second) }

  var fixture: Fixture<ResponseAction> {
    let representation = cells.vary.reduce(Representation.v1.withTag) { $0.with("Vary", $1) }
    // What is not served need not be stored.
    return cells.answer == .served ? .loaded(representation, for: first) : .answered(representation, for: first)
  }

  var steps: [ResponseStep] {
    let served = Outcome("served", Expectation<ResponseAction>.answers(.v1), .requestsNothing)
    let checked = Outcome("checked", Expectation<ResponseAction>.answers(.v2), .checks)
    return switch cells.answer {
    case .served: [Step(.load(second), oneOf: [served])]
    case .checked: [Step(.load(second), oneOf: [checked])]
    case .either: [Step(.load(second), oneOf: [served, checked])]
    }
  }
}

extension HTTPSpec {
  private static let sweet: HeaderFields = ["X-Flavor": "sweet"]
  private static let sour: HeaderFields = ["X-Flavor": "sour"]
  private static let large: HeaderFields = ["X-Flavor": "sweet", "X-Size": "large"]
  private static let small: HeaderFields = ["X-Flavor": "sweet", "X-Size": "small"]
  private static let empty: HeaderFields = ["X-Flavor": ""]
  private static let capitals: HeaderFields = ["X-Flavor": "SWEET"]
  private static let listed: HeaderFields = ["X-Flavor": "sweet, mild"]
  private static let repeated: HeaderFields = ["X-Flavor": "sweet", "X-Flavor": "mild"]
  private static let german: HeaderFields = ["Accept-Language": "de"]

  /// A response that is fresh for an hour was loaded as the answer to a first request, with these lines of
  /// `Vary`. A second request, which may have other header fields, is `.served` with that response, or the response is
  /// `.checked` (revalidated).
  // swift-format-ignore
  static let varyTable: [HTTPVaryRow] = [
    //     name                                              Vary                    first                              second                                              answer     rule
    .init(("the same value",                                 ["X-Flavor"],           sweet,                             sweet,                                              .served),  "http.vary.matches"),
    .init(("another value",                                  ["X-Flavor"],           sweet,                             sour,                                               .checked), "http.vary.matches"),
    .init(("a value, then none",                             ["X-Flavor"],           sweet,                             [:],                                                .checked), "http.vary.matches"),
    .init(("no value, then one",                             ["X-Flavor"],           [:],                               sweet,                                              .checked), "http.vary.matches"),
    .init(("an empty value, then none",                      ["X-Flavor"],           empty,                             [:],                                                .checked), "http.vary.matches"),
    .init(("another letter case of an unknown field",        ["X-Flavor"],           sweet,                             capitals,                                           .checked), "http.vary.matches"),
    .init(("one more list member",                           ["X-Flavor"],           sweet,                             listed,                                             .checked), "http.vary.matches"),
    .init(("list members in another order",                  ["X-Flavor"],           listed,                            ["X-Flavor": "mild, sweet"],                        .checked), "http.vary.matches"),
    .init(("one more line",                                  ["X-Flavor"],           sweet,                             repeated,                                           .checked), "http.vary.matches"),
    .init(("the field is in neither request",                ["X-Flavor"],           [:],                               [:],                                                .served),  "http.vary.matches"),
    .init(("another value of a field that is not named",     ["X-Flavor"],           large,                             small,                                              .served),  "http.vary.matches"),
    .init(("another value of the second field named",        ["X-Flavor, X-Size"],   large,                             small,                                              .checked), "http.vary.matches"),
    .init(("the same values of both fields named",           ["X-Flavor,X-Size"],    large,                             large,                                              .served),  "http.vary.matches"),
    .init(("different values that are the same once joined", ["X-Flavor, X-Size"],   ["X-Flavor": "ab", "X-Size": "c"], ["X-Flavor": "a", "X-Size": "bc"],                  .checked), "http.vary.matches"),
    .init(("a field named in a second line",                 ["X-Flavor", "X-Size"], large,                             sweet,                                              .checked), "http.vary.matches"),
    .init(("Vary in lower case",                             ["x-flavor"],           sweet,                             sour,                                               .checked), "http.vary.matches"),
    .init(("the request's field in lower case",              ["X-Flavor"],           sweet,                             ["x-flavor": "sweet"],                              .served),  "http.vary.matches"),
    .init(("the same fields in another order",               ["X-Flavor, X-Size"],   large,                             ["X-Size": "large", "X-Flavor": "sweet"],           .served),  "http.vary.matches"),
    .init(("white space",                                    ["Accept-Language"],    ["Accept-Language": "de, fr"],     ["Accept-Language": "de,fr"],                       .either),  "http.vary.normalized"),
    .init(("letter case",                                    ["Accept-Language"],    ["Accept-Language": "de"],         ["Accept-Language": "DE"],                          .either),  "http.vary.normalized"),
    .init(("order",                                          ["Accept-Language"],    ["Accept-Language": "de, fr"],     ["Accept-Language": "fr, de"],                      .either),  "http.vary.normalized"),
    .init(("two lines in place of one",                      ["Accept-Language"],    ["Accept-Language": "de, fr"],     ["Accept-Language": "de", "Accept-Language": "fr"], .either),  "http.vary.normalized"),
    .init(("the same language by weight",                    ["Accept-Language"],    german,                            ["Accept-Language": "fr;q=0.5, de;q=1"],            .either),  "http.vary.normalized"),
    .init(("alone",                                          ["*"],                  sweet,                             sweet,                                              .checked), "http.vary.star"),
    .init(("beside a field",                                 ["X-Flavor, *"],        sweet,                             sweet,                                              .checked), "http.vary.star"),
    .init(("in a second line",                               ["X-Flavor", "*"],      sweet,                             sweet,                                              .checked), "http.vary.star"),
    .init(("after an empty member, before a field",          [", *, X-Flavor"],      sweet,                             sweet,                                              .checked), "http.vary.star"),
    .init(("in both of two lines",                           ["*", "*"],             sweet,                             sweet,                                              .checked), "http.vary.star"),
  ]
}
