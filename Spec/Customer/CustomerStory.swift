/// How such a cache works, for the beginning of the chapter's page.
extension CustomerSpec {
  static let story: [StoryStep] = [
    StoryStep(
      "Configured",
      .init(
        "When the app configures the cache, what the user owns (*customer info*) and what can be bought (*offerings*) are fetched.",
        "customer.configure.fetches-customer-info", "customer.configure.fetches-offerings"),
      .init("The user is the same as in the run before.", "customer.identity.survives-restart")),
    StoryStep(
      "Read",
      .init(
        "A read that is less than five minutes after the fetch makes no request.",
        "customer.get.cached-without-request", "customer.offerings.cached-without-request"),
      .init(
        "A later read returns the cached data, which is now *stale*, at once, and a refresh follows.",
        "customer.policy.stale-served-then-refreshed"),
      .init(
        "A read may name another policy: the network alone, the cache alone, or no stale data.",
        "customer.policy.fetch-current", "customer.policy.from-cache-only",
        "customer.policy.not-stale-cached-or-fetched")),
    StoryStep(
      "Refreshed",
      .init(
        "A purchase, a restore, a restart and a return to the foreground refresh customer info too.",
        "customer.purchase.refreshes", "customer.restore.refreshes", "customer.restart.refreshes-though-young",
        "customer.foreground.refreshes-when-old"),
      .init("A listener is told of each update.", "customer.listener.told-of-background-updates")),
    StoryStep(
      "Offline",
      .init(
        "Without a network, customer info is served for ever, also after a restart.",
        "customer.offline.served-for-ever", "customer.info.survives-restart"),
      .init(
        "An invalidation takes it away: the next read has to fetch.", "customer.invalidate.forces-fetch",
        "customer.invalidate.offline")),
    StoryStep(
      "Cleared",
      .init(
        "Logging out clears the cache, and it stays cleared.",
        "customer.logout.clears-customer-info", "customer.logout.stays-cleared"),
      .init(
        "No user ever sees the data of another, even if it arrives late.",
        "customer.logout.isolates-users", "customer.logout.late-answer-discarded",
        "customer.login.late-answer-discarded")),
  ]
}
