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
      from: identity, faqLaunches, about: .keptState, .keptID),
    Rule(
      "customer.identity.stable", .derived,
      "The app user id stays the same until the app changes it: time, failures and invalidation do not.",
      from: identity,
      because: "Follows from `customer.identity.survives-restart`: an id that changes by itself was not kept.",
      about: .keptID),
    Rule(
      "customer.identity.blank-id-refused", .derived,
      "An empty or blank app user id names nobody: logging in with one changes nothing, and nothing is ever requested under one.",
      from: identity,
      because:
        "Follows from `customer.identity.survives-restart`: under an id that names nobody, everybody's data would be one user's.",
      about: .blankID),
    Rule(
      "customer.identity.made-up-ids-differ", .derived,
      "An app user id that the module makes up is none that it made up before, on this device or another.",
      from: identity, because: usersNeverMix, since: .v2, about: .madeUpIDs),
    Rule(
      "customer.identity.case-tells-apart", .derived,
      "App user ids that differ in case are two users: neither is shown the other's data.", from: identity,
      because: usersNeverMix, since: .v2, about: .idCase),
  ]

  static let readRules: [Rule] = [
    Rule(
      "customer.configure.other-user", .derived,
      "Configuring as another user than the one whose data is on the device returns nothing of theirs.", from: info,
      because: usersNeverMix, since: .v2, about: .appUser),
    Rule(
      "customer.configure.fetches-customer-info", .must,
      "Configuring fetches and caches customer info without any further call.", from: info, about: .appStart),
    Rule(
      "customer.configure.fetches-offerings", .must,
      "Configuring fetches and caches offerings without any further call.", from: products, about: .appStart),
    Rule(
      "customer.get.cached-without-request", .must,
      "Reading customer info while the cache is young answers from it, with no request.", from: info, about: .infoAge),
    Rule(
      "customer.get.safe-to-repeat", .must,
      "A thousand reads of customer info in a row, and a thousand at once, make no request while the cache is young.",
      from: info, about: .infoAge),
    Rule(
      "customer.get.refreshes-when-old", .must,
      "Once customer info is older than five minutes the next read refreshes it; until then none does.", from: info,
      about: .infoAge),
    Rule(
      "customer.get.exactly-five-minutes", .open,
      "A read of customer info that is exactly five minutes old refreshes it, or does not yet.",
      from: info, because: "The text says 'older than', which reads as not yet; a shipping SDK refreshes."),
    Rule(
      "customer.get.only-on-call", .must,
      "In the foreground time alone refreshes nothing: only a call does.", from: info, about: .calls),
    Rule(
      "customer.get.coalesces", .derived,
      "In a module that joins reads, many of customer info at once make one request, and all get its answer.",
      from: info,
      because:
        "Follows from `customer.get.safe-to-repeat`: requests that are meant to be shared, and are not, are a strain that nobody sees.",
      about: .sharedRequest),
    Rule(
      "customer.get.clock-moved-back", .derived,
      "When the clock is set back, customer info is refreshed all the same after five minutes of running time, at most late by a jump of a few minutes.",
      from: info,
      because:
        "Follows from `customer.get.refreshes-when-old`: a copy stamped in the future would else stay young until then.",
      about: .dateSet),
    Rule(
      "customer.get.clock-moved-forward", .derived,
      "When the clock is set ahead, customer info is refreshed once at most, and then as often as ever.", from: info,
      because: "Follows from `customer.get.cached-without-request`: a wrong date is no reason to ask at each read.",
      about: .dateSet),
    Rule(
      "customer.get.answer-for-another-user", .derived,
      "An answer of the server that is another user's is neither returned nor cached.", from: info,
      because: usersNeverMix, about: .answeredUser),
    Rule(
      "customer.purchase.refreshes", .must,
      "After a purchase, customer info that was old is up to date in the cache.", from: info, about: .purchaseAnswer),
    Rule(
      "customer.purchase.unlocks", .must,
      "What was bought is in the customer info that is read afterwards, whether the copy was old or young: without network, and in the next run too.",
      from: info, since: .v2, about: .purchaseAnswer),
    Rule(
      "customer.purchase.older-answer-discarded", .derived,
      "An answer that was requested before a purchase does not take the place of what the user owns after it, and no listener is told of it.",
      from: info,
      because: "Follows from `customer.purchase.refreshes`: else a slow refresh takes away what was just bought.",
      about: .requestOrder),
    Rule(
      "customer.restore.refreshes", .must,
      "After restoring purchases, customer info that was old is up to date in the cache. What happens to what was young is recorded.",
      from: info, about: .purchaseAnswer),
  ]

  static let policyRules: [Rule] = [
    Rule(
      "customer.policy.default-is-cached-or-fetched", .must,
      "A read that names no policy behaves as under `cachedOrFetched`.", from: info, about: .customerPolicy),
    Rule(
      "customer.policy.cached-or-fetched", .must,
      "`cachedOrFetched` returns cached data, stale included; only with none cached does it wait for the network.",
      from: info, linkedPolicies, policyPage, about: .customerPolicy),
    Rule(
      "customer.policy.stale-served-then-refreshed", .must,
      "Under `cachedOrFetched` a stale read returns the old data without waiting, and the refresh follows behind it: a request for a read, the listener is told, the next read shows the new data.",
      from: info, about: .customerPolicy),
    Rule(
      "customer.policy.fetch-current", .must,
      "`fetchCurrent` asks the network though data is cached; with none cached it fails when that fails.",
      from: linkedPolicies, policyPage, about: .customerPolicy),
    Rule(
      "customer.policy.fetch-current-offline", .open,
      "With data cached and no network `fetchCurrent` fails, or returns what is cached.", from: linkedPolicies,
      policyPage,
      because: "The page says what is asked, and not what becomes of a read whose fetch fails; a shipping SDK fails.",
      since: .v2),
    Rule(
      "customer.policy.from-cache-only", .must,
      "`fromCacheOnly` makes no request, however old the data; with none cached it fails.", from: linkedPolicies,
      policyPage, about: .customerPolicy),
    Rule(
      "customer.policy.not-stale-cached-or-fetched", .must,
      "`notStaleCachedOrFetched` returns young data; else it asks the network and waits.", from: linkedPolicies,
      policyPage, about: .customerPolicy, .infoAge),
    Rule(
      "customer.policy.not-stale-offline", .open,
      "With stale data and no network `notStaleCachedOrFetched` fails, or returns the stale data.",
      from: linkedPolicies, policyPage,
      because: "The page does not say what happens when the fetch fails; a shipping SDK fails rather than go stale."),
    Rule(
      "customer.policy.failure-keeps-data", .derived, "A refresh that fails leaves the cached data as it was.",
      from: faqOffline,
      because: "Follows from `customer.offline.served-for-ever`: each attempt without network would else end it.",
      about: .failedRequest),
    Rule(
      "customer.policy.failure-then-retry", .open,
      "After a refresh that failed the next read tries again at once, or waits.", from: info,
      because: "Nothing is said about trying again."),
  ]
}
