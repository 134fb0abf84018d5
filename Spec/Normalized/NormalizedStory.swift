/// How such a cache works, for the beginning of the chapter's page.
extension NormalizedSpec {
  static let story: [StoryStep] = [
    StoryStep(
      "Split",
      .init(
        "The answer to a query is split into its objects. Each is a *record* under the key that the app gives it, and otherwise under its path from the root.",
        "normalized.records.id-function", "normalized.records.by-path"),
      .init(
        "Two queries that bring one object share its record, which gains the fields of both.",
        "normalized.records.shared", "normalized.records.merge")),
    StoryStep(
      "Read",
      .init(
        "A fetch takes its data from the cache if all of it is there, and otherwise from the server.",
        "normalized.policy.cache-else-fetch"),
      .init(
        "Its policy may ask the server first, or never, or return both in turn.",
        "normalized.policy.fetch-ignoring-cache-data", "normalized.policy.cache-dont-fetch",
        "normalized.policy.cache-and-fetch")),
    StoryStep(
      "Changed",
      .init(
        "A mutation, another query or a direct write changes records, and so every query that shows them.",
        "normalized.mutation.updates-queries", "normalized.fragment.updates-queries", "normalized.update.object"),
      .init("A new object enters no list by itself.", "normalized.mutation.create-leaves-lists")),
    StoryStep(
      "Watched",
      .init(
        "A watcher is told whenever data that its query shows changes, until it is cancelled.",
        "normalized.watch.told-of-changes", "normalized.watch.not-told-of-others", "normalized.watch.cancel")),
    StoryStep(
      "Removed",
      .init(
        "Removing an object leaves the objects that it refers to; reading it through one that refers to it is then a *miss*.",
        "normalized.remove.object", "normalized.remove.does-not-cascade", "normalized.remove.dangling-reference-misses"),
      .init("Clearing removes everything.", "normalized.clear")),
    StoryStep(
      "Kept",
      .init(
        "A cache in memory ends with the run; one in SQLite is still there in the next.",
        "normalized.memory.not-kept", "normalized.sqlite.kept")),
  ]
}
