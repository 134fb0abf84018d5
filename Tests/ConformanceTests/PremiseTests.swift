import BrokenModules
import CacheSpecChapters
import Testing

/// Rules that cannot be shown without others, and why.
private struct Assuming {
  /// The rules whose premises are needed; an asterisk stands for the rest of an id.
  let premises: [String]
  /// The rules that need them.
  let rules: [String]
  let reason: String

  init(_ rules: String..., on premises: String..., because reason: String) {
    (self.rules, self.premises, self.reason) = (rules, premises, reason)
  }

  func covers(_ pair: Pair) -> Bool {
    rules.contains(where: pair.rule.text.isMatched) && premises.contains(where: pair.premise.text.isMatched)
  }
}

/// A rule, and another of which it has no row that does not need it.
private struct Pair: Hashable, CustomStringConvertible {
  let rule: RuleID
  let premise: RuleID

  var description: String { "\(rule) on \(premise)" }
}

extension String {
  fileprivate func isMatched(by pattern: String) -> Bool {
    pattern.hasSuffix("*") ? hasPrefix(pattern.dropLast()) : self == pattern
  }
}

@Suite("Premises")
struct PremiseTests {
  @Test("Each rule has a row that needs no other rule, but those that it cannot be shown without")
  func standApart() async throws {
    var pairs: Set<Pair> = []
    for chapter in Chapters.all.map(\.name) {
      for (rule, premises) in try await PremiseProof.standing(of: chapter) {
        pairs.formUnion(premises.map { Pair(rule: rule, premise: $0) })
      }
    }
    let unstated = pairs.filter { pair in !Self.reasons.contains { $0.covers(pair) } }
    #expect(unstated.isEmpty, "give each a row that does not need it, or say here why none can be")
    let stale = Self.reasons.filter { !pairs.contains(where: $0.covers) }
    #expect(stale.map { "\($0.rules) on \($0.premises)" } == [], "take away: each has a row that needs it no more")
  }

  private static let reasons = ofResponses + ofHTTP + ofCustomers + ofDashboards + ofPaywalls + ofGraphs

  private static let ofResponses: [Assuming] = [
    Assuming(
      "response.*", "http.*", on: "response.store.miss", "response.store.returns-what-was-stored",
      "response.store.concurrent", "response.store.replaces", "response.store.key",
      because: "What is said of a stored response is seen only of one that is found, beside another one."),
    Assuming(
      "response.*", "http.*", on: "response.load.configured-store", "response.load.stores",
      "response.policy.else-load-hit",
      because: "What is said of a load that stores, or is served, is seen only where loads store and are served."),
    Assuming(
      "response.load.serves-stored-by-hand", "response.policy.*", "response.will-cache.once", "http.*",
      on: "http.fresh.max-age",
      because: "Only what is fresh is served without a request, and `max-age` says it most plainly."),
    Assuming(
      "response.policy.dont-load-hit", "response.session.request-overrides", on: "response.policy.dont-load-miss",
      because: "That nothing is requested is seen where something would be."),
    Assuming(
      "response.session.request-overrides", on: "response.session.policy-inherited",
      because: "What overrides a session's policy is seen beside that policy."),
    Assuming(
      "response.session.default-store", on: "response.store.survives-kill",
      because: "That sessions share a store is seen through another store at the same place."),
    Assuming(
      "response.scheme.https-on-disk-by-default", on: "response.scheme.http-and-https-cached",
      because: "What is on disk has to be cached."),
    Assuming(
      "response.store.key-method", on: "http.store.unsafe-forwarded",
      because: "A request by another method has to reach the origin before its response can be told apart."),
    Assuming(
      "response.remove.since-precision", on: "response.remove.since",
      because: "It says how exact removing since a date is."),
    Assuming(
      "response.store.unreadable-entry", "http.overlap.removed-meanwhile", on: "response.remove.all",
      because: "It is about a store from which all was removed."),
    Assuming(
      "response.usage.*", on: "response.usage.*", because: "Room and usage are seen by what the store reports."),
    Assuming(
      "response.will-cache.*", on: "response.will-cache.*",
      because: "Whether the delegate is asked, and what its answer does, are seen together."),
  ]

