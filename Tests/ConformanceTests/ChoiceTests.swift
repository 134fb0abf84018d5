import CacheConformance
import CacheSpec
import ReferenceModule
import Testing

/// Where the documents leave a choice, the reference has made one: it is a promise to those who use it as a library, and
/// changes only on purpose.
@Suite("The reference's choices")
struct ChoiceTests {
  private static let choices: [(scenario: String, choice: String)] = [
    ("response.store.two-at-one-place", "does not see it"),
    ("http.stale.disconnected", "error"),
    ("paywall.fallback.older-than-cache", "the cache answers"),
    ("paywall.cache.older-version-published", "replaces"),
    ("paywall.policy.max-age-boundary", "still valid"),
    ("paywall.lifecycle.logout", "keeps the cache"),
    ("paywall.preload.newer-data", "the preloaded paywall"),
    ("paywall.cache.older-answer-does-not-replace", "does not replace"),
    ("customer.get.exactly-five-minutes", "not yet old"),
    ("customer.policy.not-stale-offline", "fails"),
    ("customer.policy.failure-then-retry", "tries again at once"),
    ("customer.foreground.exactly-five-minutes", "not yet"),
    ("customer.background.exactly-a-day", "not yet"),
    ("customer.background.production-only", "does not refresh"),
    ("customer.logout.new-identity", "a new anonymous id"),
    ("customer.logout.anonymous", "refused, the same id, customer info kept"),
    ("customer.offerings.exactly-five-minutes", "not yet old"),
    ("customer.offerings.stale-answer", "the old ones first"),
    ("dashboard.customer-lists.exactly-two-hours[card=a customer list,account=usual,age=2 h]", "computed anew"),
    ("dashboard.customer-lists.exactly-two-hours[card=a customer list,account=large,age=2 h]", "computed anew"),
    ("normalized.policy.errors-with-data", "not stored"),
    ("normalized.watch.after-miss", "reaches it"),
    ("normalized.watch.after-removal[the hero]", "tells of a miss"),
    ("normalized.watch.after-removal[a friend]", "tells of a miss"),
    ("normalized.watch.after-removal[by pattern]", "tells of a miss"),
    ("normalized.watch.after-removal[everything]", "tells of a miss"),
    ("normalized.remove.matching-empty[all or none]", "removes \"2001\", \"x\""),
    ("normalized.remove.matching-case-beyond-ascii[Ä and ä]", "removes \"ÄRGER\", \"ärger\""),
    ("normalized.remove.matching-wildcards[percent, kind=memory]", "removes \"a%b\""),
    ("normalized.remove.matching-wildcards[underscore, kind=memory]", "removes \"a_b\""),
    ("normalized.remove.matching-wildcards[percent, kind=sqlite]", "removes \"a%b\""),
    ("normalized.remove.matching-wildcards[underscore, kind=sqlite]", "removes \"a_b\""),
    ("normalized.overlap.clear-during-fetch", "stored"),
    ("normalized.overlap.late-answer", "the older answer, which came last"),
  ]

  @Test("Open rules come out as they did, on both backends", arguments: Module.reference.variants)
  func areKept(_ variant: Module.Variant) async {
    var made: [String] = []
    for scenario in variant.suites.flatMap(\.cases) where scenario.info.level == .open {
      let (verdict, _) = await scenario.verdict(within: .seconds(60))
      guard case .passed(let recorded) = verdict else {
        made.append("\(scenario.info.id): \(verdict.kind)")
        continue
      }
      made.append("\(scenario.info.id): \(recorded.joined(separator: ", "))")
    }
    #expect(made == Self.choices.map { "\($0.scenario): \($0.choice)" })
  }
}
