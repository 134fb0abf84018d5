import CacheSpec
import Testing

/// What holds of every chapter, without its types.
struct ChapterShape: Sendable, CustomStringConvertible {
  let name: String
  let rules: [Rule]
  let scenarios: [(id: String, rule: RuleID, steps: Int, choices: Int)]

  init<Action>(_ chapter: Chapter<Action>) {
    name = chapter.name
    rules = chapter.rules
    scenarios = chapter.scenarios.map { scenario in
      (scenario.id, scenario.rule, scenario.steps.count, scenario.steps.count { $0.outcomes.count > 1 })
    }
  }

  var description: String { name }

  static let all = [
    ChapterShape(ResponseSpec.chapter), ChapterShape(HTTPSpec.chapter), ChapterShape(PaywallSpec.chapter),
    ChapterShape(CustomerSpec.chapter), ChapterShape(DashboardSpec.chapter), ChapterShape(NormalizedSpec.chapter),
  ]
}

@Suite("Chapters")
struct ChapterTests {
  @Test("Every rule has a scenario, or says why it cannot be checked", arguments: ChapterShape.all)
  func rulesAreChecked(_ chapter: ChapterShape) {
    let checked = Set(chapter.scenarios.map(\.rule))
    for rule in chapter.rules { #expect(checked.contains(rule.id) == (rule.uncheckable == nil), "\(rule.id)") }
  }

  @Test("Every scenario is one of a rule of its chapter, and does something", arguments: ChapterShape.all)
  func scenariosHaveRules(_ chapter: ChapterShape) {
    let rules = Set(chapter.rules.map(\.id))
    for scenario in chapter.scenarios {
      #expect(rules.contains(scenario.rule), "\(scenario.id)")
      #expect(scenario.steps > 0, "\(scenario.id)")
    }
  }

  @Test("Ids are slugs of their chapter, and each is there once", arguments: ChapterShape.all)
  func ids(_ chapter: ChapterShape) {
    for rule in chapter.rules {
      #expect(rule.id.text.wholeMatch(of: /[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+/) != nil, "\(rule.id)")
      #expect(rule.id.chapter == chapter.name)
    }
    #expect(Set(chapter.rules.map(\.id)).count == chapter.rules.count)
    #expect(Set(chapter.scenarios.map(\.id)).count == chapter.scenarios.count)
  }

  @Test("Every rule cites a heading, and one that no document states says why it holds", arguments: ChapterShape.all)
  func citations(_ chapter: ChapterShape) {
    for rule in chapter.rules {
      #expect(!rule.citations.isEmpty, "\(rule.id)")
      #expect((rule.level == .derived || rule.level == .open) == (rule.reason != nil), "\(rule.id)")
      #expect(rule.statement.hasSuffix("."), "\(rule.id)")
    }
  }

  @Test("An open rule leaves a choice", arguments: ChapterShape.all)
  func openRulesChoose(_ chapter: ChapterShape) {
    for rule in chapter.rules where rule.level == .open {
      #expect(chapter.scenarios.contains { $0.rule == rule.id && $0.choices > 0 }, "\(rule.id)")
    }
  }
}
