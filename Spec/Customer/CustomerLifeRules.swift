/// The rules about the life of the app, leaving a user, invalidating, and offerings.
extension CustomerSpec {
  static let products = Citation(.revenueCat, "Products")
  private static let debugLogs = Citation(.revenueCat, "Debug Logs")
  private static let faqBackground = Citation(
    .revenueCat, "What happens if the user leaves the app open in the background?")
  private static let faqInvalidate = Citation(.revenueCat, "When to use invalidateCustomerInfoCache()?")

  private static let garbled =
    "Follows from `customer.offerings.cached-without-request`, as this suite reads 'cached if nothing has changed … or after 5 minutes': what is unchanged stays, and is looked for after five minutes."

  static let lifeRules: [Rule] = [
    Rule(
      "customer.info.survives-restart", .must, "Customer info is readable after a restart without any network.",
      from: faqLaunches, faqOffline, about: .keptState),
    Rule(
      "customer.info.age-survives-restart", .derived, "A restart does not make old customer info young.",
      from: info,
      because:
        "Follows from `customer.get.refreshes-when-old`: an app that is started often would else never ask again.",
      since: .v2, about: .storedInfoAge),
    Rule(
      "customer.restart.refreshes-though-young", .must,
      "A restart refreshes customer info though it is young, in the background: a read meanwhile is answered from the cache at once.",
      from: info, about: .appStart),
    Rule(
      "customer.restart.ended-run-writes-nothing", .derived,
      "An answer that comes when the run that asked for it has ended does not change what the next run reads.",
      from: faqLaunches,
      because:
        "Follows from `customer.info.survives-restart`: what the next run has fetched and stored would else be lost again.",
      since: .v2, about: .endedRun),
    Rule(
      "customer.foreground.refreshes-when-old", .must,
      "Coming to the foreground after five minutes refreshes customer info in the background: a read meanwhile is answered from the cache at once.",
      from: info, about: .infoAge, .foregroundEvent),
    Rule(
      "customer.foreground.quiet-when-young", .must,
      "Coming to the foreground before five minutes have passed makes no request for customer info.", from: info,
      about: .infoAge),
    Rule(
      "customer.foreground.counts-from", .open,
      "The five minutes of coming to the foreground count from the last fetch, or from going to the background.",
      from: info, because: "'After 5 minutes has passed' does not say since when.", since: .v2),
    Rule(
      "customer.foreground.exactly-five-minutes", .open,
      "Coming to the foreground at exactly five minutes refreshes, or not yet.", from: info,
      because: "'After 5 minutes has passed' reads either way at the very moment."),
    Rule(
      "customer.background.refreshes-after-a-day", .must,
      "An app in production that is left open in the background refreshes between 24 and 25 hours, not before, and again a day later.",
      from: faqBackground, about: .backgroundState),
    Rule(
      "customer.background.exactly-a-day", .open, "At exactly 24 hours in the background an app refreshes, or not yet.",
      from: faqBackground, because: "'After 24-25 hours' does not say whether the ends belong to it."),
    Rule(
      "customer.background.production-only", .open,
      "A sandbox build in the background refreshes after a day too, or more often, or not at all.",
      from: faqBackground, because: "Only production is spoken of."),
    Rule(
      "customer.listener.told-of-background-updates", .must,
      "A listener is told of every update that comes in behind the app's back, with the new data.", from: info,
      about: .whoListens),
    Rule(
      "customer.listener.not-told-twice", .derived,
      "A listener is not told of an update that changes nothing, nor twice of one.", from: info,
      because:
        "Follows from `customer.listener.told-of-background-updates`: what it is told of is an update, and one is one.",
      about: .newsOfUpdate),
    Rule(
      "customer.listener.removed", .derived, "Once removed a listener is told nothing more.", from: info,
      because:
        "Follows from `customer.listener.told-of-background-updates`: an app that no longer listens can no longer be told.",
      about: .whoListens),
    Rule(
      "customer.listener.replaced-when-told", .derived,
      "A listener that is set while another is being told something is told of the next update, once, and the other is not.",
      from: info,
      because:
        "Follows from `customer.listener.told-of-background-updates`: it holds for whoever listens when an update comes.",
      about: .whoListens),
    Rule(
      "customer.offline.served-for-ever", .must,
      "Offline, customer info is returned for ever: a year and a hundred restarts later.", from: faqOffline,
      about: .failedRequest),
    Rule(
      "customer.offline.entitlements-readable", .must,
      "What the user owns can be read from customer info offline, unchanged.", from: info, about: .ownedEntitlements),
    Rule(
      "customer.log.vending-from-cache", .must,
      "An answer from the cache logs `Vending customerInfo from cache`, once, to the letter; an answer from the network does not.",
      from: debugLogs, about: .answerSource),
    Rule(
      "customer.info.unreadable-copy", .derived,
      "A stored copy that is cut short, overwritten or of an earlier format counts as none, unless it is read whole; the next fetch stores again.",
      from: faqLaunches,
      because: "Follows from `customer.info.survives-restart`: what survives a restart may have been hurt meanwhile.",
      about: .wholeCopy),
  ]

