import CacheSpec

/// RevenueCat's page on caching has two texts with the same sentences: as published, and its source with markup.
extension Ledger {
  static let revenueCat =
    page.map { $0.section(of: .revenueCat, \.published) } + page.map { $0.section(of: .revenueCatSource, \.source) }

  // swift-format-ignore
  private static let page: [SectionOfBoth] = [
    SectionOfBoth("How caching works with RevenueCat", inSource: "Caching", [
      SentenceOfBoth(source: 0x5c4c07ccf5d69a9b, "front matter",       .descriptive),
      SentenceOfBoth(0x426a36962c813344,         "caching, for speed", .descriptive),
      SentenceOfBoth(0xa8183373941189c2,         "where it caches",    .descriptive),
    ]),
    SectionOfBoth("Dashboard", [
      SentenceOfBoth(0xbb993998092a23a6,         "the overview in real time",      .rules("dashboard.overview.real-time")),
      SentenceOfBoth(0xec58c7a311514c94,         "new customers and active users", .rules("dashboard.overview.new-and-active-customers")),
      SentenceOfBoth(0xcd20210b926961d6,         "large accounts",                 .rules("dashboard.overview.large-accounts")),
      SentenceOfBoth(source: 0x8ee9f75785d38bda, "a picture",                      .descriptive),
      SentenceOfBoth(0x9b62c29c47ceec24,         "when a card was updated",        .rules("dashboard.last-updated")),
      SentenceOfBoth(0xe3f52426ca992339,         "customer lists",                 .rules("dashboard.customer-lists.every-two-hours", "dashboard.customer-lists.exactly-two-hours")),
    ]),
    SectionOfBoth("SDK", [
      SentenceOfBoth(0xa9c3b9e54111454b, "several places", .descriptive),
    ]),
    SectionOfBoth("App User Id", [
      SentenceOfBoth(0x4b78fec47adaa261, "the id is kept on the device", .rules("customer.identity.survives-restart", "customer.identity.stable")),
    ]),
    SectionOfBoth("CustomerInfo", [
      SentenceOfBoth(0x36b1b1e111bdfa79, source: 0xa9e90eaeca60f81b, "fetched at the start, then from the cache", .rules("customer.configure.fetches-customer-info", "customer.get.cached-without-request")),
      SentenceOfBoth(0x15206623fe2bf905, source: 0x46941556d27a76ab, "read as often as you like",                 .rules("customer.get.safe-to-repeat", "customer.get.coalesces")),
      SentenceOfBoth(0x871bcd836f0acc0a, source: 0x4cb9b78ba95caec6, "five minutes, and only on a call",          .rules("customer.get.refreshes-when-old", "customer.get.exactly-five-minutes", "customer.get.only-on-call", "customer.get.in-the-background", "customer.purchase.refreshes", "customer.restore.refreshes")),
      SentenceOfBoth(0x36d853429205919f,                             "at a restart, and at the foreground",       .rules("customer.restart.refreshes-though-young", "customer.foreground.refreshes-when-old", "customer.foreground.quiet-when-young", "customer.foreground.exactly-five-minutes")),
      SentenceOfBoth(0xee29b6a0fe764c35, source: 0x51eeda26c6a8ed01, "the listener is told",                      .rules("customer.listener.told-of-background-updates")),
      SentenceOfBoth(0x4f6b9a585ff5d7cd, source: 0x8a92a54f08487015, "link: the policy of a read",                .rules("customer.policy.default-is-cached-or-fetched", "customer.policy.cached-or-fetched", "customer.policy.fetch-current", "customer.policy.from-cache-only", "customer.policy.not-stale-cached-or-fetched")),
      SentenceOfBoth(0x06c37b3b07e53c8c,                             "what is owned, offline",                    .rules("customer.offline.entitlements-readable", "customer.purchase.unlocks")),
      SentenceOfBoth(0x1cba9cac5f00baae, source: 0x40661666daca90c0, "the default policy, stale data included",   .rules("customer.policy.default-is-cached-or-fetched", "customer.policy.cached-or-fetched", "customer.policy.stale-served-then-refreshed")),
      SentenceOfBoth(0x4e3dd34d4918e587, source: 0x3c3dd84c48ef8a76, "link: the fetch policies",                  .rules("customer.policy.cached-or-fetched", "customer.policy.fetch-current", "customer.policy.from-cache-only", "customer.policy.not-stale-cached-or-fetched", "customer.policy.not-stale-offline")),
      SentenceOfBoth(0x420445ebc69bb54b, source: 0x30967aa51d695c8f, "a log-out clears the cache",                .rules("customer.logout.clears-customer-info", "customer.logout.clears-offerings", "customer.logout.stays-cleared")),
    ]),
    SectionOfBoth("Debug Logs", [
      SentenceOfBoth(0x11e6c32e2fcd062d, "a log tells of cached data", .rules("customer.log.vending-from-cache")),
      SentenceOfBoth(0x6e1580862c62cf37, "the line of the log",        .rules("customer.log.vending-from-cache")),
    ]),
    SectionOfBoth("Products", [
      SentenceOfBoth(0x6b5774011c0b4b8c, source: 0xd421cd8b5e17f820, "fetched at the start, then from the cache", .rules("customer.configure.fetches-offerings", "customer.offerings.cached-without-request")),
      SentenceOfBoth(0x87429285d31ee7e8, source: 0x3bca202f1da1e8a0, "read as often as you like",                 .rules("customer.offerings.safe-to-repeat", "customer.offerings.cached-without-request", "customer.offerings.coalesces")),
      SentenceOfBoth(0xeb04af7e5c4bac4d, source: 0x1a81d458e9826515, "unchanged, or five minutes: garbled",       .rules("customer.offerings.refreshes-when-old", "customer.offerings.unchanged", "customer.offerings.exactly-five-minutes", "customer.offerings.stale-answer")),
    ]),
    SectionOfBoth("Does data cache between app launches?", [
      SentenceOfBoth(0x03b136a0ac0b728a, source: 0xe825cf1c174bb54c, "id and customer info outlive the app", .rules("customer.identity.survives-restart", "customer.info.survives-restart")),
    ]),
    SectionOfBoth("How does the cache work if the user is offline?", [
      SentenceOfBoth(0x7a2842b5728e1bd0, source: 0x57d74444eb549c8e, "id and customer info are cached",      .rules("customer.identity.survives-restart", "customer.info.survives-restart")),
      SentenceOfBoth(0x092fd3c3b7180cfd, source: 0x7c78497296886ecb, "offline for ever, unless invalidated", .rules("customer.offline.served-for-ever", "customer.info.survives-restart", "customer.invalidate.offline", "customer.policy.failure-keeps-data")),
      SentenceOfBoth(0xf631318bbd45a095, source: 0x17b7e486822b0627, "offerings do not outlive the app",     .rules("customer.offerings.not-kept-across-restart")),
    ]),
    SectionOfBoth("When to use invalidateCustomerInfoCache()?", [
      SentenceOfBoth(0xb7080ad26caba10c, "invalidating forces a fetch", .rules("customer.invalidate.forces-fetch", "customer.invalidate.offline")),
    ]),
    SectionOfBoth("What happens if the user leaves the app open in the background?", [
      SentenceOfBoth(0xd4f2065631f948dd,            "a day in the background", .rules("customer.background.refreshes-after-a-day", "customer.background.exactly-a-day", "customer.background.production-only")),
      SentenceOfBoth(published: 0x705decf1e8524e91, "navigation",              .descriptive),
    ]),
  ]
}

