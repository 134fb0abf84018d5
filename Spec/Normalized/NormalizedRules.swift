/// The rules of the normalized chapter: a cache of an object graph.
extension NormalizedSpec {
  private static let overview = Citation(.apollo, "Client-side caching")
  static let kinds = Citation(.apollo, "Types of caches")
  private static let setup = Citation(.apollo, "Cache Setup")
  private static let control = Citation(.apollo, "Controlling normalization")
  static let concepts = Citation(.apollo, "Cache normalization concepts")
  static let policies = Citation(.apollo, "Specifying a cache policy")
  private static let watching = Citation(.apollo, "Watching queries")
  static let access = Citation(.apollo, "Direct cache access")

  static let recordRules: [Rule] = [
    Rule(
      "normalized.records.shared", .must,
      "With object ids, an object fetched by two queries is one record: what the second query fetches appears in the first.",
      from: overview, control, about: .graph(.keyGiven)),
    Rule(
      "normalized.records.by-path", .must,
      "Without ids, objects are cached by their path from the root query: an object reached by two paths is two records, and neither changes the other.",
      from: control, about: .graph(.keyField), .graph(.keyAbsent)),
    Rule(
      "normalized.records.id-function", .must,
      "The cache key function that the app provides decides the identity of objects, from any field of the object.",
      from: control,
      about: .graph(.keyGiven), .graph(.keyField)),
    Rule(
      "normalized.records.partial-ids", .must,
      "Objects for which the cache key function gives no key are cached by path, alongside others that are cached by key.",
      from: control, about: .graph(.keyGiven), .graph(.keyAbsent)),
    Rule(
      "normalized.records.merge", .must,
      "A result with other fields of a cached object adds them to its record and keeps the fields that it does not mention.",
      from: overview, concepts, about: .graph(.unmentionedFields)),
    Rule(
      "normalized.records.merge-by-path", .open,
      "Without ids, the fields of the object at a path that an answer does not mention are kept, or are dropped with the object that was there.",
      from: control,
      because:
        "The document says that objects with ids merge; at a path there may now be a different object than before.",
      since: .v2),
    Rule(
      "normalized.records.lists-replaced", .derived,
      "A list that is fetched again, or written, replaces the cached list: nothing of the old list remains in it.",
      from: concepts,
      because:
        "Follows from `normalized.records.merge`: a list is the value of one field, and the new result contains that field.",
      since: .v2, about: .graph(.oldList)),
    Rule(
      "normalized.records.arguments", .derived,
      "One field with different arguments is two cache entries, whatever the argument values; the order of the arguments does not matter.",
      from: control,
      because:
        "Follows from `normalized.policy.cache-else-fetch`: otherwise the answer to a different request would be returned as complete.",
      about: .graph(.arguments), .graph(.argumentOrder)),
    Rule(
      "normalized.records.alias", .derived,
      "A field and its aliases are one cache entry: what is fetched under one name is found under the others.",
      from: control,
      because:
        "Follows from `normalized.records.shared`: an alias is a name within one operation, while the record belongs to the object.",
      about: .graph(.fieldName)),
    Rule(
      "normalized.records.null", .derived,
      "A field that is null is present and counts as a hit; a field that was never fetched is missing and counts as a miss.",
      from: policies,
      because:
        "Follows from `normalized.policy.cache-else-fetch`: null is what the server answered, and a field never fetched is not available.",
      about: .graph(.nullOrMissing)),
    Rule(
      "normalized.records.lists", .derived,
      "Lists of lists, empty lists and null items are read from the cache exactly as they were fetched.",
      from: policies,
      because: "Follows from `normalized.policy.cache-else-fetch`: what is loaded is the data that was fetched.",
      about: .graph(.listShape)),
    Rule(
      "normalized.records.cycles", .derived,
      "A graph with a cycle, in which a friend's friend is the hero, is stored and read like any other.", from: control,
      because: "Follows from `normalized.records.shared`: an object that occurs twice in one answer has one record.",
      about: .graph(.cycle)),
    Rule(
      "normalized.records.large-answer", .derived, "An answer with thousands of objects is stored in full.",
      from: policies,
      because:
        "Follows from `normalized.policy.cache-else-fetch`: databases limit the size of one statement or one write, and a part that is left out is lost silently.",
      about: .graph(.size)),
    Rule(
      "normalized.mutation.updates-queries", .must,
      "A mutation that returns an object with its id updates every query that references it.", from: concepts, overview,
      about: .graph(.mutationAnswer)),
    Rule(
      "normalized.mutation.create-leaves-lists", .must,
      "A mutation that creates an object does not add it to a cached list; fetching the list again does, and so does a direct write.",
      from: control, concepts, about: .graph(.membership)),
    Rule(
      "normalized.fragment.updates-queries", .must,
      "A fragment with ids, returned by any query or mutation, is merged into the object and appears in every query that references it.",
      from: concepts, about: .graph(.fragments)),
    Rule(
      "normalized.mutation.never-reads-cache", .derived, "A mutation always goes to the server.", from: concepts,
      because:
        "Follows from `normalized.mutation.updates-queries`: a mutation that is answered from the cache would change nothing.",
      about: .graph(.operationKind)),
  ]

