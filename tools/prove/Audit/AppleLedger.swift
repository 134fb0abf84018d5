import CacheSpec

extension Ledger {
  /// Apple's article on the URL cache.
  // swift-format-ignore
  static let apple: [LedgerSection] = [
    LedgerSection(.apple, "Accessing cached data", [
      LedgerRow(0x66f4919d262d1e58, "the framework",          .descriptive),
      LedgerRow(0xadc2177e2f301559, "what the page is about", .descriptive),
    ]),
    LedgerSection(.apple, "Overview", [
      LedgerRow(0xc050dc053a4c46ab, "in memory and on disk",           .rules("response.store.memory-and-disk", "response.storage.allowed", "response.load.stores")),
      LedgerRow(0x44f712e7d8b23aca, "what the store is for",           .rules("response.load.stores")),
      LedgerRow(0x7c04fa848550c4df, "the shared store",                .rules("response.load.own-store")),
      LedgerRow(0x4f99868124157c61, "stores of one's own, by session", .rules("response.load.own-store", "response.load.configured-store")),
    ]),
    LedgerSection(.apple, "Set a Cache Policy for Url Requests", [
      LedgerRow(0x28c273b47defd296, "each request has a policy",          .rules("response.session.request-overrides", "response.policy.default-is-use-protocol")),
      LedgerRow(0xccdc6a5c774bd0ec, "a request's policy can be changed",  .rules("response.session.request-overrides")),
      LedgerRow(0x81aa0c96fc024a17, "requests inherit from the session",  .rules("response.session.policy-inherited")),
      LedgerRow(0xe1dcb5b789a400cf, "what follows: the table",            .descriptive),
      LedgerRow(0xf449c04f36137a23, "what the table shows",               .descriptive),
      LedgerRow(0xb7f439687fb41d27, "HTTP and HTTPS, and no others",      .rules("response.scheme.http-and-https-cached", "response.scheme.others-not-cached")),
      LedgerRow(0x4b1d217a00522b62, "policies over FTP and files",        .rules("response.scheme.file-policy-controls-access", "response.scheme.others-not-cached")),
      LedgerRow(0x2c7cfe1eceeb23aa, "the head of the table",              .descriptive),
      LedgerRow(0xe35ca3e1a3113169, "row: always the origin",             .rules("response.policy.reload-ignoring-local")),
      LedgerRow(0xb8f9f2bd933c6519, "row: never the origin",              .rules("response.policy.dont-load-hit", "response.policy.dont-load-miss")),
      LedgerRow(0x8de0f2328a2fab2c, "row: the origin only if needed",     .rules("response.policy.else-load-hit", "response.policy.else-load-miss")),
      LedgerRow(0x4f2094ccecff0d55, "row: the protocol decides",          .rules("response.policy.use-protocol")),
      LedgerRow(0xf61d389886b6c64d, "link: HTTP, and the other policies", .rules("response.policy.use-protocol", "response.policy.reload-ignoring-remote", "response.policy.reload-revalidating")),
      LedgerRow(0x5326ccd88f6f8fee, "the default",                        .rules("response.policy.default-is-use-protocol")),
      LedgerRow(0xf0f88bbc21cfa26f, "HTTPS on disk",                      .rules("response.scheme.https-on-disk-by-default")),
      LedgerRow(0x6a6b2807ceac414c, "how to keep it off the disk",        .rules("response.will-cache.changed")),
    ]),
    LedgerSection(.apple, "Access the Cache Directly", [
      LedgerRow(0x55e007cb01e0ed7e, "the store of a session",       .rules("response.load.configured-store", "response.load.no-store")),
      LedgerRow(0x0eb354eae7834aec, "look a response up",           .rules("response.store.returns-what-was-stored")),
      LedgerRow(0xc2e4ccbce2df9a66, "a response, or nothing",       .rules("response.store.returns-what-was-stored", "response.store.miss", "response.load.stores")),
      LedgerRow(0x947446e8f6b926a8, "what follows: usage",          .descriptive),
      LedgerRow(0xdaf36843815e0982, "capacities and usages",        .rules("response.usage.reported", "response.usage.within-capacity")),
      LedgerRow(0x65c01cc7f19b5cdc, "remove one",                   .rules("response.remove.one")),
      LedgerRow(0xcd51a0d3cbbcb457, "remove since a date, and all", .rules("response.remove.since", "response.remove.since-precision", "response.remove.all")),
    ]),
    LedgerSection(.apple, "Manage Caching Programmatically", [
      LedgerRow(0x0098a72f4f2992db, "store by hand",                        .rules("response.store.returns-what-was-stored", "response.store.replaces", "response.load.serves-stored-by-hand")),
      LedgerRow(0xf2d869a5a5fb3069, "while a task handles it",              .descriptive),
      LedgerRow(0x5c971fcd9e148951, "the delegate's method",                .rules("response.will-cache.as-proposed", "response.will-cache.once")),
      LedgerRow(0x5bd820c308cca399, "which tasks and sessions ask",         .rules("response.will-cache.data-and-upload-only", "response.will-cache.not-in-background-or-ephemeral")),
      LedgerRow(0xd56a52153f1e00b9, "what the delegate is given",           .descriptive),
      LedgerRow(0xeaaead6737ef8978, "what follows: the delegate's answers", .descriptive),
      LedgerRow(0xf71e127136558de8, "the proposal as it is",                .rules("response.will-cache.as-proposed")),
      LedgerRow(0x0f4a7d03bf5606b2, "nothing",                              .rules("response.will-cache.none")),
      LedgerRow(0x88002a15c0907b31, "a changed proposal",                   .rules("response.will-cache.changed", "response.storage.allowed", "response.storage.memory-only", "response.storage.not-allowed", "response.storage.tightened")),
      LedgerRow(0xa563e3ed58482c6a, "the example keeps HTTPS in memory",    .rules("response.will-cache.changed", "response.storage.memory-only")),
      LedgerRow(0x828a29c9c8d7a25f, "caption of the code",                  .descriptive),
      LedgerRow(0x160b5cd15264706d, "code: HTTPS in memory only",           .rules("response.will-cache.changed", "response.storage.memory-only", "response.will-cache.as-proposed")),
    ]),
    LedgerSection(.apple, "See Also", [
      LedgerRow(0x242f0882bf99cc24, "navigation", .descriptive),
      LedgerRow(0xfb4e3b41711581a7, "navigation", .descriptive),
      LedgerRow(0xc750ea885f90755a, "navigation", .descriptive),
    ]),
  ]
}
