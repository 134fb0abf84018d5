/// The app's process ends without warning: nothing is closed, and nothing flushed.
extension ResponseSpec {
  private static let rule: RuleID = "response.store.survives-kill"

  static let killRules: [Rule] = [
    Rule(
      rule, .derived,
      "What was stored is still there, and what was removed is still gone, after the app's process was killed without warning. Of a response that was being replaced, the old one, the new one or neither is there.",
      from: Citation(.apple, "Overview"),
      because:
        "Follows from response.store.memory-and-disk: most apps are killed rather than shut down in an orderly way.",
      since: .v2, about: .ending)
  ]

  static let killScenarios: [ResponseScenario] =
    onceKilledScenarios + (1...20).map { killed(after: $0) } + (2...20).filter(replaces).map { killed(replacingAt: $0) }

  private static let onceKilledScenarios: [ResponseScenario] = [
    Scenario(
      rule, "in place of an earlier one", given: .anotherIsStored,
      then: [
        Step(.put(.v1, for: .a)), Step(.put(.v2, for: .a)), Step(.kill), Step(.find(.a), .answers(.body(.v2))),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      rule, "of 100 kB, in place of an earlier one", given: .anotherIsStored,
      then: [
        Step(.put(.v1.padded(to: 100_000), for: .a)), Step(.put(.v2.padded(to: 100_000), for: .a)), Step(.kill),
        Step(.find(.a), .answers(.body(ResponseBody("version 2", size: 100_000)))),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      rule, "removed since a moment", given: .anotherIsStored,
      then: [
        Step(.advance(.milliseconds(1200))), Step(.mark), Step(.advance(.milliseconds(1200))),
        Step(.put(.v1, for: .a)), Step(.remove(.sinceMark)), Step(.kill), Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      rule, "what was loaded, beside others",
      given: .loaderHasStored.originHas(.v1),
      then: [
        Step(.load(.a), .answers(.v1)), Step(.find(.a), .answers(.v1)), Step(.kill), Step(.find(.a), .answers(.v1)),
        Step(.find(.b), .answers(.v2)), Step(.find(.another), .answers(.body(.another))),
      ]),
  ]

  private typealias Change = (action: ResponseAction, apply: (inout [String: ResponseBody]) -> Void)

  /// A response is stored, or one or all of them are removed.
  private static func change(_ number: Int) -> Change {
    let request = RequestMessage("http://origin.test/\(number % 3)")
    let body = ResponseBody("change \(number)")
    if number == 12 { return (.remove(.all), { $0 = [:] }) }
    if number.isMultiple(of: 4) { return (.remove(.one(request)), { $0[request.url] = nil }) }
    return (.put(Representation(body), for: request), { $0[request.url] = body })
  }

  /// Whether a change replaces a stored response.
  private static func replaces(_ number: Int) -> Bool {
    var stored: [String: ResponseBody] = [:]
    for number in 1..<number { change(number).apply(&stored) }
    if case .put(_, let request, _) = change(number).action { return stored[request.url] != nil }
    return false
  }

  private static func afterChanges(_ count: Int) -> String { "after \(count) of twenty changes" }
  private static func replacing(_ count: Int) -> String {
    "\(afterChanges(count - 1)), with what the next replaces removed"
  }

  /// The app is killed after this many of twenty changes.
  private static func killed(after count: Int) -> ResponseScenario {
    let scenario = killed(afterChanges(count), after: (1...count).map(change))
    // Nothing says that removing all is atomic.
    if count == 1 || change(count).action == .remove(.all) { return scenario }
    let before = afterChanges(count - 1)
    return replaces(count)
      ? scenario.changingLast(at: count - 1, orAs: before, replacing(count))
      : scenario.changingLast(at: count - 1, orAs: before)
  }

  /// When the app is killed while a response is being replaced, neither may be left.
  private static func killed(replacingAt count: Int) -> ResponseScenario {
    let request = RequestMessage("http://origin.test/\(count % 3)")
    let removal: Change = (.remove(.one(request)), { $0[request.url] = nil })
    return killed(replacing(count), after: (1..<count).map(change) + [removal])
  }

  private static func killed(_ row: String, after changes: [Change]) -> ResponseScenario {
    let stored = changes.reduce(into: [:]) { stored, change in change.apply(&stored) }
    let looks = (0..<3).map { number -> ResponseStep in
      let request = RequestMessage("http://origin.test/\(number)")
      return Step(.find(request), stored[request.url].map { [.answers(.body($0))] } ?? [.answersNothing])
    }
    return Scenario(
      rule, row, given: .anotherIsStored, then: changes.map { Step($0.action) } + [Step(.kill)] + looks)
  }
}
