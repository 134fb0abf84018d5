import CacheSpec

extension Mutant {
  static let normalizedMutants = recordMutants + kindMutants + policyMutants + watchMutants + accessMutants

  private static let recordMutants: [Mutant] = [
    .normalized("normalized.records.shared", "goes by path though ids are given", IgnoresKeyFunction.self),
    .normalized("normalized.records.by-path", "goes by id though no function is given", AlwaysGoesByID.self),
    .normalized("normalized.records.id-function", "goes by id whatever the function says", AlwaysGoesByID.self),
    .normalized(
      "normalized.records.partial-ids", "keeps one record for all that have no key", SharesObjectsWithoutKeys.self),
    .normalized("normalized.records.merge", "replaces the record", Keeping<ReplacesRecords>.self),
    .normalized("normalized.records.merge", "appends to lists", Keeping<AppendsToLists>.self),
    .normalized("normalized.records.arguments", "ignores arguments", Keeping<IgnoresArguments>.self),
    .normalized("normalized.records.arguments", "takes another order for another field", ArgumentOrderCounts.self),
    .normalized(
      "normalized.records.arguments", "cuts arguments at a period", seenIn: "apollographql/apollo-ios#2057",
      CutsArgumentsAtPeriods.self),
    .normalized("normalized.records.alias", "stores under the alias", AliasesAreFields.self),
    .normalized("normalized.records.null", "takes null for missing", Keeping<NullIsMissing>.self),
    .normalized("normalized.records.null", "takes missing for null", DontFetchReadsMissingAsNull.self),
    .normalized(
      "normalized.records.lists", "drops null items", seenIn: "apollographql/apollo-ios#3527",
      Keeping<DropsNullItems>.self),
    .normalized(
      "normalized.records.lists", "flattens nested lists", seenIn: "apollographql/apollo-ios#3609",
      Keeping<FlattensLists>.self),
    .normalized("normalized.records.cycles", "cuts cycles", Keeping<CutsCycles>.self),
    .normalized(
      "normalized.records.large-answer", "has a cap on one write", seenIn: "apollographql/apollo-ios-dev#725",
      Keeping<CapsOneWrite>.self),
    .normalized(
      "normalized.mutation.updates-queries", "does not store what mutations return", MutationsAreNotStored.self),
    .normalized(
      "normalized.mutation.create-leaves-lists", "adds what was created to the list", CreationJoinsLists.self),
    .normalized("normalized.fragment.updates-queries", "does not merge fragments", FragmentsAreNotMerged.self),
    .normalized("normalized.mutation.never-reads-cache", "remembers answers to mutations", MutationsAreRemembered.self),
  ]

  private static let kindMutants: [Mutant] = [
    .normalized("normalized.memory.default", "uses a file by default", DefaultIsSQLite.self),
    .normalized("normalized.memory.not-kept", "keeps memory in a file", MemoryIsSQLite.self),
    .normalized("normalized.sqlite.kept", "keeps nothing", SQLiteIsMemory.self),
    .normalized("normalized.sqlite.kept", "uses one file whichever is given", OneFileForAll.self),
    .normalized("normalized.sqlite.file-is-sqlite", "writes no file", SQLiteIsMemory.self),
    .normalized("normalized.clear", "clears the root alone", Keeping<ClearsRootOnly>.self),
    .normalized("normalized.sqlite.unreadable-file", "reads null where damage left nothing", ServesWhatDamageLeft.self),
    .normalized("normalized.kinds.agree", "loses nulls in SQLite alone", KeepingInSQLite<NullIsMissing>.self),
    .normalized("normalized.kinds.agree", "cascades in SQLite alone", KeepingInSQLite<Cascades>.self),
    .normalized("normalized.keys.any-text", "cuts keys at a zero byte", CutsKeysAtZero.self),
    .normalized("normalized.keys.any-text", "cuts long keys", CutsLongKeys.self),
    .normalized("normalized.keys.any-text", "keeps keys in lower case", LowercasesKeys.self),
    .normalized("normalized.values.any", "keeps integers as doubles", Keeping<IntegersAreDoubles>.self),
    .normalized("normalized.values.any", "takes a value for a reference", Keeping<TakesObjectsForReferences>.self),
  ]

