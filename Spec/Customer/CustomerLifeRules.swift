/// The rules about the life of the app, logging in and out, invalidating, and offerings.
extension CustomerSpec {
  static let products = Citation(.revenueCat, "Products")
  private static let debugLogs = Citation(.revenueCat, "Debug Logs")
  static let faqBackground = Citation(
    .revenueCat, "What happens if the user leaves the app open in the background?")
  private static let faqInvalidate = Citation(.revenueCat, "When to use invalidateCustomerInfoCache()?")

  private static let garbled =
    "Follows from `customer.offerings.cached-without-request`, as this suite reads 'cached if nothing has changed … or after 5 minutes': unchanged offerings stay cached, and changes are looked for after five minutes."

  static let lifeRules: [Rule] = [
    Rule(
      "customer.info.survives-restart", .must, "Customer info can be read after a restart without any network.",
      from: faqLaunches, faqOffline, about: .keptState),
    Rule(
      "customer.info.age-survives-restart", .derived,
      "Customer info that was old before a restart is still old after it.",
      from: info,
      because:
        "Follows from `customer.get.refreshes-when-old`: otherwise an app that is started often would never ask again.",
      since: .v2, about: .storedInfoAge),
    Rule(
      "customer.restart.refreshes-though-young", .must,
      "A restart refreshes customer info in the background, even if it is less than five minutes old; a read meanwhile is answered from the cache at once.",
      from: info, about: .appStart),
    Rule(
      "customer.restart.ended-run-writes-nothing", .derived,
      "An answer that arrives after the run that requested it has ended does not change what the next run reads.",
      from: faqLaunches,
      because:
        "Follows from `customer.info.survives-restart`: otherwise what the next run has fetched and stored would be lost again.",
      since: .v2, about: .endedRun),
    Rule(
      "customer.foreground.refreshes-when-old", .must,
      "Coming to the foreground after five minutes refreshes customer info in the background; a read meanwhile is answered from the cache at once.",
      from: info, about: .infoAge, .foregroundEvent),
    Rule(
      "customer.foreground.quiet-when-young", .must,
      "Coming to the foreground before five minutes have passed makes no request for customer info.", from: info,
      about: .infoAge),
    Rule(
      "customer.foreground.counts-from", .open,
      "The five minutes after which coming to the foreground refreshes customer info count from the last fetch, or from going to the background.",
      from: info, because: "'After 5 minutes has passed' does not say since when.", since: .v2),
    Rule(
      "customer.foreground.exactly-five-minutes", .open,
      "Coming to the foreground at exactly five minutes refreshes customer info, or does not.", from: info,
      because: "'After 5 minutes has passed' can be read either way at exactly five minutes."),
    Rule(
      "customer.background.refreshes-after-a-day", .must,
      "A production app that is left open in the background refreshes after 24 to 25 hours, by itself or at the next read at the latest, and again a day later. Without a call it does not refresh before.",
      from: faqBackground, about: .backgroundState),
    Rule(
      "customer.background.exactly-a-day", .open,
      "After exactly 24 hours in the background, an app refreshes, or does not yet.",
      from: faqBackground, because: "'After 24-25 hours' does not say whether the limits are included."),
    Rule(
      "customer.background.production-only", .open,
      "A sandbox build in the background refreshes after a day as well, or more often, or not at all.",
      from: faqBackground, because: "The document mentions production only."),
    Rule(
      "customer.listener.told-of-background-updates", .must,
      "A listener is told of every update that arrives in the background, with the new data.", from: info,
      about: .whoListens),
    Rule(
      "customer.listener.not-told-twice", .derived,
      "A listener is not told of an update that changes nothing, nor told twice of one update.", from: info,
      because:
        "Follows from `customer.listener.told-of-background-updates`: a listener is told of updates, and each is one update.",
      about: .newsOfUpdate),
    Rule(
      "customer.listener.removed", .derived, "A listener that was removed is told nothing more.", from: info,
      because:
        "Follows from `customer.listener.told-of-background-updates`: an app that no longer listens cannot be told of updates.",
      about: .whoListens),
    Rule(
      "customer.listener.replaced-when-told", .derived,
      "A listener that is set while another is being told of an update is told of the next update, once, and the other is not.",
      from: info,
      because:
        "Follows from `customer.listener.told-of-background-updates`, which holds for whichever listener is set when an update arrives.",
      about: .whoListens),
    Rule(
      "customer.offline.served-for-ever", .must,
      "Offline, customer info is returned for ever: after a year, and after a hundred restarts.", from: faqOffline,
      about: .failedRequest, .keptState),
    Rule(
      "customer.offline.entitlements-readable", .must,
      "Offline, what the user owns can be read from customer info, unchanged.", from: info, about: .ownedEntitlements),
    Rule(
      "customer.log.vending-from-cache", .must,
      "An answer from the cache logs a line that tells it, with the words 'cache' and 'customer info' in any case, once; an answer from the network does not.",
      from: debugLogs, about: .answerSource),
    Rule(
      "customer.info.unreadable-copy", .derived,
      "A stored copy that is truncated, overwritten or in an earlier format counts as no copy, unless it can be read in full; the next fetch stores a copy again.",
      from: faqLaunches,
      because:
        "Follows from `customer.info.survives-restart`: a copy that survives a restart may have been damaged in between.",
      about: .wholeCopy),
  ]