/// A heading of both texts, and the sentences below it.
private struct SectionOfBoth {
  let heading: String
  let sourceHeading: String
  let sentences: [SentenceOfBoth]

  init(_ heading: String, inSource sourceHeading: String? = nil, _ sentences: [SentenceOfBoth]) {
    (self.heading, self.sourceHeading, self.sentences) = (heading, sourceHeading ?? heading, sentences)
  }

  func section(of document: Document, _ hash: KeyPath<SentenceOfBoth, UInt64?>) -> LedgerSection {
    LedgerSection(
      document, document == .revenueCat ? heading : sourceHeading,
      sentences.compactMap { sentence in
        sentence[keyPath: hash].map { LedgerRow($0, sentence.about, sentence.account) }
      })
  }
}

/// A sentence with its hash in each text, or in the only one that has it.
private struct SentenceOfBoth {
  let published: UInt64?
  let source: UInt64?
  let about: String
  let account: Account

  init(_ hash: UInt64, source: UInt64? = nil, _ about: String, _ account: Account) {
    (published, self.source, self.about, self.account) = (hash, source ?? hash, about, account)
  }

  init(published: UInt64? = nil, source: UInt64? = nil, _ about: String, _ account: Account) {
    (self.published, self.source, self.about, self.account) = (published, source, about, account)
  }
}
