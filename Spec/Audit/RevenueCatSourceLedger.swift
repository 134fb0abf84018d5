extension Ledger {
  /// The source of RevenueCat's page on caching: the same sentences, with Markdown markup.
  // swift-format-ignore
  static let revenueCatSource: [LedgerSection] = [
    LedgerSection(.revenueCatSource, "Caching", [
      LedgerRow(0x5c4c07ccf5d69a9b, "front matter",       .descriptive),
      LedgerRow(0x426a36962c813344, "caching, for speed", .descriptive),
      LedgerRow(0xa8183373941189c2, "where it caches",    .descriptive),
    ]),
    LedgerSection(.revenueCatSource, "Dashboard", [
      LedgerRow(0xbb993998092a23a6, "the overview in real time",      .rules("dashboard.overview.real-time")),
      LedgerRow(0xec58c7a311514c94, "new customers and active users", .rules("dashboard.overview.new-and-active-customers")),
      LedgerRow(0xcd20210b926961d6, "large accounts",                 .rules("dashboard.overview.large-accounts")),
      LedgerRow(0x8ee9f75785d38bda, "a picture",                      .descriptive),
      LedgerRow(0x9b62c29c47ceec24, "when a card was updated",        .rules("dashboard.last-updated")),
      LedgerRow(0xe3f52426ca992339, "customer lists",                 .rules("dashboard.customer-lists.every-two-hours", "dashboard.customer-lists.exactly-two-hours")),
    ]),
    LedgerSection(.revenueCatSource, "SDK", [
      LedgerRow(0xa9c3b9e54111454b, "several places", .descriptive),
    ]),
    LedgerSection(.revenueCatSource, "App User Id", [
      LedgerRow(0x4b78fec47adaa261, "the id is kept on the device", .rules("customer.identity.survives-restart", "customer.identity.stable")),
    ]),
    LedgerSection(.revenueCatSource, "CustomerInfo", [
      LedgerRow(0xa9e90eaeca60f81b, "fetched at the start, then from the cache", .rules("customer.configure.fetches-customer-info", "customer.get.cached-without-request")),
      LedgerRow(0x46941556d27a76ab, "read as often as you like",                 .rules("customer.get.safe-to-repeat", "customer.get.coalesces")),
      LedgerRow(0x4cb9b78ba95caec6, "five minutes, and only on a call",          .rules("customer.get.refreshes-when-old", "customer.get.exactly-five-minutes", "customer.get.only-on-call", "customer.get.in-the-background", "customer.purchase.refreshes", "customer.restore.refreshes")),
      LedgerRow(0x36d853429205919f, "at a restart, and at the foreground",       .rules("customer.restart.refreshes-though-young", "customer.foreground.refreshes-when-old", "customer.foreground.quiet-when-young", "customer.foreground.exactly-five-minutes")),
      LedgerRow(0x51eeda26c6a8ed01, "the listener is told",                      .rules("customer.listener.told-of-background-updates")),
      LedgerRow(0x8a92a54f08487015, "link: the policy of a read",                .rules("customer.policy.default-is-cached-or-fetched", "customer.policy.cached-or-fetched", "customer.policy.fetch-current", "customer.policy.from-cache-only", "customer.policy.not-stale-cached-or-fetched")),
      LedgerRow(0x06c37b3b07e53c8c, "what is owned, offline",                    .rules("customer.offline.entitlements-readable", "customer.purchase.unlocks")),
      LedgerRow(0x40661666daca90c0, "the default policy, stale data included",   .rules("customer.policy.default-is-cached-or-fetched", "customer.policy.cached-or-fetched", "customer.policy.stale-served-then-refreshed")),
      LedgerRow(0x3c3dd84c48ef8a76, "link: the fetch policies",                  .rules("customer.policy.cached-or-fetched", "customer.policy.fetch-current", "customer.policy.from-cache-only", "customer.policy.not-stale-cached-or-fetched", "customer.policy.not-stale-offline")),
      LedgerRow(0x30967aa51d695c8f, "a log-out clears the cache",                .rules("customer.logout.clears-customer-info", "customer.logout.clears-offerings", "customer.logout.stays-cleared")),
    ]),
    LedgerSection(.revenueCatSource, "Debug Logs", [
      LedgerRow(0x11e6c32e2fcd062d, "a log tells of cached data", .rules("customer.log.vending-from-cache")),
      LedgerRow(0x6e1580862c62cf37, "the line of the log",        .rules("customer.log.vending-from-cache")),
    ]),
    LedgerSection(.revenueCatSource, "Products", [
      LedgerRow(0xd421cd8b5e17f820, "fetched at the start, then from the cache", .rules("customer.configure.fetches-offerings", "customer.offerings.cached-without-request")),
      LedgerRow(0x3bca202f1da1e8a0, "read as often as you like",                 .rules("customer.offerings.safe-to-repeat", "customer.offerings.cached-without-request", "customer.offerings.coalesces")),
      LedgerRow(0x1a81d458e9826515, "unchanged, or five minutes: garbled",       .rules("customer.offerings.refreshes-when-old", "customer.offerings.unchanged", "customer.offerings.exactly-five-minutes", "customer.offerings.stale-answer")),
    ]),
    LedgerSection(.revenueCatSource, "Does data cache between app launches?", [
      LedgerRow(0xe825cf1c174bb54c, "id and customer info outlive the app", .rules("customer.identity.survives-restart", "customer.info.survives-restart")),
    ]),
    LedgerSection(.revenueCatSource, "How does the cache work if the user is offline?", [
      LedgerRow(0x57d74444eb549c8e, "id and customer info are cached",      .rules("customer.identity.survives-restart", "customer.info.survives-restart")),
      LedgerRow(0x7c78497296886ecb, "offline for ever, unless invalidated", .rules("customer.offline.served-for-ever", "customer.info.survives-restart", "customer.invalidate.offline", "customer.policy.failure-keeps-data")),
      LedgerRow(0x17b7e486822b0627, "offerings do not outlive the app",     .rules("customer.offerings.not-kept-across-restart")),
    ]),
    LedgerSection(.revenueCatSource, "When to use invalidateCustomerInfoCache()?", [
      LedgerRow(0xb7080ad26caba10c, "invalidating forces a fetch", .rules("customer.invalidate.forces-fetch", "customer.invalidate.offline")),
    ]),
    LedgerSection(.revenueCatSource, "What happens if the user leaves the app open in the background?", [
      LedgerRow(0xd4f2065631f948dd, "a day in the background", .rules("customer.background.refreshes-after-a-day", "customer.background.exactly-a-day", "customer.background.production-only")),
    ]),
  ]
}
