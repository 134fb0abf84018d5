import CacheSpec

extension Mutant {
  private static let emoji = "adaptyteam/AdaptySDK-iOS 97df270c"
  private static let oldPaywall = "adaptyteam/AdaptySDK-Flutter#126"
  private static let maxAge = "adaptyteam/AdaptySDK-iOS, the maxAge policy"
  private static let clock = "any cache that compares a stored date with now"

  static let paywallMutants =
    layerMutants + orderMutants + fallbackMutants + copyMutants + policyMutants + lifecycleMutants + patternMutants
    + inputMutants

  private static let layerMutants: [Mutant] = [
    .paywall("paywall.priority.cdn-first", "asks the server first", ServerBeforeCDN.self),
    .paywall("paywall.priority.cdn-first", "asks each layer twice", AsksEachLayerTwice.self),
    .paywall("paywall.priority.cdn-first", "asks the server beside the CDN", AsksBothAtOnce.self),
    .paywall("paywall.priority.server-after-cdn", "knows no server", NoServer.self),
    .paywall("paywall.priority.server-after-cdn", "looks at the cache before the server", CacheBeforeServer.self),
    .paywall("paywall.priority.server-after-cdn", "asks each layer twice", AsksEachLayerTwice.self),
    .paywall("paywall.priority.cache-after-network", "does not look at the cache", NoCache.self),
    .paywall(
      "paywall.priority.cache-after-network", "looks at the fallback before the cache", FallbackBeforeCache.self),
    .paywall("paywall.priority.fallback-after-cache", "does not look at the fallback", NoFallback.self),
    .paywall(
      "paywall.priority.error-when-all-fail", "returns an empty paywall in place of an error",
      EmptyPaywallInPlaceOfError.self),
    .paywall("paywall.priority.kinds-of-failure", "takes an error of the server for an answer", FailureIsAnAnswer.self),
    .paywall("paywall.priority.recovers", "never asks the CDN again once it has failed", GivesUpOnTheCDN.self),
  ]

  private static let orderMutants: [Mutant] = [
    .paywall("paywall.priority.order", "swaps CDN and server", ServerBeforeCDN.self),
    .paywall("paywall.priority.order", "swaps CDN and cache", CacheForCDN.self),
    .paywall("paywall.priority.order", "swaps CDN and fallback", FallbackForCDN.self),
    .paywall("paywall.priority.order", "swaps server and cache", CacheBeforeServer.self),
    .paywall("paywall.priority.order", "swaps server and fallback", FallbackForServer.self),
    .paywall("paywall.priority.order", "swaps cache and fallback", FallbackBeforeCache.self),
    .paywall("paywall.priority.order", "drops the CDN", NoCDN.self),
    .paywall("paywall.priority.order", "drops the server", NoServer.self),
    .paywall("paywall.priority.order", "drops the cache", NoCache.self),
    .paywall("paywall.priority.order", "drops the fallback", NoFallback.self),
    .paywall("paywall.priority.order", "asks each layer twice", AsksEachLayerTwice.self),
  ]

  private static let fallbackMutants: [Mutant] = [
    .paywall("paywall.fallback.needs-configuration", "hands out any placement's fallback", AnyFallbackWillDo.self),
    .paywall(
      "paywall.fallback.automatic", "has to be told of the fallback again at each start",
      FallbackIsForgottenAtRestart.self),
    .paywall("paywall.fallback.never-masks-newer-data", "caches the fallback", FallbackIsCached.self),
    .paywall(
      "paywall.fallback.placement-names", "does not find names that are not ASCII", seenIn: emoji,
      FallbackWithEmojiIsNotFound.self),
    .paywall(
      "paywall.fallback.unreadable-file", "does not start without its fallback file", BadFallbackFileStopsTheApp.self),
  ]

  private static let copyMutants: [Mutant] = [
    .paywall("paywall.cache.holds-most-recent", "stores nothing", StoresNothing.self),
    .paywall("paywall.cache.holds-most-recent", "keeps the first copy", KeepsTheFirstPaywall.self),
    .paywall("paywall.cache.per-placement", "has one copy for all placements", OneCopyForAllPlacements.self),
    .paywall("paywall.cache.failed-load-keeps-copy", "drops the copy when a load fails", OfflineWipesTheCache.self),
    .paywall("paywall.cache.opaque", "takes the content for text", ContentIsText.self),
  ]

