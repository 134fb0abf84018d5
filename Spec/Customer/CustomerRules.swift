/// The rules of the customer chapter: who the user is, reading what they own, and the fetch policies.
extension CustomerSpec {
  static let identity = Citation(.revenueCat, "App User Id")
  static let info = Citation(.revenueCat, "CustomerInfo")
  static let faqLaunches = Citation(.revenueCat, "Does data cache between app launches?")
  static let faqOffline = Citation(.revenueCat, "How does the cache work if the user is offline?")
  private static let linkedPolicies = Citation(.revenueCatSource, "CustomerInfo")
  private static let policyPage = Citation(.revenueCatFetchPolicy, "CacheFetchPolicy")
  static let usersNeverMix =
    "Follows from `customer.logout.clears-customer-info`: data that reaches another user was not cleared."

  static let identityRules: [Rule] = [
    Rule(
      "customer.identity.survives-restart", .must, "The app user id is the same after a restart, offline too.",
      from: identity, faqLaunches),
    Rule(
      "customer.identity.stable", .derived,
      "The app user id stays the same until the app changes it: time, failures and invalidation do not.",
      from: identity,
      because: "Follows from `customer.identity.survives-restart`: an id that changes by itself was not kept."),
    Rule(
      "customer.identity.blank-id-refused", .derived,
      "An empty or blank app user id names nobody: logging in with one changes nothing, and nothing is ever requested under one.",
      from: identity,
      because:
        "Follows from `customer.identity.survives-restart`: under an id that names nobody, everybody's data would be one user's."
    ),
  ]

  static let readRules: [Rule] = [
    Rule(
      "customer.configure.fetches-customer-info", .must,
      "Configuring fetches and caches customer info without any further call.", from: info),
    Rule(
      "customer.configure.fetches-offerings", .must,
      "Configuring fetches and caches offerings without any further call.", from: products),
    Rule(
      "customer.get.cached-without-request", .must,
      "Reading customer info while the cache is young answers from it, with no request.", from: info),
    Rule(
      "customer.get.safe-to-repeat", .must,
      "A thousand reads of customer info in a row, and a thousand at once, make no request while the cache is young.",
      from: info),
    Rule(
      "customer.get.refreshes-when-old", .must,
      "Once customer info is older than five minutes the next read refreshes it; until then none does.", from: info),
    Rule(
      "customer.get.exactly-five-minutes", .open,
      "A read of customer info that is exactly five minutes old refreshes it, or does not yet.",
      from: info, because: "The text says 'older than', which reads as not yet; a shipping SDK refreshes."),
    Rule(
      "customer.get.only-on-call", .must,
      "In the foreground time alone refreshes nothing: only a call does.", from: info),
    Rule(
      "customer.get.coalesces", .derived,
      "Many reads of customer info at once with none cached make one request, and all get its answer.", from: info,
      because:
        "Follows from `customer.get.safe-to-repeat`: reads as often as needed are no strain only if they share a request."
    ),
    Rule(
      "customer.get.clock-moved-back", .derived,
      "When the clock is set back, customer info is refreshed all the same after five minutes of running time.",
      from: info,
      because:
        "Follows from `customer.get.refreshes-when-old`: a copy stamped in the future would else stay young until then."
    ),
    Rule(
      "customer.get.clock-moved-forward", .derived,
      "When the clock is set ahead, customer info is refreshed once at most, and then as often as ever.", from: info,
      because: "Follows from `customer.get.cached-without-request`: a wrong date is no reason to ask at each read."),
    Rule(
      "customer.get.answer-for-another-user", .derived,
      "An answer of the server that is another user's is neither returned nor cached.", from: info,
      because: usersNeverMix),
    Rule(
      "customer.purchase.refreshes", .must,
      "After a purchase, customer info that was old is up to date in the cache. What happens to what was young is recorded.",
      from: info),
    Rule(
      "customer.purchase.older-answer-discarded", .derived,
      "An answer that was requested before a purchase does not take the place of what the user owns after it.",
      from: info,
      because: "Follows from `customer.purchase.refreshes`: else a slow refresh takes away what was just bought."),
    Rule(
      "customer.restore.refreshes", .must,
      "After restoring purchases, customer info that was old is up to date in the cache. What happens to what was young is recorded.",
      from: info),
  ]

  static let policyRules: [Rule] = [
    Rule(
      "customer.policy.default-is-cached-or-fetched", .must,
      "A read that names no policy behaves as under `cachedOrFetched`.", from: info),
    Rule(
      "customer.policy.cached-or-fetched", .must,
      "`cachedOrFetched` returns cached data, stale included; only with none cached does it wait for the network.",
      from: info, linkedPolicies, policyPage),
    Rule(
      "customer.policy.stale-served-then-refreshed", .must,
      "Under `cachedOrFetched` a stale read returns the old data without waiting, and the refresh follows behind it: one request however many read, the listener is told, the next read shows the new data.",
      from: info),
    Rule(
      "customer.policy.fetch-current", .must,
      "`fetchCurrent` asks the network though data is cached, and fails when that fails.", from: linkedPolicies,
      policyPage),
    Rule(
      "customer.policy.from-cache-only", .must,
      "`fromCacheOnly` makes no request, however old the data; with none cached it fails.", from: linkedPolicies,
      policyPage),
    Rule(
      "customer.policy.not-stale-cached-or-fetched", .must,
      "`notStaleCachedOrFetched` returns young data; else it asks the network and waits.", from: linkedPolicies,
      policyPage),
    Rule(
      "customer.policy.not-stale-offline", .open,
      "With stale data and no network `notStaleCachedOrFetched` fails, or returns the stale data.",
      from: linkedPolicies, policyPage,
      because: "The page does not say what happens when the fetch fails; a shipping SDK fails rather than go stale."),
    Rule(
      "customer.policy.failure-keeps-data", .derived, "A refresh that fails leaves the cached data as it was.",
      from: faqOffline,
      because: "Follows from `customer.offline.served-for-ever`: each attempt without network would else end it."),
    Rule(
      "customer.policy.failure-then-retry", .open,
      "After a refresh that failed the next read tries again at once, or waits.", from: info,
      because: "Nothing is said about trying again."),
  ]
}
