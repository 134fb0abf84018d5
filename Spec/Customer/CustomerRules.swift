/// The rules of the customer chapter: identity, reading customer info, and the fetch policies.
extension CustomerSpec {
  static let identity = Citation(.revenueCat, "App User Id")
  static let info = Citation(.revenueCat, "CustomerInfo")
  static let faqLaunches = Citation(.revenueCat, "Does data cache between app launches?")
  static let faqOffline = Citation(.revenueCat, "How does the cache work if the user is offline?")
  private static let linkedPolicies = Citation(.revenueCatSource, "CustomerInfo")
  private static let policyPage = Citation(.revenueCatFetchPolicy, "CacheFetchPolicy")
  static let usersNeverMix =
    "Follows from `customer.logout.clears-customer-info`: data that another user gets to see was not cleared."

  static let identityRules: [Rule] = [
    Rule(
      "customer.identity.survives-restart", .must, "The app user id is the same after a restart, even offline.",
      from: identity, faqLaunches, about: .keptState, .keptID),
    Rule(
      "customer.identity.stable", .derived,
      "The app user id stays the same until the app changes it: time, failures and invalidation do not.",
      from: identity,
      because: "Follows from `customer.identity.survives-restart`: an id that changes by itself was not kept.",
      about: .keptID),
    Rule(
      "customer.identity.blank-id-refused", .derived,
      "An empty or blank app user id identifies nobody: logging in with one changes nothing, and no request is ever made for one.",
      from: identity,
      because:
        "Follows from `customer.identity.survives-restart`: under an id that identifies nobody, the data of all users would be one user's.",
      about: .blankID),
    Rule(
      "customer.identity.made-up-ids-differ", .derived,
      "An app user id that the module generates differs from every id that it generated before, on this device or another.",
      from: identity, because: usersNeverMix, since: .v2, about: .madeUpIDs, .installation),
    Rule(
      "customer.identity.case-tells-apart", .derived,
      "App user ids that differ in case identify different users: neither is shown the other's data.", from: identity,
      because: usersNeverMix, since: .v2, about: .idCase),
  ]

  static let readRules: [Rule] = [
    Rule(
      "customer.configure.other-user", .derived,
      "When the app configures the cache for a different user than the one whose data is on the device, none of that data is returned.",
      from: info,
      because: usersNeverMix, since: .v2, about: .appUser),
    Rule(
      "customer.configure.fetches-customer-info", .must,
      "Configuring the cache fetches and caches customer info without any further call.", from: info, about: .appStart),
    Rule(
      "customer.configure.fetches-offerings", .must,
      "Configuring the cache fetches and caches offerings without any further call.", from: products, about: .appStart),
    Rule(
      "customer.get.cached-without-request", .must,
      "A read of customer info that is less than five minutes old is answered from the cache, with no request.",
      from: info, about: .infoAge),
    Rule(
      "customer.get.safe-to-repeat", .must,
      "A thousand reads of customer info in a row, and a thousand at once, make no request while the cached copy is less than five minutes old.",
      from: info, about: .infoAge),
    Rule(
      "customer.get.refreshes-when-old", .must,
      "Once customer info is older than five minutes, the next read in the foreground refreshes it; no earlier read does.",
      from: info,
      about: .infoAge),
    Rule(
      "customer.get.in-the-background", .open,
      "In the background, a read of customer info that is older than five minutes refreshes it, or does not before a day has passed.",
      from: info, faqBackground,
      because:
        "Five minutes are for an app in use, and 24 to 25 hours for one in the background; a shipping SDK applies the latter to reads in the background too.",
      since: .v2),
    Rule(
      "customer.get.exactly-five-minutes", .open,
      "A read of customer info that is exactly five minutes old refreshes it, or does not.",
      from: info, because: "The text says 'older than', which suggests that it does not; a shipping SDK refreshes."),
    Rule(
      "customer.get.only-on-call", .must,
      "In the foreground, the passing of time alone refreshes nothing: only a call does.", from: info,
      about: .calls, .foregroundEvent, .backgroundState),
    Rule(
      "customer.get.coalesces", .derived,
      "In a module that lets simultaneous reads share a request, many simultaneous reads of customer info make one request, and all get its answer.",
      from: info,
      because:
        "Follows from `customer.get.safe-to-repeat`: requests that are meant to be shared, but are not, put a load on the server that nobody notices.",
      about: .sharedRequest),
    Rule(
      "customer.get.clock-moved-back", .derived,
      "When the clock is set back, customer info is still refreshed after five minutes of running time. If the clock was set back by only a few minutes, the refresh may be that much later.",
      from: info,
      because:
        "Follows from `customer.get.refreshes-when-old`: a copy dated in the future would otherwise stay young until that date.",
      about: .dateSet),
    Rule(
      "customer.get.clock-moved-forward", .derived,
      "When the clock is set ahead, customer info is refreshed at most once for that reason, and then as often as before.",
      from: info,
      because:
        "Follows from `customer.get.cached-without-request`: a wrong date is no reason to make a request at each read.",
      about: .dateSet),
    Rule(
      "customer.get.answer-for-another-user", .derived,
      "A server's answer that is for another user is neither returned nor cached.", from: info,
      because: usersNeverMix, about: .answeredUser),
    Rule(
      "customer.purchase.refreshes", .must,
      "After a purchase, customer info that was older than five minutes is up to date in the cache.", from: info,
      about: .purchaseAnswer),
    Rule(
      "customer.purchase.unlocks", .must,
      "After a purchase, what was bought is in the customer info that is read, whatever the age of the cached copy was. It is there without network, and also in the next run.",
      from: info, since: .v2, about: .purchaseAnswer),
    Rule(
      "customer.purchase.older-answer-discarded", .derived,
      "The answer to a request made before a purchase does not replace what the user owns after it, and no listener is told of that answer.",
      from: info,
      because:
        "Follows from `customer.purchase.refreshes`: otherwise a slow refresh would take away what was just bought.",
      about: .requestOrder),
    Rule(
      "customer.restore.refreshes", .must,
      "After restoring purchases, customer info that was older than five minutes is up to date in the cache. What happens to a younger copy is only recorded.",
      from: info, about: .purchaseAnswer),
  ]