  private static let ofHTTP: [Assuming] = [
    Assuming(
      "http.age.*", "http.head.served", "http.immutable", "http.overlap.late-answer", "http.request.no-cache",
      "http.revalidate.*", "http.stale.*", on: "http.revalidate.changed",
      because: "That a response was checked is seen by what the origin's answer puts in its place."),
    Assuming(
      "http.head.taken-over", "http.overlap.removed-meanwhile", "http.revalidate.*", on: "http.revalidate.not-modified",
      because: "They say what a confirmation brings besides."),
    Assuming(
      "http.directives.*", "http.fresh.private-cached", "http.immutable.reload", "http.stale.stale-if-error",
      "http.store.must-understand", on: "http.directives.syntax", because: "They are about one directive beside others."
    ),
    Assuming(
      "http.invalidate.*", "http.overlap.changed-meanwhile", "http.store.post-kept",
      on: "http.store.unsafe-forwarded", "http.invalidate.unsafe-method",
      because: "A request by an unsafe method has to reach the origin, and to change something, before more is seen."),
    Assuming(
      "http.age.delay", "http.overlap.*", on: "http.overlap.reusable",
      because: "They are about a load that is under way while something else happens."),
    Assuming(
      "http.fresh.*", "http.vary.most-recent", on: "http.age.date", "http.fresh.expires", "http.fresh.expires-invalid",
      because: "They are about dates, and a `Date` counts wherever it is sent."),
    Assuming("http.vary.*", on: "http.vary.matches", because: "They refine what a match is."),
    Assuming(
      "http.revalidate.*", "http.store.must-understand", on: "http.fresh.heuristic-explicit",
      because: "What is said of `Last-Modified` is said of a response that a heuristic may take for fresh."),
    Assuming(
      "http.head.*", "http.invalidate.safe-method", on: "response.policy.reload-ignoring-local", "http.head.served",
      "http.store.methods", because: "A HEAD has to reach the origin before its response can change what is stored."),
    Assuming("http.age.invalid", "http.age.list", on: "http.age.header", because: "They are about forms of `Age`."),
    Assuming(
      "http.revalidate.no-store", "http.store.must-understand", on: "http.store.no-store",
      because: "They say what becomes of `no-store` in one case."),
    Assuming(
      "http.conditions.*", on: "http.conditions.own", because: "They are about requests with conditions of their own."),
    Assuming(
      "http.revalidate.*", "http.stale.must-revalidate", on: "http.stale.must-revalidate",
      "http.revalidate.server-error-must-revalidate",
      because: "What `must-revalidate` forbids is one thing for an origin that is down and for one that answers 5xx."),
    Assuming(
      "http.revalidate.*", "http.stale.disconnected", on: "http.age.resident",
      because: "What is stale has grown so in the store: what is stale when it comes need not be stored."),
    Assuming(
      "http.revalidate.no-validator", on: "http.revalidate.etag",
      because: "That nothing is there to check by is seen of a stale response, beside one that has a tag."),
  ]

  private static let ofCustomers: [Assuming] = [
    Assuming(
      "customer.*", on: "customer.identity.survives-restart", "customer.info.survives-restart",
      "customer.info.survives-kill", because: "What is said of a later run is seen of what an earlier one has left."),
    Assuming(
      "customer.login.*", "customer.logout.*", on: "customer.login.requests-during-switch",
      "customer.logout.clears-customer-info", because: "What is said of users is seen once there is another one."),
    Assuming(
      "customer.*", on: "customer.offline.served-for-ever", "customer.get.cached-without-request",
      because: "What is cached is seen where nothing is fetched: offline, or because it is young."),
    Assuming(
      "customer.get.*", "customer.logout.answer-after-return", "customer.purchase.fetch-under-way",
      "customer.restart.ended-run-writes-nothing", "customer.configure.fetches-customer-info",
      "customer.invalidate.no-request-itself", "customer.invalidate.during-purchase",
      "customer.invalidate.during-fetch", on: "customer.policy.*", because: "A read follows some policy."),
    Assuming(
      "customer.identity.stable", "customer.invalidate.*", on: "customer.invalidate.forces-fetch",
      because: "They say what else an invalidation does, or does not."),
    Assuming(
      "customer.purchase.*", "customer.invalidate.during-purchase", on: "customer.purchase.unlocks",
      "customer.offline.entitlements-readable", because: "What a purchase brings are entitlements, which are read."),
    Assuming(
      "customer.listener.reordered-entitlements", on: "customer.offline.entitlements-readable",
      because: "That entitlements come in another order is seen where they are read."),
    Assuming(
      "customer.offerings.exactly-five-minutes", on: "customer.offerings.refreshes-when-old",
      because: "It is about the end of the time after which offerings are old."),
  ]