  static let leavingRules: [Rule] = [
    Rule(
      "customer.logout.clears-customer-info", .must,
      "After logging out, no customer info is left in the cache: the next read has to fetch.", from: info,
      about: .appUser),
    Rule(
      "customer.logout.clears-offerings", .derived, "After logging out, no offerings are left in the cache.",
      from: info,
      because: "Follows from `customer.logout.clears-customer-info`: the document speaks of one cache that is cleared.",
      about: .appUser),
    Rule(
      "customer.logout.stays-cleared", .must,
      "Customer info and offerings that logging out cleared are still gone after a restart, offline.", from: info,
      about: .appUser),
    Rule(
      "customer.logout.new-identity", .open,
      "After logging out, the app user id is a generated one, never the old one, or there is none.", from: info,
      because: "The document does not say which id follows; a shipping SDK generates a new anonymous one.", since: .v2),
    Rule(
      "customer.logout.isolates-users", .derived,
      "After logging out, no read, listener or log shows the old user's data, and none of it is left in storage.",
      from: info, because: usersNeverMix, about: .appUser),
    Rule(
      "customer.logout.late-answer-discarded", .derived,
      "The answer to a request that is in flight for a user who logs out never gets into the cache that follows, and no listener is told of it.",
      from: info, because: usersNeverMix, about: .requestedUser),
    Rule(
      "customer.logout.answer-after-return", .open,
      "An answer to a request made before a user logged out, arriving after the same user has logged in again, is discarded, or accepted.",
      from: info,
      because:
        "The answer is that user's own; the document does not mention requests made before the cache was cleared.",
      since: .v2),
    Rule(
      "customer.logout.anonymous", .open,
      "Logging out when no one is logged in fails and clears nothing, or clears the cache, and the user is then another one or the same.",
      from: info,
      because: "The document does not mention it; a shipping SDK fails."),
    Rule(
      "customer.logout.other-installations", .derived,
      "Logging out clears the cache of this installation, and not that of another installation of the same user.",
      from: info,
      because: "Follows from `customer.offline.served-for-ever`: only what happens on a device ends it on that device.",
      about: .installation),
    Rule(
      "customer.login.isolates-users", .derived,
      "After another user has logged in, no read, listener or log shows the old user's data.", from: info,
      because: usersNeverMix, about: .appUser),
    Rule(
      "customer.login.stored-copy", .open,
      "When another user logs in, what is stored for the old user is removed, or kept for the old user.", from: info,
      because: "The document says that logging out clears the cache, and not what happens to it when nobody logs out.",
      since: .v2),
    Rule(
      "customer.login.late-answer-discarded", .derived,
      "The answer to a request that is in flight for the old user when another logs in never gets into the new user's cache, and no listener is told of it.",
      from: info, because: usersNeverMix, about: .requestedUser),
    Rule(
      "customer.login.requests-during-switch", .derived,
      "Once another user is logged in, reads request and return that user's data, whatever requests are still in flight for the old user.",
      from: info, because: usersNeverMix, about: .requestedUser, .appUser),
    Rule(
      "customer.invalidate.forces-fetch", .must,
      "After an invalidation, the next read fetches even if the data was not stale, and never returns the old data.",
      from: faqInvalidate, about: .invalidation),
    Rule(
      "customer.invalidate.offline", .must,
      "After an invalidation, a read while offline fails.", from: faqOffline, faqInvalidate, about: .invalidation),
    Rule(
      "customer.invalidate.no-request-itself", .open,
      "Invalidating leaves the fetch to the next read, or fetches by itself.", from: faqInvalidate,
      because: "'To force the SDK to fetch the data again' does not say when it is fetched."),
    Rule(
      "customer.invalidate.leaves-the-rest", .derived,
      "Invalidating customer info keeps the app user id and the offerings.",
      from: faqInvalidate,
      because: "Follows from `customer.invalidate.forces-fetch`: customer info is what the call is said to invalidate.",
      about: .invalidatedKind),
    Rule(
      "customer.invalidate.survives-restart", .derived, "Invalidated data does not come back after a restart.",
      from: faqInvalidate,
      because: "Follows from `customer.invalidate.forces-fetch`: the next read may be one in the next run.",
      about: .invalidation),
    Rule(
      "customer.invalidate.during-fetch", .derived,
      "Data whose fetch began before an invalidation does not count as fetched after it.", from: faqInvalidate,
      because:
        "Follows from `customer.invalidate.forces-fetch`: such data may be exactly what the app wanted to discard.",
      about: .invalidation),
    Rule(
      "customer.invalidate.during-purchase", .open,
      "When customer info is invalidated during a purchase, the answer to the purchase still counts as fetched, or does not.",
      from: faqInvalidate,
      because: "What was bought is new data either way; the document says nothing of the two together.",
      since: .v2),
  ]