  static let kindRules: [Rule] = [
    Rule(
      "normalized.memory.default", .must, "A client that is created without naming a cache uses an in-memory cache.",
      from: kinds,
      setup, about: .graph(.kindUnnamed)),
    Rule(
      "normalized.memory.not-kept", .must, "What an in-memory cache holds is gone after a restart.", from: kinds,
      about: .graph(.kindMemory)),
    Rule(
      "normalized.sqlite.kept", .must,
      "What a SQLite cache holds is still there after a restart, in the given file and in no other.", from: kinds,
      setup,
      about: .graph(.kindSQLite), .graph(.file)),
    Rule(
      "normalized.sqlite.file-is-sqlite", .must, "The file given for a SQLite cache is a SQLite database.",
      from: kinds, setup, about: .graph(.kindSQLite), .graph(.file)),
    Rule(
      "normalized.clear", .must, "Clearing removes everything from either kind of cache immediately.", from: kinds,
      access,
      about: .graph(.clearing)),
    Rule(
      "normalized.clear.leaves-no-bytes", .derived,
      "What was cleared is no longer found in the bytes of the SQLite cache's file.", from: kinds, access,
      because: "Follows from `normalized.clear`: a user's data that is still in the file was not removed.",
      since: .v2, about: .graph(.clearing)),
    Rule(
      "normalized.sqlite.unreadable-file", .derived,
      "A SQLite cache whose file is not a database, or is truncated, reports an error or is empty, and never returns wrong data.",
      from: kinds,
      because:
        "Follows from `normalized.sqlite.kept`: the file lives through crashes and full disks, and the app must cope with what they leave of it.",
      about: .graph(.damage)),
    Rule(
      "normalized.kinds.agree", .derived,
      "The same steps give the same results in both kinds of cache, except where a rule says otherwise.",
      from: kinds, access,
      because:
        "Follows from `normalized.memory.not-kept` and `normalized.sqlite.kept`: in the document the two differ in where they store their data.",
      about: .graph(.kind)),
    Rule(
      "normalized.keys.any-text", .derived, "Keys with any characters are stored, read and removed exactly.",
      from: control, access,
      because:
        "Follows from `normalized.records.id-function` and `normalized.remove.object`: the server chooses the ids.",
      about: .graph(.keyText)),
    Rule(
      "normalized.values.any", .derived,
      "Large integers, fractions, large texts, and values that look like a reference are read from the cache exactly as they were fetched.",
      from: policies,
      because: "Follows from `normalized.policy.cache-else-fetch`: what is loaded is the data that was fetched.",
      about: .graph(.valueType)),
  ]

