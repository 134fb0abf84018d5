/// A row of the table of variants: what `Vary` names, the fields of two requests, and whether the second is served.
struct HTTPVaryRow: TableRow {
  /// How the response to the first request came into the cache.
  enum Came: String, DescribedByRawValue {
    case loaded
    case stored = "stored by direct access"
  }

  /// The outcome of the second request.
  enum Answer: String, DescribedByRawValue {
    case served, checked
    case either = "served or checked"
  }

  static let inputs = ["row", "came", "Vary", "first request", "second request"].map { Column($0, []) }
  static let outcomes = ["answer"]

  let cells: (name: String, came: Came, vary: [String], first: HeaderFields, second: HeaderFields, answer: Answer)
  let rule: RuleID
  let source: SourceLine

  var name: String { cells.name }
  var given: [String] {
    [name, cells.came.rawValue, cells.vary.joined(separator: " and ")]
      + [first, second].map { $0.fields.lines.isEmpty ? "nothing" : "\($0.fields)" }
  }

  private var first: RequestMessage { .a.saying(cells.first) }
  private var second: RequestMessage { .a.saying(cells.second) }

  var fixture: Fixture<ResponseAction> {
    let representation = cells.vary.reduce(Representation.v1.withTag) { $0.with("Vary", $1) }
    // A response that answers no other request need not be stored or found.
    let isKept = !cells.vary.contains { $0.contains("*") }
    return switch cells.came {
    case .loaded: isKept ? .loaded(representation, for: first) : .answered(representation, for: first)
    case .stored:
      isKept
        ? .stored(representation, for: first)
        : .originHasVersion2.and("\(representation) was given to the store", [Step(.have(representation, for: first))])
    }
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

extension RequestMessage {
  /// The request with header fields.
  func saying(_ fields: HeaderFields) -> Self {
    var copy = self
    copy.fields = fields
    return copy
  }
}

extension Fixture where Action == ResponseAction {
  /// A representation of resource a was loaded for a request; now the origin has version 2.
  static func loaded(_ representation: Representation, for request: RequestMessage) -> Self {
    answered(representation, for: request).leading(
      to: "\(representation) was loaded for (\(request.fields)), and is stored; the origin has version 2",
      standingOn: "response.load.stores", [Step(.find(request), .answers(.body(representation.body)))])
  }

  /// A representation of resource a was loaded for a request and may have been stored; now the origin has version 2.
  static func answered(_ representation: Representation, for request: RequestMessage) -> Self {
    loaderHasAsked.leading(
      to: "\(representation) was loaded"
        + (request.fields.lines.isEmpty ? "" : " for (\(request.fields))") + "; the origin has version 2",
      standingOn: "response.policy.default-is-use-protocol",
      [
        Step(.serve(representation, at: Resource.a)),
        Step(.load(request), .answers(.body(representation.body)), .requests(.get("/a"))),
        Step(.serve(.v2, at: Resource.a)),
      ])
  }

  /// A representation of resource a is stored for a request by direct access, and the origin has version 2.
  static func stored(_ representation: Representation, for request: RequestMessage) -> Self {
    originHasVersion2.leading(
      to: "\(representation) is stored for (\(request.fields)); the origin has version 2",
      standingOn: "response.store.returns-what-was-stored",
      [Step(.have(representation, for: request)), Step(.find(request), .answers(.body(representation.body)))])
  }
}
