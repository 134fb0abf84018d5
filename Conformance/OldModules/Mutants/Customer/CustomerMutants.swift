import CacheSpec

extension Mutant {
  private static let ios = "RevenueCat/purchases-ios"
  private static let android = "RevenueCat/purchases-android"

  static let customerMutants =
    customerReadMutants + customerPolicyMutants + customerLifeMutants + customerLeavingMutants
    + customerOfferingsMutants

  private static let customerReadMutants: [Mutant] = [
    .customer("customer.identity.survives-restart", "forgets the user", ForgetsTheUser.self),
    .customer("customer.identity.stable", "a failure changes the user", FailureChangesTheUser.self),
    .customer("customer.identity.blank-id-refused", "a blank id logs the user out", BlankLogsOut.self),
    .customer(
      "customer.configure.fetches-customer-info", "waits for the first read", ConfigureFetchesNoInfo.self),
    .customer("customer.configure.fetches-offerings", "waits for the first read", ConfigureFetchesNoOfferings.self),
    .customer("customer.get.cached-without-request", "asks at each read", InfoIsAskedForAtEachRead.self),
    .customer("customer.get.safe-to-repeat", "asks at each hundredth read", InfoIsAskedForAtEachHundredthRead.self),
    .customer("customer.get.refreshes-when-old", "takes four minutes for five", OldAfterFourMinutes.self),
    .customer("customer.get.refreshes-when-old", "refreshes only once", InfoIsRefreshedOnlyOnce.self),
    .customer("customer.get.only-on-call", "polls every ten minutes", PollsEveryTenMinutes.self),
    .customer("customer.get.only-on-call", "its background work goes on", BackgroundWorkGoesOn.self),
    .customer(
      "customer.get.coalesces", "equal requests are not joined", seenIn: "\(ios)#5975", CustomerReadsAreNotJoined.self),
    .customer(
      "customer.get.clock-moved-back", "what is stamped in the future stays young",
      seenIn: "any cache that compares a stored date with now", InfoTrustsTheDate.self),
    .customer("customer.get.clock-moved-forward", "asks at each read from then on", AsksForEverOnceAhead.self),
    .customer("customer.get.answer-for-another-user", "takes any answer for the user's", TakesAnyUsersAnswer.self),
    .customer("customer.purchase.refreshes", "leaves what is cached", PurchaseIsNotCached.self),
    .customer("customer.purchase.older-answer-discarded", "keeps the older answer", PurchaseIsNotCached.self),
    .customer("customer.restore.refreshes", "leaves what is cached", PurchaseIsNotCached.self),
  ]

  private static let customerPolicyMutants: [Mutant] = [
    .customer("customer.policy.default-is-cached-or-fetched", "waits when the data is stale", DefaultWaits.self),
    .customer("customer.policy.cached-or-fetched", "waits when the data is stale", CachedOrFetchedWaits.self),
    .customer("customer.policy.stale-served-then-refreshed", "refreshes twice", StaleInfoIsRefreshedTwice.self),
    .customer(
      "customer.policy.fetch-current", "delivers stale data after a rejection", seenIn: "\(ios)#6946",
      FetchCurrentFallsBack.self),
    .customer("customer.policy.from-cache-only", "goes to the network", FromCacheOnlyFetches.self),
    .customer("customer.policy.not-stale-cached-or-fetched", "serves stale data", NotStaleServesStale.self),
    .customer("customer.policy.table", "`fetchCurrent` falls back to what is cached", FetchCurrentFallsBack.self),
    .customer(
      "customer.policy.failure-keeps-data", "being offline wipes the cache", seenIn: "\(android)#68",
      FailureWipesTheCache.self),
  ]

