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

  static let killScenarios: [ResponseScenario] = [
    killed(
      stored, after: [.put(.v1, for: .a)],
      [Step(.find(.a), .answers(.v1)), Step(.find(.b), .answersNothing), othersStay]),
    killed(
      bothStored, after: [.put(.v1, for: .a), .put(.v2, for: .b)],
      [Step(.find(.a), .answers(.v1)), Step(.find(.b), .answers(.v2)), othersStay]
    ).changingLast(at: 1, orAs: stored),
    killed(
      removed, after: [.put(.v1, for: .a), .put(.v2, for: .b), .remove(.one(.a))],
      [Step(.find(.a), .answersNothing), Step(.find(.b), .answers(.v2)), othersStay]
    ).changingLast(at: 2, orAs: bothStored),
    // When the app is killed while a response is being replaced, neither may be left.
    killed(
      "after one was replaced", after: [.put(.v1, for: .a), .put(.v2, for: .b), .put(.v3, for: .a)],
      [Step(.find(.a), .answers(.v3)), Step(.find(.b), .answers(.v2)), othersStay]
    ).changingLast(at: 2, orAs: bothStored, removed),
    // Nothing says that removing all is atomic.
    killed(
      "after all were removed", after: [.put(.v1, for: .a), .put(.v2, for: .b), .remove(.all)],
      [Step(.find(.a), .answersNothing), Step(.find(.b), .answersNothing), Step(.find(.another), .answersNothing)]),
  ]

  private static let stored = "after a response was stored"
  private static let bothStored = "after two responses were stored"
  private static let removed = "after one of two was removed"
  private static let othersStay = ResponseStep(.find(.another), .answers(.body(.another)))

  /// The app is killed after some changes, and what is left is looked at.
  private static func killed(
    _ row: String, after changes: [ResponseAction], _ looks: [ResponseStep], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, row, given: .anotherIsStored, then: changes.map { Step($0) } + [Step(.kill)] + looks, line: line)
  }
}
