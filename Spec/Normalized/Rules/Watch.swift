/// What a watcher is told: a first result, and then each change of what its query shows, until it is cancelled. From
/// Apollo's 'Watching queries' and 'Specifying a cache policy'.
extension NormalizedSpec {
  static let watchTopic = Topic(
    rules: watchRules, premises: watchPremises,
    scenarios: firstResultRows + changeRows + otherRows + cancelRows + severalRows + handlerRows + openRows)

  private static let watchRules: [Rule] = [
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
      from: watching, about: .graph(.shownObjects)),
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
        "Follows from `normalized.watch.cancel`: a result that arrives after the cancellation would reach an object that is gone.",
      about: .graph(.watcherCancelled), .graph(.watcherUnderWay)),
    Rule(
      "normalized.watch.cancel-lets-go", .derived, "A watcher that was cancelled releases its handler.", from: watching,
      because:
        "Follows from normalized.watch.cancel: a handler that is kept but never called again is a memory leak, of which the document warns.",
      about: .graph(.watcherCancelled), .graph(.handler)),
    Rule(
      "normalized.watch.several", .derived,
      "Each of several watchers is told of changes in their order, and what each is told last is what is cached.",
      from: watching,
      because:
        "Follows from `normalized.watch.told-of-changes`: the last result that a watcher was told has to be what is cached.",
      about: .graph(.otherWatchers)),
    Rule(
      "normalized.watch.calls-from-handlers", .derived,
      "What a watcher's handler calls when it is told is done as it is elsewhere, finds the change that it was told of, and leaves no other watcher untold.",
      from: watching, access,
      because:
        "Follows from `normalized.watch.told-of-changes`: the handler is the app's own code, and it is called once the data in the cache has changed.",
      about: .graph(.handlerCall)),
    Rule(
      "normalized.watch.after-miss", .open,
      "Whether a watcher whose first read missed and could not fetch is told of a later write that completes its data.",
      from: watching, because: "The document does not say what happens to a watcher that has no data."),
    Rule(
      "normalized.watch.after-removal", .open,
      "What watchers are told when objects are removed, the cache is cleared, or an answer leaves a part of their data missing.",
      from: watching, access,
      because:
        "This changes what is cached, but the document promises only that updates are propagated to watchers."
    ),
    Rule(
      "normalized.watch.cache-and-fetch", .must,
      "With `returnCacheDataAndFetch`, a watcher receives the cached result first, then the server's.", from: policies,
      watching,
      about: .graph(.policyAndFetch)),
  ]

  private static let watchPremises: [Premise<NormalizedAction>] = [
    Premise("normalized.watch.first-result[its data is cached]") { $0.watches },
    Premise("normalized.watch.first-result[nothing is cached]") { $0.watches },
    .compared("normalized.watch.told-of-changes[another query fetches the change]") { $0.isWatched && $0.changes },
    .compared("normalized.watch.told-of-changes[a direct write makes the change]") { $0.isWatched && $0.changes },
    .compared("normalized.watch.not-told-of-others[another object changes]") { $0.tellsSomething && $0.changes },
    .compared("normalized.watch.unchanged[the same name is written directly]") { $0.tellsSomething && $0.changes },
    .compared("normalized.watch.told-of-changes[everything was cleared]") { $0.isWatched && $0.changes && $0.clears },
    Premise("normalized.watch.cancel[before a change]") { $0.cancelsAWatcher },
    Premise("normalized.watch.calls-from-handlers[it reads]") { if case .whenTold = $0 { true } else { false } },
    Premise("normalized.watch.several") { if case .watch(_, _, let name) = $0 { name != .watcher } else { false } },
  ]
}
