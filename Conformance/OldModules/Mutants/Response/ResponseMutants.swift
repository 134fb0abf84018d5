import CacheSpec

extension Mutant {
  private static let urlCache = "Foundation on Linux, URLCache"
  private static let urlSession = "Foundation on Linux, URLSession"

  static let responseMutants = loaderMutants + storeMutants

  private static let loaderMutants: [Mutant] = [
    .response(
      "response.policy.reload-ignoring-local", "serves a fresh stored response", seenIn: urlSession,
      ReloadServesStored.self),
    .response("response.policy.reload-ignoring-local", "asks twice", AsksTwice.self),
    .response(
      "response.policy.reload-ignoring-local", "serves what is stored when the origin is down", ReloadFallsBack.self),
    .response("response.policy.dont-load-hit", "wants a fresh response", DontLoadWantsFresh.self),
    .response("response.policy.dont-load-miss", "goes to the network", seenIn: urlSession, DontLoadLoads.self),
    .response("response.policy.else-load-hit", "wants a fresh response", ElseLoadWantsFresh.self),
    .response("response.policy.else-load-miss", "does not load", ElseLoadDoesNotLoad.self),
    .response("response.policy.use-protocol", "serves a stale response", ProtocolServesStale.self),
    .response("response.policy.default-is-use-protocol", "reloads by default", DefaultReloads.self),
    .response("response.policy.table", "reload falls back to what is stored", ReloadFallsBack.self),
    .response("response.policy.reload-ignoring-remote", "lets remote caches answer", RemoteCachesMayAnswer.self),
    .response("response.policy.reload-revalidating", "serves without asking", RevalidatesNothing.self),
    .response("response.session.policy-inherited", "forgets the session's policy", SessionPolicyForgotten.self),
    .response("response.session.request-overrides", "lets the session's policy win", SessionPolicyWins.self),
    .response("response.scheme.http-and-https-cached", "does not cache HTTPS", HTTPSNotCached.self),
    .response("response.scheme.others-not-cached", "caches files", FilesCached.self),
    .response("response.scheme.file-policy-controls-access", "reads under any policy", FilesReadUnderAnyPolicy.self),
    .response("response.scheme.file-policy-controls-access", "serves a file from the store", FilesCached.self),
    .response("response.scheme.https-on-disk-by-default", "keeps HTTPS in memory only", HTTPSInMemoryOnly.self),
    .response("response.load.stores", "stores nothing that was loaded", seenIn: urlSession, LoadsAreNotStored.self),
    .response("response.load.serves-stored-by-hand", "does not look at the store", StoredByHandIsNotServed.self),
    .response("response.load.own-store", "has one store for all sessions", OneStoreForAllSessions.self),
    .response("response.load.own-store", "gives each session a store of its own", SharedStoreIsNot.self),
    .response("response.load.configured-store", "reads back another store", ReadsBackAnotherStore.self),
    .response("response.load.no-store", "uses the shared store where none is given", NoStoreMeansShared.self),
    .response("response.will-cache.as-proposed", "caches nothing once asked", DelegatePreventsAll.self),
    .response("response.will-cache.none", "caches all the same", DelegateIsNotHeard.self),
    .response("response.will-cache.changed", "caches the proposal unchanged", DelegateIsNotHeard.self),
    .response("response.will-cache.once", "asks twice", DelegateIsAskedTwice.self),
    .response(
      "response.will-cache.data-and-upload-only", "asks for downloads too", DelegateIsAskedForDownloads.self),
    .response(
      "response.will-cache.not-in-background-or-ephemeral", "asks in every session",
      DelegateIsAskedInEverySession.self),
  ]

  private static let storeMutants: [Mutant] = [
    .response("response.store.returns-what-was-stored", "loses the user info", LosesUserInfo.self),
    .response("response.store.miss", "finds one response for all", OneKeyForAll.self),
    .response("response.store.memory-and-disk", "nothing reaches the disk", NothingReachesTheDisk.self),
    .response("response.store.replaces", "keeps the first", KeepsTheFirst.self),
    .response("response.store.key", "the key leaves out the query", seenIn: urlCache, KeyWithoutQuery.self),
    .response("response.store.key", "the key holds the fragment", KeyWithFragment.self),
    .response("response.store.key-method", "the key leaves out the method", seenIn: urlCache, KeyWithoutMethod.self),
    .response(
      "response.store.large-and-odd-keys", "long keys never reach the disk", seenIn: urlCache,
      LongKeysStayInMemory.self),
    .response("response.store.unreadable-entry", "serves damage as an empty response", ServesDamage.self),
    .response("response.store.concurrent", "mixes up responses under load", MixesUpUnderLoad.self),
    .response("response.storage.allowed", "nothing reaches the disk", NothingReachesTheDisk.self),
    .response("response.storage.memory-only", "reaches the disk", MemoryOnlyReachesTheDisk.self),
    .response("response.storage.not-allowed", "is stored", NotAllowedIsStored.self),
    .response(
      "response.storage.tightened", "leaves the earlier response served", seenIn: urlCache,
      NotAllowedLeavesEarlier.self),
    .response("response.remove.one", "leaves it on disk", RemovesFromMemoryOnly.self),
    .response("response.remove.since", "removes what was stored before too", RemovesBeforeTheDate.self),
    .response("response.remove.since-precision", "tells whole seconds apart only", RemovesByTheSecond.self),
    .response("response.remove.all", "leaves all of it", RemovingAllForgetsTheDisk.self),
    .response("response.usage.reported", "reads zero", UsageReadsZero.self),
    .response("response.usage.within-capacity", "exceeds the capacity", NeverEvicts.self),
    .response(
      "response.usage.too-large", "leaves the earlier response served", seenIn: urlCache, TooLargeLeavesEarlier.self),
    .response("response.usage.capacity-lowered", "ignores the new capacity", LoweredCapacityEvictsNothing.self),
  ]

  static let httpMutants: [Mutant] =
    ["http.fresh.max-age", "http.age.header", "http.age.resident", "http.store.no-cache"]
    .map { .response($0, "serves a stale response", ProtocolServesStale.self) }
    + [.response("http.age.date", "understands no dates", seenIn: urlCache, ProtocolServesStale.self)]
    + ["http.directives.invalid", "http.revalidate.changed", "http.stale.must-revalidate"]
    .map { .response($0, "serves a stale response", ProtocolServesStale.self) }
    + ["http.revalidate.etag", "http.revalidate.last-modified", "http.revalidate.not-modified"]
    .map { .response($0, "reloads instead of checking", ProtocolReloads.self) }
    + [
      .response("http.directives.syntax", "takes nothing for fresh", ProtocolReloads.self),
      .response("http.store.no-store", "stores what may not be", StoresEverything.self),
      .response("http.revalidate.no-validator", "asks for what it cannot name", ConditionWithoutValidator.self),
    ]
}