  static let leavingRules: [Rule] = [
    Rule(
      "customer.logout.clears-customer-info", .must,
      "After logging out no customer info is left in the cache: the next read has to fetch.", from: info,
      about: .appUser),
    Rule(
      "customer.logout.clears-offerings", .derived, "After logging out no offerings are left in the cache.", from: info,
      because: "Follows from `customer.logout.clears-customer-info`: the cache that is cleared is spoken of as one.",
      about: .appUser),
    Rule(
      "customer.logout.stays-cleared", .must,
      "What logging out has cleared is still gone after a restart, offline: customer info and offerings.", from: info,
      about: .appUser),
    Rule(
      "customer.logout.new-identity", .open,
      "After logging out the app user id is a made-up one, or there is none. It is never the old one.", from: info,
      because: "Which id follows is not said; a shipping SDK makes a new anonymous one.", since: .v2),
    Rule(
      "customer.logout.isolates-users", .derived,
      "No read, listener or log after logging out shows the old user's data, and none of it is left in what is stored.",
      from: info, because: usersNeverMix, about: .appUser),
    Rule(
      "customer.logout.late-answer-discarded", .derived,
      "What is under way for a user who logs out never lands in the cache that follows, and no listener hears of it.",
      from: info, because: usersNeverMix, about: .requestedUser),
    Rule(
      "customer.logout.answer-after-return", .open,
      "An answer that was asked for before a user logged out, and comes once they are logged in again, is dropped, or taken.",
      from: info, because: "It is that user's own; what was asked for before the cache was cleared is not spoken of.",
      since: .v2),
    Rule(
      "customer.logout.anonymous", .open,
      "Logging out with no one logged in fails and clears nothing, or clears the cache, for another user or the same.",
      from: info,
      because: "Nothing is said about it; a shipping SDK fails."),
    Rule(
      "customer.logout.other-installations", .derived,
      "Logging out clears this installation's cache, no other one's of the same user.", from: info,
      because: "Follows from `customer.offline.served-for-ever`: only what happens on a device ends it there.",
      about: .installation),
    Rule(
      "customer.login.isolates-users", .derived,
      "No read, listener or log after another user has logged in shows the old one's data.", from: info,
      because: usersNeverMix, about: .appUser),
    Rule(
      "customer.login.stored-copy", .open,
      "What is stored of the old user when another logs in is removed, or kept for them.", from: info,
      because: "Logging out is said to clear the cache; what becomes of it where nobody logs out is not said.",
      since: .v2),
    Rule(
      "customer.login.late-answer-discarded", .derived,
      "What is under way for the old user when another logs in never lands in the new user's cache, and no listener hears of it.",
      from: info, because: usersNeverMix, about: .requestedUser),
    Rule(
      "customer.login.requests-during-switch", .derived,
      "Once another user is logged in, reads ask for them and get their data, whatever is still under way for the old one.",
      from: info, because: usersNeverMix, about: .requestedUser, .appUser),
    Rule(
      "customer.invalidate.forces-fetch", .must,
      "After invalidating, the next read fetches though the data was young, and never returns the old data.",
      from: faqInvalidate, about: .invalidation),
    Rule(
      "customer.invalidate.offline", .must,
      "Invalidated and offline, a read fails.", from: faqOffline, faqInvalidate, about: .invalidation),
    Rule(
      "customer.invalidate.no-request-itself", .open,
      "Invalidating leaves it to the next read to fetch, or fetches already.", from: faqInvalidate,
      because: "'To force the SDK to fetch the data again' does not say when it is fetched."),
    Rule(
      "customer.invalidate.leaves-the-rest", .derived, "Invalidating leaves the app user id and the offerings.",
      from: faqInvalidate,
      because: "Follows from `customer.invalidate.forces-fetch`: customer info is what it is said to invalidate.",
      about: .invalidatedKind),
    Rule(
      "customer.invalidate.survives-restart", .derived, "Invalidated data does not come back with a restart.",
      from: faqInvalidate,
      because: "Follows from `customer.invalidate.forces-fetch`: the next read may be that of the next run.",
      about: .invalidation),
    Rule(
      "customer.invalidate.during-fetch", .derived,
      "Data whose fetch began before an invalidation does not count as fetched after it.", from: faqInvalidate,
      because: "Follows from `customer.invalidate.forces-fetch`: such data may be just what was to be got rid of.",
      about: .invalidation),
    Rule(
      "customer.invalidate.during-purchase", .open,
      "What a purchase is answered with counts as fetched though an invalidation came between, or does not.",
      from: faqInvalidate, because: "What was bought is news either way; nothing is said of the two together.",
      since: .v2),
  ]

  static let offeringsRules: [Rule] = [
    Rule(
      "customer.offerings.cached-without-request", .must,
      "Reading offerings while they are young answers from the cache, with no request.", from: products,
      about: .offeringsAge),
    Rule(
      "customer.offerings.safe-to-repeat", .must,
      "A thousand reads of offerings in a row, and a thousand at once, make no request while they are young.",
      from: products, about: .offeringsAge),
    Rule(
      "customer.offerings.refreshes-when-old", .derived,
      "After five minutes a read brings offerings up to date; until then none does.", from: products,
      because: garbled, about: .offeringsAge),
    Rule(
      "customer.offerings.exactly-five-minutes", .open,
      "A read of offerings that are exactly five minutes old brings them up to date, or does not yet.", from: products,
      because: "'After 5 minutes' reads either way at the very moment."),
    Rule(
      "customer.offerings.stale-answer", .open,
      "A read that brings offerings up to date returns the old ones, or waits for the new.", from: products,
      because: "Which of the two it returns is not said."),
    Rule(
      "customer.offerings.unchanged", .derived,
      "When nothing has changed on the server the same offerings stay cached.", from: products, because: garbled,
      about: .sameOfferings),
    Rule(
      "customer.offerings.not-kept-across-restart", .must,
      "Offerings are gone after a restart: offline, a read fails. Later versions of the product keep them.",
      from: faqOffline, about: .appRestart),
    Rule(
      "customer.offerings.coalesces", .derived,
      "In a module that joins reads, many of offerings at once with none cached make one request, and all get its answer.",
      from: products,
      because:
        "Follows from `customer.offerings.safe-to-repeat`: requests that are meant to be shared, and are not, are a strain that nobody sees.",
      about: .sharedRequest),
  ]
}
