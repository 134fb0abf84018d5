/// What a policy means, whoever loads, and whatever through.
extension ResponseSpec {
  static let wayScenarios: [ResponseScenario] =
    LoadingWay.all.flatMap(whatever)
    // A platform may refuse to upload by GET, whatever the policy.
    + LoadingWay.all.filter { $0.kind != .upload }.map { fails($0) } + LoadingWay.sessions.flatMap(inherited)
    + LoadingWay.unasked.map(unasked)

  /// The policies that ask the origin do so in every way of loading. What is fresh may be asked for as well:
  /// a cache need not keep what is not for a data task.
  private static func whatever(_ way: LoadingWay) -> [ResponseScenario] {
    [
      asks("response.policy.use-protocol", "stale, \(way)", way, .useProtocolCachePolicy, .stale(.v1).withTag),
      asks("response.policy.default-is-use-protocol", "stale, \(way)", way, nil, .stale(.v1).withTag),
      asks("response.policy.reload-revalidating", "fresh, \(way)", way, .reloadRevalidatingCacheData, .v1.withTag),
      asks(
        "response.policy.reload-ignoring-remote", "fresh, \(way)", way, .reloadIgnoringLocalAndRemoteCacheData, .v1,
        [tellsCachesOnTheWay]),
    ]
  }

  /// Nobody is asked for what is not stored.
  private static func fails(_ way: LoadingWay) -> ResponseScenario {
    Scenario(
      "response.policy.dont-load-miss", "\(way)",
      given: .loaderHasAsked.and("the origin has version 2, \(way)", [way.serve(.v2)]),
      then: way.settingUp()
        + [Step(way.load(way.request.with(.returnCacheDataDontLoad)), .fails, .requestsNothing)])
  }

  /// What is stored is not served under a policy without a check.
  private static func asks(
    _ rule: RuleID, _ row: String, _ way: LoadingWay, _ policy: RequestPolicy?, _ stored: Representation,
    _ after: [ResponseStep] = [], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, row, given: .stored(stored, for: way),
      then: way.settingUp() + [way.step(way.request.with(policy), .answers(.v2), .checks)]
        + (way.kind == .upload ? [] : after),
      line: line)
  }

  /// Sessions of another kind inherit their policy too, whether or not they look into the store that they are given.
  private static func inherited(_ way: LoadingWay) -> [ResponseScenario] {
    let rule: RuleID = "response.session.policy-inherited"
    return [
      Scenario(
        rule, "reloadIgnoringLocalCacheData, \(way)", given: .freshStored,
        then: way.settingUp(.reloadIgnoringLocalCacheData)
          + [Step(way.load(.a), .answers(.v2), .requests(.get("/a")))]),
      Scenario(
        rule, "returnCacheDataDontLoad, \(way)", given: .staleStored,
        then: way.settingUp(.returnCacheDataDontLoad) + [
          Step(
            way.load(.a),
            oneOf: [
              Outcome("served", .answers(.v1), .requestsNothing), Outcome("not found", .fails, .requestsNothing),
            ]),
          Step(way.load(.b), .fails, .requestsNothing),
        ]),
    ]
  }

  /// The delegate of a session is not asked, whatever the session is called through.
  private static func unasked(_ way: LoadingWay) -> ResponseScenario {
    Scenario(
      "response.will-cache.not-in-background-or-ephemeral", "\(way)", given: delegateWasAsked,
      then: way.settingUp(delegate: .asProposed) + [Step(way.load(.a), .answers(.v1), .notifiesNothing)])
  }

  /// What is removed is gone, whatever its status.
  static let removedStatusScenarios: [ResponseScenario] = [203, 301, 404, 410].flatMap { status in
    [("response.remove.one", Removal.one(.a)), ("response.remove.since", .sinceMark), ("response.remove.all", .all)]
      .map { rule, removal in removed(rule, removal, .kept(status)) }
  }

  private static func removed(
    _ rule: RuleID, _ removal: Removal, _ stored: Representation, line: Int = #line
  ) -> ResponseScenario {
    let (isThere, isGone) = (ResponseAnswer.body(stored.body), ResponseStep(.find(.a), .answersNothing))
    return Scenario(
      rule, "of status \(stored.status)",
      given: Fixture.none.and("a moment is remembered", [Step(.mark), Step(.advance(.milliseconds(1200)))]),
      then: [
        Step(.put(stored, for: .a)), Step(.find(.a), .answers(isThere)), Step(.remove(removal)), isGone, Step(.restart),
        isGone,
      ], line: line)
  }
}

extension Representation {
  /// Version 1 under a status, fresh for an hour. A redirect is empty.
  static func kept(_ status: Int, cacheControl: [String]? = nil) -> Self {
    Representation(300..<400 ~= status ? .empty : .v1, cacheControl: cacheControl).status(status).withTag
  }
}
