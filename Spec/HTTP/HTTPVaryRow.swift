import CacheVocabulary

/// A row of the table of variants: what `Vary` named, what two requests said, and whether the second is served.
struct HTTPVaryRow: TableRow {
  /// How the response to the first request came into the cache.
  enum Came: String {
    case loaded
    case stored = "stored by direct access"
  }

  /// What the second request brings.
  enum Answer: String {
    case served, checked
  }

  static let inputs = ["row", "came", "Vary", "first request", "second request"].map { Column($0, []) }
  static let outcomes = ["answer"]

  let name: String
  private let came: Came
  private let vary: [String]
  private let first: RequestMessage
  private let second: RequestMessage
  private let answer: Answer
  let rule: RuleID
  let source: SourceLine

  init(
    _ name: String, _ came: Came, _ vary: [String], _ first: HeaderFields, _ second: HeaderFields, _ answer: Answer,
    _ rule: RuleID, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line
  ) {
    (self.name, self.came, self.vary, self.answer, self.rule) = (name, came, vary, answer, rule)
    (self.first, self.second) = (.a.saying(first), .a.saying(second))
    source = SourceLine(fileID: fileID, filePath: filePath, line: line)
  }

  var given: [String] {
    [name, came.rawValue, vary.joined(separator: " and ")]
      + [first, second].map { $0.fields.lines.isEmpty ? "nothing" : "\($0.fields)" }
  }

  var expected: [String] { [answer.rawValue] }

  var fixture: Fixture<ResponseAction> {
    let representation = vary.reduce(Representation.v1.withTag) { $0.with("Vary", $1) }
    // What answers no other request need not be kept, nor found.
    let isKept = !vary.contains { $0.contains("*") }
    return switch came {
    case .loaded: isKept ? .loaded(representation, for: first) : .answered(representation, for: first)
    case .stored:
      isKept
        ? .stored(representation, for: first)
        : .originHasVersion2.and("\(representation) was given to the store", [Step(.put(representation, for: first))])
    }
  }

  var steps: [ResponseStep] {
    [
      answer == .served
        ? Step(.load(second), .answers(.v1), .requestsNothing) : Step(.load(second), .answers(.v2), .checks)
    ]
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

  /// A representation of resource a was loaded for a request, and may have been stored; now the origin has version 2.
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
      [Step(.put(representation, for: request)), Step(.find(request), .answers(.body(representation.body)))])
  }
}
