/// How such a cache works, for the beginning of the chapter's page.
extension ResponseSpec {
  static let story: [StoryStep] = [
    StoryStep(
      "Stored",
      .init(
        "A response that was loaded is in the store, in memory and on disk, and can be looked up there.",
        "response.load.stores", "response.store.memory-and-disk"),
      .init(
        "The app can also put one there itself, which is called *direct access*; the loader serves it like any other.",
        "response.load.serves-stored-by-hand", "response.store.returns-what-was-stored"),
      .init("Each URL has an entry of its own.", "response.store.key")),
    StoryStep(
      "Chosen",
      .init(
        "A request names a policy, or takes that of its session: the protocol decides, or only the origin answers, or only the store, or the store first.",
        "response.session.policy-inherited", "response.policy.use-protocol", "response.policy.reload-ignoring-local",
        "response.policy.dont-load-hit", "response.policy.else-load-hit"),
      .init("Without a policy the protocol decides.", "response.policy.default-is-use-protocol")),
    StoryStep(
      "Limited",
      .init(
        "A storage policy keeps a response in memory only, or out of the store.",
        "response.storage.memory-only", "response.storage.not-allowed"),
      .init(
        "The session's delegate may change a response before it is stored, or refuse it.",
        "response.will-cache.changed", "response.will-cache.none"),
      .init("When a capacity is exceeded, the oldest entries go.", "response.usage.within-capacity")),
    StoryStep(
      "Removed",
      .init(
        "The app removes one response, all, or those stored since a date.",
        "response.remove.one", "response.remove.all", "response.remove.since")),
  ]
}