  static let policyRules: [Rule] = [
    Rule(
      "normalized.policy.default-is-cache-else-fetch", .must,
      "A fetch that names no policy behaves as under `returnCacheDataElseFetch`.", from: policies,
      about: .graph(.policyUnnamed)),
    Rule(
      "normalized.policy.cache-else-fetch", .must,
      "`returnCacheDataElseFetch` answers from the cache, with no request, when all the data is there. Otherwise it answers from the server and stores the result.",
      from: policies, about: .graph(.policyElseFetch)),
    Rule(
      "normalized.policy.fetch-ignoring-cache-data", .must,
      "`fetchIgnoringCacheData` always asks the server, and stores the result.", from: policies,
      about: .graph(.policyIgnoringData)
    ),
    Rule(
      "normalized.policy.fetch-ignoring-cache-completely", .must,
      "`fetchIgnoringCacheCompletely` always asks the server, and does not store the result: what was cached stays as it was.",
      from: policies, about: .graph(.policyIgnoringCompletely)),
    Rule(
      "normalized.policy.cache-dont-fetch", .must,
      "`returnCacheDataDontFetch` answers from the cache and never makes a request; when any of the data is missing, it fails.",
      from: policies, about: .graph(.policyDontFetch)),
    Rule(
      "normalized.policy.cache-and-fetch", .must,
      "`returnCacheDataAndFetch` returns the cached data first and then the server's; with nothing cached, it returns the server's alone.",
      from: policies, about: .graph(.policyAndFetch)),
    Rule(
      "normalized.policy.cached-data-at-once", .must,
      "`returnCacheDataAndFetch` returns the cached data immediately, while the request to the server is in flight.",
      from: policies, since: .v2, about: .graph(.answerAwaited)),
    Rule(
      "normalized.policy.after-failure", .must,
      "After a failed fetch, a retry with `returnCacheDataDontFetch` can give the caller old data, for the failures that the app chooses and for no others.",
      from: policies, about: .graph(.failure)),
    Rule(
      "normalized.policy.errors-with-data", .open,
      "Whether the data of an answer that also has errors is stored.", from: policies,
      because: "The document does not mention answers with both data and errors."),
  ]

  static let watchRules: [Rule] = [
    Rule(
      "normalized.watch.first-result", .must, "A watcher receives a first result, as a fetch does.", from: watching,
      about: .graph(.firstResult)),
    Rule(
      "normalized.watch.told-of-changes", .must,
      "A watcher is told whenever data that its query shows changes, whether by another query, a mutation or a direct write.",
      from: watching, about: .graph(.change), .graph(.updateTold)),
    Rule(
      "normalized.watch.follows-its-data", .must,
      "A watcher follows what its query currently shows: it is told of changes to an object that has entered its data, and no longer of changes to an object that has left it.",
      from: watching, since: .v2, about: .graph(.shownObjects)),
    Rule(
      "normalized.watch.not-told-of-others", .must,
      "A watcher is not told of changes to data that its query does not show: another object, or another field of the same object.",
      from: watching, about: .graph(.changedObject), .graph(.changedField), .graph(.sameness)),
    Rule(
      "normalized.watch.unchanged", .derived, "A watcher is not told of a write that changes nothing.", from: watching,
      because:
        "Follows from `normalized.watch.told-of-changes`: watchers are told of changes, and such a write makes none.",
      about: .graph(.sameness)),
    Rule(
      "normalized.watch.cancel", .must, "A watcher that was cancelled is told nothing more.", from: watching,
      about: .graph(.watcherCancelled)),
    Rule(
      "normalized.watch.cancel-under-way", .derived,
      "A watcher that was cancelled is not told of a change, or of a first result, that was in flight when it was cancelled.",
      from: watching,
      because:
        "Follows from `normalized.watch.cancel`: a result that arrives after it would reach an object that is gone.",
      since: .v2, about: .graph(.watcherCancelled), .graph(.watcherUnderWay)),
    Rule(
      "normalized.watch.cancel-lets-go", .derived, "A watcher that was cancelled releases its handler.", from: watching,
      because:
        "Follows from normalized.watch.cancel: whatever is kept of a watcher that is told nothing more is a memory leak, of which the document warns.",
      since: .v2, about: .graph(.watcherCancelled), .graph(.handler)),
    Rule(
      "normalized.watch.several", .derived,
      "Each of several watchers is told once of each change, in the order of the changes, and last of what is cached.",
      from: watching,
      because:
        "Follows from `normalized.watch.told-of-changes`: the last result that a watcher was told has to be what is cached.",
      about: .graph(.otherWatchers)),
    Rule(
      "normalized.watch.after-miss", .open,
      "Whether a watcher whose first read missed and could not fetch is told of a later write that completes its data.",
      from: watching, because: "The document does not say what happens to a watcher that has no data."),
    Rule(
      "normalized.watch.after-removal", .open,
      "Whether watchers are told when objects are removed or the cache is cleared.", from: watching, access,
      because: "Removal changes what is cached, but the document promises only that updates are propagated to watchers."
    ),
    Rule(
      "normalized.watch.cache-and-fetch", .must,
      "With `returnCacheDataAndFetch`, a watcher receives the cached result first, then the server's.", from: policies,
      watching,
      about: .graph(.policyAndFetch)),
  ]
}