  private static let policyMutants: [Mutant] = [
    .normalized("normalized.policy.default-is-cache-else-fetch", "always fetches", DefaultFetches.self),
    .normalized("normalized.policy.cache-else-fetch", "fetches what is cached", ElseFetchFetches.self),
    .normalized("normalized.policy.cache-else-fetch", "does not fetch", ElseFetchDoesNot.self),
    .normalized(
      "normalized.policy.fetch-ignoring-cache-data", "serves cached data after a failure", FailureServesCached.self),
    .normalized(
      "normalized.policy.fetch-ignoring-cache-data", "removes cached data after a failure", FailureWipesCached.self),
    .normalized(
      "normalized.policy.fetch-ignoring-cache-data", "stores the first answer only", StoresFirstAnswerOnly.self),
    .normalized("normalized.policy.fetch-ignoring-cache-completely", "stores", IgnoringCompletelyStores.self),
    .normalized("normalized.policy.cache-dont-fetch", "fetches", DontFetchFetches.self),
    .normalized("normalized.policy.cache-and-fetch", "does not fetch what is cached", AndFetchDoesNot.self),
    .normalized("normalized.policy.cache-and-fetch", "gives the cached data last", AndFetchGivesCachedLast.self),
    .normalized("normalized.policy.table", "serves cached data after a failure", FailureServesCached.self),
    .normalized("normalized.policy.table", "stores under fetchIgnoringCacheCompletely", IgnoringCompletelyStores.self),
    .normalized("normalized.policy.after-failure", "gives old data after any failure", OldDataAfterAnyFailure.self),
    .normalized("normalized.policy.after-failure", "never gives old data", NoOldData.self),
    .normalized("normalized.overlap.cancelled-fetch", "goes on when cancelled", CancelledFetchesGoOn.self),
  ]

  private static let watchMutants: [Mutant] = [
    .normalized("normalized.watch.first-result", "leaves the first result out", FirstResultIsLeftOut.self),
    .normalized("normalized.watch.told-of-changes", "tells the first result only", TellsFirstResultOnly.self),
    .normalized("normalized.watch.not-told-of-others", "tells of every write", TellsOfEveryWrite.self),
    .normalized("normalized.watch.unchanged", "tells of every write", TellsOfEveryWrite.self),
    .normalized("normalized.watch.cancel", "does not hear of it", CancelIsNotHeard.self),
    .normalized("normalized.watch.several", "tells the newest watcher only", TellsNewestWatcherOnly.self),
    .normalized("normalized.watch.several", "tells twice", TellsTwice.self),
    .normalized("normalized.watch.cache-and-fetch", "does not fetch", AndFetchDoesNot.self),
    .normalized("normalized.update.tells-watchers", "tells nobody", UpdatesTellNobody.self),
  ]

  private static let accessMutants: [Mutant] = [
    .normalized("normalized.read.query", "fetches what is missing", ReadsOfQueriesFetch.self),
    .normalized("normalized.read.fragment", "reads a missing fragment as null", MissingFragmentsAreNull.self),
    .normalized("normalized.update.query", "loses the update", QueryUpdatesAreLost.self),
    .normalized("normalized.update.object", "loses the update", ObjectUpdatesAreLost.self),
    .normalized("normalized.transaction.reads-own-writes", "reads before it writes", ReadsBeforeItWrites.self),
    .normalized("normalized.transaction.failure", "commits step by step", StepsAreNotOneTransaction.self),
    .normalized("normalized.transaction.isolated", "loses updates between", UpdatesAreLostBetween.self),
    .normalized("normalized.remove.object", "removes nothing", Keeping<RemovesNothing>.self),
    .normalized("normalized.remove.object", "keeps outgoing references", Keeping<KeepsOutgoingReferences>.self),
    .normalized("normalized.remove.does-not-cascade", "cascades", Keeping<Cascades>.self),
    .normalized("normalized.remove.dangling-reference-misses", "reads it as null", Keeping<DanglingIsNull>.self),
    .normalized(
      "normalized.remove.dangling-reference-misses", "removes incoming references",
      Keeping<RemovesIncomingReferences>.self),
    .normalized("normalized.remove.matching", "matches from the start of the key only", MatchesFromTheStart.self),
    .normalized("normalized.remove.matching", "matches whole keys only", MatchesWholeKeys.self),
    .normalized("normalized.remove.matching-ignores-case", "matches with case", MatchesWithCase.self),
    .normalized(
      "normalized.remove.matching-ignores-case", "ignores the pattern's case only", LowercasesPatternOnly.self),
    .normalized("normalized.remove.matching-does-not-cascade", "cascades", Keeping<Cascades>.self),
    .normalized(
      "normalized.remove.no-single-property", "removes the object of the property", PropertyKeysRemoveObjects.self),
    .normalized("normalized.remove.unknown-key", "throws", UnknownKeysAreErrors.self),
    .normalized("normalized.remove.stays-removed", "hides until the restart", Keeping<HidesRemoved>.self),
    .normalized(
      "normalized.remove.then-fetched-again", "never shows a removed object again", Keeping<HidesRemoved>.self),
  ]
}