  static let offeringsRules: [Rule] = [
    Rule(
      "customer.offerings.cached-without-request", .must,
      "A read of offerings that are not yet stale is answered from the cache, with no request.", from: products,
      about: .offeringsAge),
    Rule(
      "customer.offerings.safe-to-repeat", .must,
      "A thousand reads of offerings in a row, and a thousand at once, make no request while the offerings are not yet stale.",
      from: products, about: .offeringsAge),
    Rule(
      "customer.offerings.refreshes-when-old", .derived,
      "After five minutes, a read brings offerings up to date; no earlier read does.", from: products,
      because: garbled, about: .offeringsAge),
    Rule(
      "customer.offerings.exactly-five-minutes", .open,
      "A read of offerings that are exactly five minutes old brings them up to date, or does not.", from: products,
      because: "'After 5 minutes' can be read either way at exactly five minutes."),
    Rule(
      "customer.offerings.stale-answer", .open,
      "A read that brings offerings up to date returns the old offerings, or waits for the new ones.", from: products,
      because: "The document does not say which of the two it returns."),
    Rule(
      "customer.offerings.unchanged", .derived,
      "When nothing has changed on the server, the same offerings stay cached.", from: products, because: garbled,
      about: .sameOfferings),
    Rule(
      "customer.offerings.not-kept-across-restart", .open,
      "After a restart, offerings are gone, and a read while offline fails; or they were kept, and it returns them.",
      from: faqOffline,
      because: "The document says that they do not persist 'currently'; the product has kept them since 2023."),
    Rule(
      "customer.offerings.coalesces", .derived,
      "In a module that lets simultaneous reads share a request, many simultaneous reads of offerings with none cached make one request, and all get its answer.",
      from: products,
      because:
        "Follows from `customer.offerings.safe-to-repeat`: requests that are meant to be shared, but are not, put a load on the server that nobody notices.",
      about: .sharedRequest),
  ]
}