  static let policyRules: [Rule] = [
    Rule(
      "customer.policy.default-is-cached-or-fetched", .must,
      "A read that names no policy behaves as under `cachedOrFetched`.", from: info, about: .customerPolicy),
    Rule(
      "customer.policy.cached-or-fetched", .must,
      "`cachedOrFetched` returns cached data, even if it is stale; it waits for the network only when nothing is cached.",
      from: info, linkedPolicies, policyPage, about: .customerPolicy),
    Rule(
      "customer.policy.stale-served-then-refreshed", .must,
      "Under `cachedOrFetched` a read of stale data returns it without waiting, and a refresh follows in the background. The read makes one request, the listener is told, and the next read returns the new data.",
      from: info, about: .customerPolicy),
    Rule(
      "customer.policy.fetch-current", .must,
      "`fetchCurrent` asks the network even if data is cached; with none cached, it fails when the request fails.",
      from: linkedPolicies, policyPage, about: .customerPolicy),
    Rule(
      "customer.policy.fetch-current-offline", .open,
      "With data cached and no network, `fetchCurrent` fails, or returns the cached data.", from: linkedPolicies,
      policyPage,
      because:
        "The page says that the network is asked, but not what a read does when the fetch fails; a shipping SDK fails.",
      since: .v2),
    Rule(
      "customer.policy.from-cache-only", .must,
      "`fromCacheOnly` makes no request, however old the data is; with none cached, it fails.", from: linkedPolicies,
      policyPage, about: .customerPolicy),
    Rule(
      "customer.policy.not-stale-cached-or-fetched", .must,
      "`notStaleCachedOrFetched` returns cached data that is not stale; otherwise it asks the network and waits.",
      from: linkedPolicies,
      policyPage, about: .customerPolicy, .infoAge),
    Rule(
      "customer.policy.not-stale-offline", .open,
      "With stale data and no network, `notStaleCachedOrFetched` fails, or returns the stale data.",
      from: linkedPolicies, policyPage,
      because:
        "The page does not say what happens when the fetch fails; a shipping SDK fails rather than return stale data."),
    Rule(
      "customer.policy.failure-keeps-data", .derived, "A refresh that fails leaves the cached data as it was.",
      from: faqOffline,
      because:
        "Follows from `customer.offline.served-for-ever`: otherwise any refresh attempted without network would end it.",
      about: .failedRequest),
    Rule(
      "customer.policy.failure-then-retry", .open,
      "After a refresh that failed, the next read retries at once, or the module waits before it retries.", from: info,
      because: "The document does not mention retries."),
  ]
}
