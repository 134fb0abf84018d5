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
      "With object ids, an object fetched by two queries is one record: what the second brings shows in the first.",
      from: overview, control, about: .graph(.keyGiven)),
    Rule(
      "normalized.records.by-path", .must,
      "Without ids, caching goes by the path from the root query: one object met on two paths is two records, and neither changes the other.",
      from: control, about: .graph(.keyGiven), .graph(.keyField)),
    Rule(
      "normalized.records.id-function", .must,
      "The function given for cache keys decides which object is which, from any field of the object.", from: control,
      about: .graph(.keyGiven), .graph(.keyField)),
    Rule(
      "normalized.records.partial-ids", .must,
      "Objects for which the function for cache keys gives no key go by path, beside others that go by key.",
      from: control, about: .graph(.keyGiven), .graph(.keyAbsent)),
    Rule(
      "normalized.records.merge", .must,
      "A result with other fields of a known object adds to the record and keeps the fields that it does not mention.",
      from: overview, concepts, about: .graph(.unmentionedFields)),
    Rule(
      "normalized.records.merge-by-path", .open,
      "Without ids, what an answer does not mention of the object at a path is kept, or goes with the object that was there.",
      from: control,
      because: "That objects merge is said of those with ids; at a path another object may stand than before.",
      since: .v2),
    Rule(
      "normalized.records.lists-replaced", .derived,
      "A list that is fetched again, or written, replaces the one that was cached: nothing of the old list stays in it.",
      from: concepts,
      because: "Follows from `normalized.records.merge`: a list is the value of one field, and the new result has it.",
      since: .v2, about: .graph(.oldList)),
    Rule(
      "normalized.records.arguments", .derived,
      "One field with different arguments is two entries, whatever the arguments hold; their order does not matter.",
      from: control,
      because:
        "Follows from `normalized.policy.cache-else-fetch`: the answer to another question would be returned as complete.",
      about: .graph(.arguments), .graph(.argumentOrder)),
    Rule(
      "normalized.records.alias", .derived,
      "A field and its aliases are one entry: what is fetched under one name is found under the other.", from: control,
      because:
        "Follows from `normalized.records.shared`: an alias is a name in one operation, the record is the object's.",
      about: .graph(.fieldName)),
    Rule(
      "normalized.records.null", .derived,
      "A field that is null is present, and a hit; a field that was never fetched is missing, and a miss.",
      from: policies,
      because:
        "Follows from `normalized.policy.cache-else-fetch`: null is what the server answered, and a field never fetched is not available.",
      about: .graph(.nullOrMissing)),
    Rule(
      "normalized.records.lists", .derived,
      "Lists of lists, empty lists and null items are read from the cache as they were fetched.",
      from: policies,
      because: "Follows from `normalized.policy.cache-else-fetch`: what is loaded is the data that was fetched.",
      about: .graph(.listShape)),
    Rule(
      "normalized.records.cycles", .derived,
      "A graph in which a friend's friend is the hero is kept and read like any other.", from: control,
      because: "Follows from `normalized.records.shared`: one record for an object that is met twice in one answer.",
      about: .graph(.cycle)),
    Rule(
      "normalized.records.large-answer", .derived, "An answer of thousands of objects is kept whole.", from: policies,
      because:
        "Follows from `normalized.policy.cache-else-fetch`: stores have limits on one statement or one write, and a part left out is lost silently.",
      about: .graph(.size)),
    Rule(
      "normalized.mutation.updates-queries", .must,
      "A mutation that returns an object with its id updates every query that references it.", from: concepts, overview,
      about: .graph(.mutationAnswer)),
    Rule(
      "normalized.mutation.create-leaves-lists", .must,
      "A mutation that creates an object does not add it to a cached list; fetching the list again does, or a write by hand.",
      from: control, concepts, about: .graph(.membership)),
    Rule(
      "normalized.fragment.updates-queries", .must,
      "A fragment with ids, returned by any query or mutation, is merged into the object and shows in every query that references it.",
      from: concepts, about: .graph(.fragments)),
    Rule(
      "normalized.mutation.never-reads-cache", .derived, "A mutation always goes to the server.", from: concepts,
      because:
        "Follows from `normalized.mutation.updates-queries`: a mutation that is answered from a cache changes nothing.",
      about: .graph(.operationKind)),
  ]

  static let kindRules: [Rule] = [
    Rule(
      "normalized.memory.default", .must, "A client for which no cache is named uses one in memory.", from: kinds,
      setup, about: .graph(.kindUnnamed)),
    Rule(
      "normalized.memory.not-kept", .must, "What is cached in memory is gone after a restart.", from: kinds,
      about: .graph(.kindMemory)),
    Rule(
      "normalized.sqlite.kept", .must,
      "What is in the SQLite cache is there after a restart, in the file given, and in no other.", from: kinds, setup,
      about: .graph(.kindSQLite), .graph(.file)),
    Rule(
      "normalized.sqlite.file-is-sqlite", .must, "The file given for the SQLite cache is a SQLite database.",
      from: kinds, setup, about: .graph(.kindSQLite)),
    Rule(
      "normalized.clear", .must, "Clearing removes everything from either kind of cache, at once.", from: kinds, access,
      about: .graph(.clearing)),
    Rule(
      "normalized.sqlite.unreadable-file", .derived,
      "A SQLite cache whose file is no database, or is cut short, gives an error or is empty, and never gives wrong data.",
      from: kinds,
      because:
        "Follows from `normalized.sqlite.kept`: files outlive crashes and full disks, and the app must outlive the file.",
      about: .graph(.damage)),
    Rule(
      "normalized.kinds.agree", .derived,
      "The same steps show the same in both kinds of cache, except where a rule says otherwise.",
      from: kinds, access,
      because:
        "Follows from `normalized.memory.not-kept` and `normalized.sqlite.kept`: the document has the two differ in where they keep what they have.",
      about: .graph(.kind)),
    Rule(
      "normalized.keys.any-text", .derived, "Keys of any characters are stored, read and removed exactly.",
      from: control, access,
      because:
        "Follows from `normalized.records.id-function` and `normalized.remove.object`: ids are the server's to choose.",
      about: .graph(.keyText)),
    Rule(
      "normalized.values.any", .derived,
      "Large whole numbers, fractions, large text, and a value that looks like a reference are read from the cache as they were fetched.",
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
      "`returnCacheDataElseFetch` answers from the cache, with no request, when all is there; else from the server, and stores.",
      from: policies, about: .graph(.policyElseFetch)),
    Rule(
      "normalized.policy.fetch-ignoring-cache-data", .must,
      "`fetchIgnoringCacheData` always asks the server, and stores.", from: policies, about: .graph(.policyIgnoringData)
    ),
    Rule(
      "normalized.policy.fetch-ignoring-cache-completely", .must,
      "`fetchIgnoringCacheCompletely` always asks the server, and does not store: what was cached stays as it was.",
      from: policies, about: .graph(.policyIgnoringCompletely)),
    Rule(
      "normalized.policy.cache-dont-fetch", .must,
      "`returnCacheDataDontFetch` answers from the cache, never with a request; when anything is missing it fails.",
      from: policies, about: .graph(.policyDontFetch)),
    Rule(
      "normalized.policy.cache-and-fetch", .must,
      "`returnCacheDataAndFetch` gives the cached data first and then the server's; with nothing cached, the server's alone.",
      from: policies, about: .graph(.policyAndFetch)),
    Rule(
      "normalized.policy.cached-data-at-once", .must,
      "`returnCacheDataAndFetch` gives the cached data immediately, while the server's answer is awaited.",
      from: policies, since: .v2, about: .graph(.answerAwaited)),
    Rule(
      "normalized.policy.after-failure", .must,
      "After a failed fetch the caller can be given old data by trying again with `returnCacheDataDontFetch`, for the failures that the app chooses and no others.",
      from: policies, about: .graph(.failure)),
    Rule(
      "normalized.policy.errors-with-data", .open,
      "Whether the data of an answer is stored when there are errors beside it.", from: policies,
      because: "The document does not speak of answers that hold both."),
  ]

  static let watchRules: [Rule] = [
    Rule(
      "normalized.watch.first-result", .must, "A watcher is given a first result as a fetch is.", from: watching,
      about: .graph(.firstResult)),
    Rule(
      "normalized.watch.told-of-changes", .must,
      "A watcher is told whenever data that its query shows changes: by another query, a mutation or a direct write.",
      from: watching, about: .graph(.change)),
    Rule(
      "normalized.watch.follows-its-data", .must,
      "What a watcher is told of changes with what its query shows: it is told of changes to an object that has come into its data, and no longer of those to an object that has left.",
      from: watching, since: .v2, about: .graph(.shownObjects)),
    Rule(
      "normalized.watch.not-told-of-others", .must,
      "A watcher is not told of changes to data that its query does not show: another object, or another field of the same object.",
      from: watching, about: .graph(.changedObject), .graph(.changedField)),
    Rule(
      "normalized.watch.unchanged", .derived, "A watcher is not told of a write that changes nothing.", from: watching,
      because: "Follows from `normalized.watch.told-of-changes`: it is changes that watchers are told of.",
      about: .graph(.sameness)),
    Rule(
      "normalized.watch.cancel", .must, "A cancelled watcher is told nothing more.", from: watching,
      about: .graph(.watcherCancelled)),
    Rule(
      "normalized.watch.cancel-under-way", .derived,
      "A cancelled watcher is not told of a change, or of a first result, that was under way when it was cancelled.",
      from: watching,
      because: "Follows from `normalized.watch.cancel`: what comes after it is told to an object that is gone.",
      since: .v2, about: .graph(.watcherCancelled), .graph(.watcherUnderWay)),
    Rule(
      "normalized.watch.cancel-lets-go", .derived, "A cancelled watcher's handler is let go of.", from: watching,
      because:
        "Follows from normalized.watch.cancel: what is kept of a watcher that is told no more is lost memory, of which the document warns.",
      since: .v2, about: .graph(.watcherCancelled), .graph(.handler)),
    Rule(
      "normalized.watch.several", .derived,
      "Each of several watchers is told once of each change, in the order of the changes.", from: watching,
      because: "Follows from `normalized.watch.told-of-changes`: who was told last has to show what is cached.",
      about: .graph(.otherWatchers)),
    Rule(
      "normalized.watch.after-miss", .open,
      "Whether a later write that completes its data reaches a watcher whose first read missed and could not fetch.",
      from: watching, because: "The document does not say what a watcher without data shows."),
    Rule(
      "normalized.watch.after-removal", .open, "Whether removing or clearing tells watchers.", from: watching, access,
      because: "Removal changes what is cached, but the document promises news of updates alone."),
    Rule(
      "normalized.watch.cache-and-fetch", .must,
      "With `returnCacheDataAndFetch` a watcher gets the cached result, then the server's.", from: policies, watching,
      about: .graph(.policyAndFetch)),
  ]
}
