/// Rules of direct access, and of work that overlaps.
extension NormalizedSpec {
  static let accessRules: [Rule] = [
    Rule(
      "normalized.read.query", .must,
      "Reading a query returns cached data with no request; when a part is missing it fails.", from: access,
      about: .graph(.missingPart)),
    Rule(
      "normalized.read.fragment", .must,
      "Reading a fragment by the key of its object returns cached data with no request; when a part is missing it fails.",
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
      "What was written by hand, or came with a mutation, is in the SQLite cache after a restart, as what was fetched is.",
      from: access, kinds,
      because: "Follows from `normalized.sqlite.kept`: the document tells no difference between ways into the cache.",
      since: .v2, about: .graph(.wayIn)),
    Rule(
      "normalized.update.tells-watchers", .must, "An update reaches the watchers of the data that it changes.",
      from: access, about: .graph(.updateTold)),
    Rule(
      "normalized.transaction.reads-own-writes", .derived,
      "Inside one transaction a read sees what was written and removed before it.", from: access,
      because: "Follows from `normalized.update.query`: a second update would otherwise undo the first.",
      about: .graph(.ownWrites)),
    Rule(
      "normalized.transaction.failure", .derived, "A transaction whose body throws leaves nothing of itself behind.",
      from: access, because: "Follows from normalized.update.query: half an update is data that nobody wrote.",
      about: .graph(.thrown)),
    Rule(
      "normalized.transaction.isolated", .derived,
      "Transactions that run at once never interleave: a hundred increments at once add up to a hundred.",
      from: access, because: "Follows from `normalized.update.query`: an update that is lost did not change the cache.",
      about: .graph(.otherTransactions)),
  ]

  static let removalRules: [Rule] = [
    Rule(
      "normalized.remove.object", .must,
      "Removing an object removes its record with all its fields and outgoing references.", from: access,
      about: .graph(.removal)),
    Rule(
      "normalized.remove.does-not-cascade", .must,
      "Objects that a removed object referenced stay, and can be read by their own keys.", from: access,
      about: .graph(.references)),
    Rule(
      "normalized.remove.dangling-reference-misses", .must,
      "References to a removed object stay, and reading through one is a cache miss; with a policy that may fetch, a fetch follows.",
      from: access, about: .graph(.dangling)),
    Rule(
      "normalized.remove.matching", .must,
      "Removing by pattern removes every object whose key contains the pattern, and no other.", from: access,
      about: .graph(.pattern)),
    Rule(
      "normalized.remove.matching-ignores-case", .must, "Removing by pattern does not look at the case of letters.",
      from: access, about: .graph(.patternCase)),
    Rule(
      "normalized.remove.matching-does-not-cascade", .must,
      "Removing by pattern does not cascade: what a removed object referenced stays.", from: access,
      about: .graph(.references)),
    Rule(
      "normalized.remove.matching-wildcards", .open,
      "What `%` and `_` stand for in a pattern that objects are removed by, in each kind of cache.", from: access,
      because: "The document speaks of containing in memory and of a LIKE query in SQLite, and not of these."),
    Rule(
      "normalized.remove.matching-empty", .open, "What removing by the empty pattern removes.", from: access,
      because: "Every text contains it, and yet nobody asks for everything by asking for nothing."),
    Rule(
      "normalized.remove.matching-case-beyond-ascii", .open,
      "Whether removing by pattern looks at the case of letters outside ASCII.", from: access,
      because: "A LIKE query does by itself; the document does not tell letters apart."),
    Rule(
      "normalized.remove.no-single-property", .must,
      "A single property cannot be removed: a key that names one has no record, and nothing happens.", from: access,
      about: .graph(.property)),
    Rule(
      "normalized.remove.unknown-key", .derived, "Removing what is not there changes nothing and is no error.",
      from: access,
      because: "Follows from `normalized.remove.no-single-property`: a key without a record results in no action.",
      about: .graph(.presence)),
    Rule(
      "normalized.remove.stays-removed", .derived,
      "What was removed or cleared from the SQLite cache is gone after a restart.", from: access, kinds,
      because: "Follows from `normalized.remove.object` and `normalized.clear`: what comes back was not removed.",
      about: .graph(.removalBeforeRestart)),
    Rule(
      "normalized.remove.then-fetched-again", .derived,
      "Fetching a removed object again makes old references to it work again.", from: access,
      because: "Follows from `normalized.remove.dangling-reference-misses`: references to a removed object stay.",
      about: .graph(.removedBefore)),
  ]

  static let overlapRules: [Rule] = [
    Rule(
      "normalized.overlap.cancelled-fetch", .derived, "A cancelled fetch neither answers nor stores.", from: policies,
      because: "Follows from `normalized.watch.cancel`: who has cancelled wants neither the answer nor its traces.",
      about: .graph(.fetchCancelled)),
    Rule(
      "normalized.overlap.clear-during-fetch", .open,
      "Whether the answer of a fetch that was under way while the cache was cleared is stored.", from: access,
      because: "The answer belongs to a request made before the clearing and arrives after it."),
    Rule(
      "normalized.overlap.late-answer", .open,
      "Two fetches of one query overlap, and the older answer comes last: which of the two answers stays cached.",
      from: policies, because: "The document speaks of one fetch at a time."),
  ]
}