  private static let ofDashboards: [Assuming] = [
    Assuming(
      "dashboard.*", on: "dashboard.overview.real-time",
      because: "A cache that shows nothing shows nothing of when a card is updated."),
    Assuming(
      "dashboard.failed-computation", on: "dashboard.customer-lists.every-two-hours",
      because: "Only what is cached is left where it cannot be computed, until it is due."),
  ]

  private static let ofPaywalls: [Assuming] = [
    Assuming(
      "paywall.*", on: "paywall.cache.per-placement",
      because: "Each run loads another placement too, because a cache may answer every call alike."),
    Assuming(
      "paywall.*", on: "paywall.cache.holds-most-recent", because: "What is said of a copy is seen once there is one."),
    Assuming(
      "paywall.*", on: "paywall.priority.*", because: "A load asks the layers in their order until one has an answer."),
    Assuming(
      "paywall.*", on: "paywall.policy.reload-asks-network-first", "paywall.policy.default-is-reload",
      because: "A load follows some policy, and asks the network again only under this one."),
    Assuming(
      "paywall.cache.older-answer-does-not-replace", "paywall.input.*", "paywall.overlap.*", on: "paywall.overlap.*",
      because: "They are about loads that are under way together."),
    Assuming(
      "paywall.background.*", "paywall.overlap.update-during-load", on: "paywall.background.*",
      because: "What an update does is seen once updates come, and come again."),
    Assuming("paywall.preload.*", on: "paywall.preload.*", because: "What is preloaded is seen by what is not."),
    Assuming(
      "paywall.preload.none-when-empty", "paywall.preload.others-unaffected", "paywall.preload.newer-data",
      on: "paywall.adaptive.good-network-reloads",
      because: "A repository that preloads gets what it has not preloaded as the network allows."),
    Assuming(
      "paywall.fallback.placement-names", "paywall.input.*", on: "paywall.input.*",
      because: "They are about names, or about requests that are answered late, twice or never."),
    Assuming(
      "paywall.policy.*", on: "paywall.policy.max-age-expired", "paywall.policy.max-age-restarts",
      because: "They refine when a copy is too old."),
    Assuming(
      "paywall.adaptive.*", on: "paywall.adaptive.*", because: "Each is seen where the network is not as for the other."
    ),
    Assuming(
      "paywall.refresh.follows-the-order", on: "paywall.refresh.updates-cache",
      because: "It says in which order a refresh asks."),
    Assuming(
      "paywall.overlap.*", on: "paywall.lifecycle.*",
      because: "They are about a load during a log-out or a clean-up, whose effect is seen afterwards."),
  ]

  private static let ofGraphs: [Assuming] = [
    Assuming(
      "normalized.*", on: "normalized.records.merge", "normalized.records.shared",
      because: "That an object has changed is seen by what another query reads of the same record."),
    Assuming(
      "normalized.*", on: "normalized.policy.*", because: "What is read or fetched follows some policy."),
    Assuming(
      "normalized.update.tells-watchers", "normalized.watch.*", on: "normalized.watch.*",
      because: "What a watcher is told later is seen of one that was told a first result, and is told of changes."),
    Assuming(
      "normalized.remove.*", "normalized.transaction.reads-own-writes", "normalized.update.survives-restart",
      on: "normalized.remove.*", "normalized.read.fragment",
      because: "What was removed is seen by reading objects by their keys, before and after a removal."),
    Assuming(
      "normalized.mutation.*", "normalized.watch.*", on: "normalized.mutation.*",
      because: "What a mutation does, or watchers are told of it, is seen once it is performed."),
    Assuming(
      "normalized.*", on: "normalized.sqlite.kept", "normalized.kinds.agree",
      because: "What a restart leaves is seen in a cache on SQLite."),
    Assuming(
      "normalized.records.large-answer", "normalized.remove.matching-*", on: "normalized.keys.any-text",
      because: "They are about keys with such characters, or so many."),
    Assuming(
      "normalized.clear.leaves-no-bytes", "normalized.overlap.clear-during-fetch", on: "normalized.clear",
      "normalized.remove.stays-removed", because: "They say what clearing leaves."),
    Assuming(
      "normalized.remove.matching-wildcards", "normalized.transaction.isolated", on: "normalized.values.any",
      "normalized.update.query",
      because: "They are seen by a number that is counted up, or by a text of any characters."),
    Assuming(
      "normalized.mutation.create-leaves-lists", "normalized.watch.follows-its-data",
      on: "normalized.records.lists-replaced", "normalized.update.object",
      because: "They are about lists that change."),
    Assuming(
      "normalized.records.merge-by-path", on: "normalized.records.by-path", because: "It is about objects without keys."
    ),
  ]
}
