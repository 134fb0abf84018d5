/// A way of loading that differs in one respect from the usual one: a data task of a standard session, over HTTP, whose
/// delegate is called.
package struct LoadingWay: Hashable, Sendable, CustomStringConvertible {
  /// What it says of itself, after a verb.
  package let description: String
  /// The kind of task.
  package let kind: TaskKind
  /// The kind of call.
  package let call: LoadCall
  /// The kind of session.
  package let session: SessionKind
  /// Whether the URL is one of HTTPS.
  package let isSecure: Bool

  private init(
    _ description: String, kind: TaskKind = .data, call: LoadCall = .delegate, session: SessionKind = .standard,
    isSecure: Bool = false
  ) {
    self.description = description
    self.kind = kind
    self.call = call
    self.session = session
    self.isSecure = isSecure
  }

  /// Every kind of call but the usual one.
  static let calls = LoadCall.allCases.filter { $0 != .delegate }.map { Self("through \($0)", call: $0) }
  /// Every kind of task but the usual one.
  static let tasks = TaskKind.allCases.filter { $0 != .data }.map { Self("by \($0) tasks", kind: $0) }
  /// Every kind of session but the usual one.
  static let sessions = SessionKind.allCases.filter { $0 != .standard }.map { Self("by \($0) sessions", session: $0) }
  /// Loading over HTTPS.
  static let secure = Self("over HTTPS", isSecure: true)
  /// All of them.
  static let all = calls + tasks + sessions + [secure]
  /// A request for resource a.
  var request: RequestMessage { isSecure ? .secureA : .a }

  /// A session of this kind is set up, where that is not the usual one.
  func settingUp() -> [ResponseStep] {
    session == .standard ? [] : [Step(.configure(.other, SessionSetup(session)))]
  }

  /// A request is loaded in this way.
  func load(_ request: RequestMessage) -> ResponseAction {
    .load(request, as: kind, by: session == .standard ? .main : .other, through: call)
  }

  /// A request is loaded in this way. A platform may refuse to upload by GET, which then answers nothing.
  func step(_ request: RequestMessage, _ expected: Expectation<ResponseAction>...) -> ResponseStep {
    Step(
      load(request),
      oneOf: [Outcome("loaded", expected)]
        + (kind == .upload && request.method == "GET" ? [Outcome("refused", [.fails, .requestsNothing])] : []))
  }

  /// The origin has another representation of resource a.
  func serve(_ representation: Representation) -> ResponseStep { Step(.serve(representation, at: request.url)) }
}

extension Fixture where Action == ResponseAction {
  /// A representation of resource a is stored, where a way of loading looks for it, and the origin has version 2.
  static func stored(_ representation: Representation, for way: LoadingWay, saying fields: HeaderFields = [:]) -> Self {
    guard way.isSecure else {
      return fields.lines.isEmpty ? stored(representation) : stored(representation, for: .a.saying(fields))
    }
    let request = RequestMessage.secureA.saying(fields)
    return loaderHasAsked.leading(
      to: "\(representation) is stored over HTTPS" + (fields.lines.isEmpty ? "" : " for (\(fields))")
        + "; the origin has version 2",
      standingOn: "response.store.returns-what-was-stored",
      [
        way.serve(.v2), Step(.put(representation, for: request)),
        Step(.find(request), .answers(.body(representation.body))),
      ])
  }
}
