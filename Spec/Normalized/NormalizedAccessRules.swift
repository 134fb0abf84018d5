/// Rules of direct access, removal, and overlapping work.
extension NormalizedSpec {
  static let accessRules: [Rule] = [
    Rule(
      "normalized.read.query", .must,
      "Reading a query directly returns cached data with no request; when a part is missing, it fails.", from: access,
      about: .graph(.missingPart)),
    Rule(
      "normalized.read.fragment", .must,
      "Reading a fragment by the key of its object returns cached data with no request; when a part is missing, it fails.",
      from: access, about: .graph(.missingPart), .graph(.fragmentKey)),
    Rule(
      "normalized.update.query", .must,
      "Updating a query's data in a read-write transaction changes the cache, and later reads and fetches show it.",
      from: access, about: .graph(.queryUpdate)),
    Rule(
      "normalized.update.object", .must,
      "Changing an object by its key updates every query that references it.", from: concepts,
      about: .graph(.objectUpdate)),
    Rule(
      "normalized.update.survives-restart", .derived,
      "Data that was written directly, or came with a mutation, is in the SQLite cache after a restart, as fetched data is.",
      from: access, kinds,
      because:
        "Follows from `normalized.sqlite.kept`: the document makes no distinction between the ways in which data enters the cache.",
      since: .v2, about: .graph(.wayIn)),
    Rule(
      "normalized.update.tells-watchers", .must,
      "The watchers of the data that an update changes are told of the update.",
      from: access, about: .graph(.updateTold)),
    Rule(
      "normalized.transaction.reads-own-writes", .derived,
      "Inside a transaction, a read sees what the transaction wrote and removed before it.", from: access,
      because: "Follows from `normalized.update.query`: a second update would otherwise undo the first.",
      about: .graph(.ownWrites)),
    Rule(
      "normalized.transaction.failure", .derived, "A transaction whose body throws leaves none of its changes behind.",
      from: access, because: "Follows from normalized.update.query: half an update is data that no one meant to write.",
      about: .graph(.thrown)),
    Rule(
      "normalized.transaction.isolated", .derived,
      "Concurrent transactions never interleave: a hundred concurrent increments add up to a hundred.",
      from: access, because: "Follows from `normalized.update.query`: a lost update did not change the cache.",
      about: .graph(.otherTransactions)),
  ]

  static let removalRules: [Rule] = [
    Rule(
      "normalized.remove.object", .must,
      "Removing an object removes its record with all its fields and outgoing references.", from: access,
      about: .graph(.removal)),
    Rule(
      "normalized.remove.does-not-cascade", .must,
      "Objects that a removed object referenced stay cached, and can be read by their own keys.", from: access,
      about: .graph(.references)),
    Rule(
      "normalized.remove.dangling-reference-misses", .must,
      "References to a removed object stay, and reading through one is a cache miss; under a policy that may fetch, a fetch follows.",
      from: access, about: .graph(.dangling)),
    Rule(
      "normalized.remove.matching", .must,
      "Removing by pattern removes every object whose key contains the pattern, and no other.", from: access,
      about: .graph(.pattern)),
    Rule(
      "normalized.remove.matching-ignores-case", .must, "Removing by pattern ignores the case of letters.",
      from: access, about: .graph(.patternCase)),
    Rule(
      "normalized.remove.matching-does-not-cascade", .must,
      "Removing by pattern does not cascade: objects that a removed object referenced stay cached.", from: access,
      about: .graph(.references)),
    Rule(
      "normalized.remove.matching-wildcards", .open,
      "What `%` and `_` mean in a removal pattern, in each kind of cache.", from: access,
      because:
        "The document describes a check for containing the pattern in memory and a LIKE query in SQLite, and does not mention these characters."
    ),
    Rule(
      "normalized.remove.matching-empty", .open, "What removing by an empty pattern removes.", from: access,
      because:
        "Every text contains the empty pattern, but it is unlikely that an app means to remove everything with it."),
    Rule(
      "normalized.remove.matching-case-beyond-ascii", .open,
      "Whether removing by pattern ignores the case of letters outside ASCII.", from: access,
      because: "A LIKE query by default does not ignore it; the document makes no distinction between letters."),
    Rule(
      "normalized.remove.no-single-property", .must,
      "A single property cannot be removed: a key that names one has no record, and removing it does nothing.",
      from: access,
      about: .graph(.property)),
    Rule(
      "normalized.remove.unknown-key", .derived,
      "Removing an object that is not cached changes nothing and is not an error.",
      from: access,
      because: "Follows from `normalized.remove.no-single-property`: for a key without a record, no action is taken.",
      about: .graph(.presence)),
    Rule(
      "normalized.remove.stays-removed", .derived,
      "What was removed or cleared from the SQLite cache is still gone after a restart.", from: access, kinds,
      because: "Follows from `normalized.remove.object` and `normalized.clear`: what comes back was not removed.",
      about: .graph(.removalBeforeRestart)),
    Rule(
      "normalized.remove.then-fetched-again", .derived,
      "After a removed object is fetched again, old references to it work again.", from: access,
      because: "Follows from `normalized.remove.dangling-reference-misses`: references to a removed object stay.",
      about: .graph(.removedBefore)),
  ]

  static let overlapRules: [Rule] = [
    Rule(
      "normalized.overlap.cancelled-fetch", .derived,
      "A fetch that was cancelled neither returns nor stores an answer.", from: policies,
      because:
        "Follows from `normalized.watch.cancel`: a caller that has cancelled wants neither the answer nor its effects.",
      about: .graph(.fetchCancelled)),
    Rule(
      "normalized.overlap.clear-during-fetch", .open,
      "Whether the answer to a fetch that was in flight while the cache was cleared is stored.", from: access,
      because: "The request was made before the clearing, and its answer arrives after it."),
    Rule(
      "normalized.overlap.late-answer", .open,
      "Which of two answers stays cached when two fetches of one query overlap and the older answer arrives last.",
      from: policies, because: "The document describes one fetch at a time."),
  ]
}
