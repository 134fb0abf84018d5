extension Ledger {
  /// RevenueCat's page on caching, as published.
  // swift-format-ignore
  static let revenueCat: [LedgerSection] = [
    LedgerSection(.revenueCat, "How caching works with RevenueCat", [
      LedgerRow(0x426a36962c813344, "caching, for speed", .descriptive),
      LedgerRow(0xa8183373941189c2, "where it caches",    .descriptive),
    ]),
    LedgerSection(.revenueCat, "Dashboard", [
      LedgerRow(0xbb993998092a23a6, "the overview in real time",      .rules("dashboard.overview.real-time")),
      LedgerRow(0xec58c7a311514c94, "new customers and active users", .rules("dashboard.overview.new-and-active-customers")),
      LedgerRow(0xcd20210b926961d6, "large accounts",                 .rules("dashboard.overview.large-accounts")),
      LedgerRow(0x9b62c29c47ceec24, "when a card was updated",        .rules("dashboard.last-updated")),
      LedgerRow(0xe3f52426ca992339, "customer lists",                 .rules("dashboard.customer-lists.every-two-hours", "dashboard.customer-lists.exactly-two-hours")),
    ]),
    LedgerSection(.revenueCat, "SDK", [
      LedgerRow(0xa9c3b9e54111454b, "several places", .descriptive),
    ]),
    LedgerSection(.revenueCat, "App User Id", [
      LedgerRow(0x4b78fec47adaa261, "the id is kept on the device", .rules("customer.identity.survives-restart", "customer.identity.stable")),
    ]),
    LedgerSection(.revenueCat, "CustomerInfo", [
      LedgerRow(0x36b1b1e111bdfa79, "fetched at the start, then from the cache", .rules("customer.configure.fetches-customer-info", "customer.get.cached-without-request")),
      LedgerRow(0x15206623fe2bf905, "read as often as you like",                 .rules("customer.get.safe-to-repeat", "customer.get.coalesces")),
      LedgerRow(0x871bcd836f0acc0a, "five minutes, and only on a call",          .rules("customer.get.refreshes-when-old", "customer.get.exactly-five-minutes", "customer.get.only-on-call", "customer.get.in-the-background", "customer.purchase.refreshes", "customer.restore.refreshes")),
      LedgerRow(0x36d853429205919f, "at a restart, and at the foreground",       .rules("customer.restart.refreshes-though-young", "customer.foreground.refreshes-when-old", "customer.foreground.quiet-when-young", "customer.foreground.exactly-five-minutes")),
      LedgerRow(0xee29b6a0fe764c35, "the listener is told",                      .rules("customer.listener.told-of-background-updates")),
      LedgerRow(0x4f6b9a585ff5d7cd, "link: the policy of a read",                .rules("customer.policy.default-is-cached-or-fetched", "customer.policy.cached-or-fetched", "customer.policy.fetch-current", "customer.policy.from-cache-only", "customer.policy.not-stale-cached-or-fetched")),
      LedgerRow(0x06c37b3b07e53c8c, "what is owned, offline",                    .rules("customer.offline.entitlements-readable", "customer.purchase.unlocks")),
      LedgerRow(0x1cba9cac5f00baae, "the default policy, stale data included",   .rules("customer.policy.default-is-cached-or-fetched", "customer.policy.cached-or-fetched", "customer.policy.stale-served-then-refreshed")),
      LedgerRow(0x4e3dd34d4918e587, "link: the fetch policies",                  .rules("customer.policy.cached-or-fetched", "customer.policy.fetch-current", "customer.policy.from-cache-only", "customer.policy.not-stale-cached-or-fetched", "customer.policy.not-stale-offline")),
      LedgerRow(0x420445ebc69bb54b, "a log-out clears the cache",                .rules("customer.logout.clears-customer-info", "customer.logout.clears-offerings", "customer.logout.stays-cleared")),
    ]),
    LedgerSection(.revenueCat, "Debug Logs", [
      LedgerRow(0x11e6c32e2fcd062d, "a log tells of cached data", .rules("customer.log.vending-from-cache")),
      LedgerRow(0x6e1580862c62cf37, "the line of the log",        .rules("customer.log.vending-from-cache")),
    ]),
    LedgerSection(.revenueCat, "Products", [
      LedgerRow(0x6b5774011c0b4b8c, "fetched at the start, then from the cache", .rules("customer.configure.fetches-offerings", "customer.offerings.cached-without-request")),
      LedgerRow(0x87429285d31ee7e8, "read as often as you like",                 .rules("customer.offerings.safe-to-repeat", "customer.offerings.cached-without-request", "customer.offerings.coalesces")),
      LedgerRow(0xeb04af7e5c4bac4d, "unchanged, or five minutes: garbled",       .rules("customer.offerings.refreshes-when-old", "customer.offerings.unchanged", "customer.offerings.exactly-five-minutes", "customer.offerings.stale-answer")),
    ]),
    LedgerSection(.revenueCat, "Does data cache between app launches?", [
      LedgerRow(0x03b136a0ac0b728a, "id and customer info outlive the app", .rules("customer.identity.survives-restart", "customer.info.survives-restart")),
    ]),
    LedgerSection(.revenueCat, "How does the cache work if the user is offline?", [
      LedgerRow(0x7a2842b5728e1bd0, "id and customer info are cached",      .rules("customer.identity.survives-restart", "customer.info.survives-restart")),
      LedgerRow(0x092fd3c3b7180cfd, "offline for ever, unless invalidated", .rules("customer.offline.served-for-ever", "customer.info.survives-restart", "customer.invalidate.offline", "customer.policy.failure-keeps-data")),
      LedgerRow(0xf631318bbd45a095, "offerings do not outlive the app",     .rules("customer.offerings.not-kept-across-restart")),
    ]),
    LedgerSection(.revenueCat, "When to use invalidateCustomerInfoCache()?", [
      LedgerRow(0xb7080ad26caba10c, "invalidating forces a fetch", .rules("customer.invalidate.forces-fetch", "customer.invalidate.offline")),
    ]),
    LedgerSection(.revenueCat, "What happens if the user leaves the app open in the background?", [
      LedgerRow(0xd4f2065631f948dd, "a day in the background", .rules("customer.background.refreshes-after-a-day", "customer.background.exactly-a-day", "customer.background.production-only")),
      LedgerRow(0x705decf1e8524e91, "navigation",              .descriptive),
    ]),
  ]
}
