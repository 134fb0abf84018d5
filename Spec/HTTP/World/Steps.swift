extension HTTPSpec {
  /// The stored version is served, and the origin is not asked.
  static let served = ResponseStep(.load(.a), .answers(.v1), .requestsNothing)
  /// The stored version is revalidated, and the newer one served.
  static let checked = ResponseStep(.load(.a), newer)

  /// A check is no less one if its answer is then asked for again: that breaks another rule.
  private static let newer: [Expectation<ResponseAction>] = [
    .answers(.v2), .requestsSomething, .checksAtMostOnce.demanded(by: "http.revalidate.changed"),
  ]

  /// Either of the two; which one is recorded.
  static let servedOrChecked = rather(nil)

  /// Either of the two, of which RFC 9111 prefers one by a SHOULD; which one is recorded.
  static func rather(_ preferred: String?) -> ResponseStep {
    func name(_ outcome: String) -> String { outcome == preferred ? "\(outcome) (preferred)" : outcome }
    return Step(
      .load(.a),
      oneOf: [
        Outcome(name("served"), .answers(.v1), .requestsNothing), Outcome(name("checked"), newer),
      ])
  }

  /// The caller gets the origin's response, or an error.
  static let takenOrRefused = ResponseStep(
    .load(.a), oneOf: [Outcome("taken", .answers(.v1)), Outcome("refused", .fails)])

  /// A first load is in flight, and is answered with what the origin has now; a later request is answered with version
  /// 2.
  static func underWay(_ request: RequestMessage = .a) -> [ResponseStep] {
    [
      Step(.requests(.hold)), Step(.begin(request, as: "the first load")), Step(.requests(.awaitHeld(1))),
      Step(.serve(.v2, at: Resource.a)),
    ]
  }

  /// A second load either makes its own request or waits for the first.
  static let secondIsUnderWay = ResponseStep(
    .requests(.awaitHeldUnlessJoined(2)),
    oneOf: [Outcome("a request for each"), Outcome("one request at a time", .fails)])

  static let eitherVersion = Expectation<ResponseAction>.answers(oneOf: [.body(.v1), .body(.v2)])
}

extension Expectation where Action == ResponseAction {
  /// The origin receives a request with this method, and possibly others.
  static func reaches(by method: String) -> Self {
    .request(.containing([.value(RequestSeen(method, "/a"))]))
  }
}
