/// How such a cache works, for the beginning of the chapter's page.
extension PaywallSpec {
  static let story: [StoryStep] = [
    StoryStep(
      "Asked",
      .init(
        "A load asks for the paywall of a *placement*, which is a place in the app that shows one: it asks the CDN and, if that fails, the server.",
        "paywall.priority.cdn-first", "paywall.priority.server-after-cdn"),
      .init(
        "If both fail it returns the cached copy; without one, the fallback that the app ships with; without that, an error.",
        "paywall.priority.cache-after-network", "paywall.priority.fallback-after-cache",
        "paywall.priority.error-when-all-fail")),
    StoryStep(
      "Cached",
      .init("Whatever a remote layer answers replaces the cached copy.", "paywall.cache.holds-most-recent"),
      .init(
        "A fallback and a failure leave the copy as it is.",
        "paywall.fallback.never-masks-newer-data", "paywall.cache.failed-load-keeps-copy")),
    StoryStep(
      "Chosen",
      .init(
        "The caller chooses how fresh is fresh enough: the network first, the copy at any age, or the copy up to a `maxAge`.",
        "paywall.policy.reload-asks-network-first", "paywall.policy.cache-else-load-any-age",
        "paywall.policy.max-age-young", "paywall.policy.max-age-expired"),
      .init("Without a choice, the network comes first.", "paywall.policy.default-is-reload")),
    StoryStep(
      "Kept fresh",
      .init(
        "Copies are updated in the background, without a call, and nothing waits for that.",
        "paywall.background.updates-cache", "paywall.background.keeps-nothing-waiting"),
      .init(
        "Placements that the app names critical are loaded before they are asked for.",
        "paywall.preload.critical-placements")),
    StoryStep(
      "Kept",
      .init(
        "Copies survive restarts, failures and log-outs.",
        "paywall.lifecycle.survives-restart", "paywall.lifecycle.nothing-else-clears", "paywall.lifecycle.logout"),
      .init(
        "Only removing the app and a manual clean-up clear them.",
        "paywall.lifecycle.reinstall-clears", "paywall.lifecycle.manual-cleanup-clears")),
  ]
}