  private static let customerLifeMutants: [Mutant] = [
    .customer("customer.info.survives-restart", "keeps customer info in memory only", InfoIsNotStored.self),
    .customer("customer.restart.refreshes-though-young", "is content with what is young", RestartIsQuiet.self),
    .customer("customer.foreground.refreshes-when-old", "does not notice the foreground", ForegroundIsQuiet.self),
    .customer("customer.foreground.quiet-when-young", "asks each time", ForegroundAlwaysAsks.self),
    .customer("customer.background.refreshes-after-a-day", "sleeps in the background", BackgroundIsQuiet.self),
    .customer("customer.background.refreshes-after-a-day", "polls in the background", PollsEveryTenMinutes.self),
    .customer("customer.listener.told-of-background-updates", "tells no one", ListenerIsNotTold.self),
    .customer("customer.listener.not-told-twice", "tells everything twice", ListenerIsToldTwice.self),
    .customer("customer.listener.removed", "goes on telling", RemovedListenerStays.self),
    .customer("customer.listener.replaced-when-told", "keeps the first listener", FirstListenerStays.self),
    .customer(
      "customer.offline.served-for-ever", "being offline wipes the cache", seenIn: "\(android)#68",
      FailureWipesTheCache.self),
    .customer("customer.offline.served-for-ever", "expires after a month", ExpiresAfterAMonth.self),
    .customer("customer.offline.entitlements-readable", "loses the entitlements", EntitlementsAreLost.self),
    .customer("customer.log.vending-from-cache", "logs nothing", NothingIsLogged.self),
    .customer("customer.log.vending-from-cache", "logs it of the network too", NetworkAnswersAreLoggedToo.self),
    .customer("customer.info.unreadable-copy", "serves damage as empty", ServesWhatItCannotRead.self),
  ]

  private static let customerLeavingMutants: [Mutant] = [
    .customer("customer.logout.clears-customer-info", "keeps it in memory", InfoStaysInMemory.self),
    .customer("customer.logout.clears-offerings", "keeps them", OfferingsStay.self),
    .customer("customer.logout.stays-cleared", "clears memory only", LogOutLeavesStorage.self),
    .customer("customer.logout.isolates-users", "clears memory only", LogOutLeavesStorage.self),
    .customer(
      "customer.logout.late-answer-discarded", "announces the late answer", seenIn: "\(ios)#7758",
      LateAnswerIsAnnounced.self),
    .customer("customer.logout.late-answer-discarded", "keeps the late answer", LateAnswerIsKept.self),
    .customer("customer.logout.late-answer-discarded", "keeps the late offerings", LateOfferingsAreKept.self),
    .customer("customer.logout.other-installations", "clears every installation", ClearsOtherInstallations.self),
    .customer("customer.login.isolates-users", "clears memory only", LogInLeavesStorage.self),
    .customer(
      "customer.login.late-answer-discarded", "announces the late answer", seenIn: "\(ios)#7758",
      LateAnswerIsAnnounced.self),
    .customer("customer.login.late-answer-discarded", "keeps the late answer", LateAnswerIsKept.self),
    .customer("customer.login.late-answer-discarded", "keeps the late offerings", LateOfferingsAreKept.self),
    .customer(
      "customer.login.requests-during-switch", "asks for the former user once more",
      seenIn: "adaptyteam/AdaptySDK-iOS 64f900ee", FirstRequestIsForTheFormerUser.self),
    .customer(
      "customer.invalidate.forces-fetch", "serves the old data", seenIn: "\(ios)#333, #2559",
      InvalidatesNothing.self),
    .customer(
      "customer.invalidate.offline", "serves the old data", seenIn: "\(ios)#333, #2559", InvalidatesNothing.self),
    .customer("customer.invalidate.no-request-itself", "fetches", InvalidatingFetches.self),
    .customer("customer.invalidate.leaves-the-rest", "logs the user out too", InvalidatingLogsOut.self),
    .customer("customer.invalidate.survives-restart", "invalidates memory only", InvalidatingLeavesStorage.self),
    .customer(
      "customer.invalidate.during-fetch", "takes what is under way for new enough", InvalidatingWaitsForTheFetch.self),
  ]

  private static let customerOfferingsMutants: [Mutant] = [
    .customer("customer.offerings.cached-without-request", "asks at each read", OfferingsAskAtEachRead.self),
    .customer("customer.offerings.safe-to-repeat", "asks at each hundredth read", OfferingsAskAtEachHundredthRead.self),
    .customer("customer.offerings.refreshes-when-old", "refreshes only once", OfferingsRefreshOnlyOnce.self),
    .customer(
      "customer.offerings.unchanged", "an unchanged answer leaves them old", UnchangedOfferingsStayOld.self),
    .customer("customer.offerings.not-kept-across-restart", "stores them", OfferingsAreStored.self),
    .customer("customer.offerings.coalesces", "equal requests are not joined", OfferingsReadsAreNotJoined.self),
  ]
}
