extension PaywallSpec {
  /// What each policy does in every combination of cache, network and fallback.
  ///
  /// The CDN has version 3 and the server version 2; the fallback, where it is set, is version 0. The cached copy is
  /// version 1: a young one is ten minutes old, an expired one an hour old. `maxAge` is half an hour.
  ///
  /// - `requests`: the remote layers that are asked, in this order.
  /// - `fromCDN`, `fromServer`: that layer's version.
  /// - `cached`: the copy that was cached before; `unchanged` means that it is still cached.
  ///
  /// A load that names no policy has the outcomes of `reload`.
  static let policyTable = reloadTable + elseLoadTable + ifNotExpiredTable

  // swift-format-ignore
  private static let reloadTable: [PaywallPolicyRow] = [
    //     policy         cache     network      fallback answer       requests         afterwards    rule
    .init((.reload,       .young,   .up,         .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.policy.reload-asks-network-first"),
    .init((.reload,       .young,   .serverOnly, .set,    .fromServer, [.cdn, .server], .fromServer), "paywall.policy.reload-asks-network-first"),
    .init((.reload,       .young,   .down,       .set,    .cached,     [.cdn, .server], .unchanged),  "paywall.policy.reload-falls-back-to-cache"),
    .init((.reload,       .expired, .up,         .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.policy.reload-asks-network-first"),
    .init((.reload,       .expired, .down,       .set,    .cached,     [.cdn, .server], .unchanged),  "paywall.policy.reload-falls-back-to-cache"),
  ]

  // swift-format-ignore
  private static let elseLoadTable: [PaywallPolicyRow] = [
    //     policy         cache     network      fallback answer       requests         afterwards    rule
    .init((.elseLoad,     .empty,   .up,         .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.policy.cache-else-load-miss"),
    .init((.elseLoad,     .empty,   .serverOnly, .set,    .fromServer, [.cdn, .server], .fromServer), "paywall.policy.cache-else-load-miss"),
    .init((.elseLoad,     .empty,   .down,       .set,    .fallback,   [.cdn, .server], .nothing),    "paywall.policy.cache-else-load-miss"),
    .init((.elseLoad,     .empty,   .down,       .notSet, .error,      [.cdn, .server], .nothing),    "paywall.policy.cache-else-load-miss"),
    .init((.elseLoad,     .young,   .up,         .set,    .cached,     [],              .unchanged),  "paywall.policy.cache-else-load-hit"),
    .init((.elseLoad,     .young,   .down,       .set,    .cached,     [],              .unchanged),  "paywall.policy.cache-else-load-hit"),
    .init((.elseLoad,     .expired, .up,         .set,    .cached,     [],              .unchanged),  "paywall.policy.cache-else-load-any-age"),
    .init((.elseLoad,     .expired, .down,       .set,    .cached,     [],              .unchanged),  "paywall.policy.cache-else-load-any-age"),
  ]

  // swift-format-ignore
  private static let ifNotExpiredTable: [PaywallPolicyRow] = [
    //     policy         cache     network      fallback answer       requests         afterwards    rule
    .init((.ifNotExpired, .empty,   .up,         .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.policy.max-age-miss"),
    .init((.ifNotExpired, .empty,   .serverOnly, .set,    .fromServer, [.cdn, .server], .fromServer), "paywall.policy.max-age-miss"),
    .init((.ifNotExpired, .empty,   .down,       .set,    .fallback,   [.cdn, .server], .nothing),    "paywall.policy.max-age-miss"),
    .init((.ifNotExpired, .empty,   .down,       .notSet, .error,      [.cdn, .server], .nothing),    "paywall.policy.max-age-miss"),
    .init((.ifNotExpired, .young,   .up,         .set,    .cached,     [],              .unchanged),  "paywall.policy.max-age-young"),
    .init((.ifNotExpired, .young,   .down,       .set,    .cached,     [],              .unchanged),  "paywall.policy.max-age-young"),
    .init((.ifNotExpired, .expired, .up,         .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.policy.max-age-expired"),
    .init((.ifNotExpired, .expired, .serverOnly, .set,    .fromServer, [.cdn, .server], .fromServer), "paywall.policy.max-age-expired"),
    .init((.ifNotExpired, .expired, .down,       .set,    .cached,     [.cdn, .server], .unchanged),  "paywall.policy.max-age-expired-offline"),
    .init((.ifNotExpired, .expired, .down,       .notSet, .cached,     [.cdn, .server], .unchanged),  "paywall.policy.max-age-expired-offline"),
  ]
}