  private static let policyMutants: [Mutant] = [
    .paywall(
      "paywall.policy.default-is-reload", "goes on showing the old paywall", seenIn: oldPaywall,
      DefaultReadsTheCache.self),
    .paywall("paywall.policy.reload-asks-network-first", "reads the cache first", ReloadReadsTheCache.self),
    .paywall("paywall.policy.reload-falls-back-to-cache", "does not look at the cache", NoCache.self),
    .paywall("paywall.policy.cache-else-load-hit", "reloads", ElseLoadReloads.self),
    .paywall("paywall.policy.cache-else-load-any-age", "lets copies expire", ElseLoadExpires.self),
    .paywall("paywall.policy.cache-else-load-miss", "does not load", ElseLoadDoesNotLoadPaywalls.self),
    .paywall("paywall.policy.max-age-young", "takes maxAge the wrong way round", MaxAgeTheWrongWayRound.self),
    .paywall("paywall.policy.max-age-expired", "takes maxAge the wrong way round", MaxAgeTheWrongWayRound.self),
    .paywall("paywall.policy.max-age-expired", "ignores maxAge", MaxAgeIsIgnored.self),
    .paywall("paywall.policy.max-age-miss", "fails without a copy", MaxAgeNeedsACopy.self),
    .paywall("paywall.policy.max-age-expired-offline", "does not return an expired copy", ExpiredIsGone.self),
    .paywall(
      "paywall.policy.max-age-restarts", "leaves the stored time where the response is not newer", seenIn: maxAge,
      OnlyNewerRestartsTheAge.self),
    .paywall(
      "paywall.policy.max-age-extremes", "takes a maxAge below zero for none", MaxAgeBelowZeroIsNoLimit.self),
    .paywall(
      "paywall.policy.clock-set-back", "a copy of the future never goes stale", seenIn: clock, TheFutureIsYoung.self),
    .paywall("paywall.policy.table", "takes maxAge the wrong way round", MaxAgeTheWrongWayRound.self),
    .paywall("paywall.policy.table", "goes on showing the old paywall", seenIn: oldPaywall, DefaultReadsTheCache.self),
    .paywall("paywall.policy.table", "caches the fallback", FallbackIsCached.self),
    .paywall("paywall.policy.table", "stores nothing", StoresNothing.self),
  ]

  private static let lifecycleMutants: [Mutant] = [
    .paywall("paywall.background.updates-cache", "never updates", NeverUpdates.self),
    .paywall("paywall.background.repeats", "updates once", UpdatesOnce.self),
    .paywall("paywall.background.failure-keeps-copy", "drops what it cannot update", OfflineWipesTheCache.self),
    .paywall("paywall.lifecycle.survives-restart", "keeps copies in memory only", NothingSurvivesARestart.self),
    .paywall(
      "paywall.lifecycle.reinstall-clears", "keeps copies where removal does not reach", ReinstallKeepsTheCache.self),
    .paywall("paywall.lifecycle.manual-cleanup-clears", "cleans nothing up", CleanUpDoesNothing.self),
    .paywall("paywall.lifecycle.nothing-else-clears", "drops copies after a month", ElseLoadExpires.self),
    .paywall("paywall.lifecycle.nothing-else-clears", "drops copies when offline", OfflineWipesTheCache.self),
    .paywall(
      "paywall.lifecycle.age-survives-restart", "counts the age from the start of the app", AgeStartsWithTheApp.self),
    .paywall(
      "paywall.lifecycle.unreadable-copy", "returns damage as an empty paywall", DamageIsAnEmptyPaywall.self),
  ]

  private static let patternMutants: [Mutant] = [
    .paywall("paywall.adaptive.poor-network-prefers-cache", "takes fair for good", FairCountsAsGood.self),
    .paywall("paywall.adaptive.good-network-reloads", "takes good for poor", GoodCountsAsPoor.self),
    .paywall(
      "paywall.adaptive.override-wins", "lets a poor network overrule the caller", PoorNetworkOverridesTheCaller.self),
    .paywall("paywall.refresh.updates-cache", "refreshes over a good network only", RefreshGoesByTheNetwork.self),
    .paywall("paywall.refresh.follows-the-order", "knows the network only", RefreshKnowsTheNetworkOnly.self),
    .paywall("paywall.preload.critical-placements", "preloads nothing", PreloadsNothing.self),
    .paywall("paywall.preload.failure-is-silent", "stops at the first that fails", PreloadsTheFirstOnly.self),
    .paywall("paywall.preload.none-when-empty", "takes none for all", PreloadsAllWhenNoneIsNamed.self),
    .paywall(
      "paywall.preload.others-unaffected", "keeps whatever it once returned", RepositoryKeepsWhatItReturned.self),
  ]

  private static let inputMutants: [Mutant] = [
    .paywall("paywall.overlap.same-placement", "loses the answer of a second load", LosesTheSecondOfTwoLoads.self),
    .paywall("paywall.overlap.other-placement", "loses the answer of a second load", LosesTheSecondOfTwoLoads.self),
    .paywall("paywall.overlap.restart-during-load", "stores what arrives after its end", ClosedCachesStillStore.self),
    .paywall("paywall.overlap.update-during-load", "drops what an update brings", KeepsTheFirstPaywall.self),
    .paywall("paywall.input.unusable-answer", "takes garbage for an empty paywall", GarbageIsAnEmptyPaywall.self),
    .paywall("paywall.input.answers-twice", "takes the second for the next answer", LeftoverAnswersCount.self),
    .paywall("paywall.input.never-answers", "drops the server's answer", TimeOutSpoilsTheServer.self),
    .paywall("paywall.input.late-answer", "takes the late one for the next answer", LeftoverAnswersCount.self),
    .paywall("paywall.input.empty-placement", "returns any copy", EmptyNameMeansAny.self),
    .paywall("paywall.input.placement-names", "cuts long names short", LongNamesAreCutShort.self),
  ]
}
