extension PaywallSpec {
  /// The order of the layers: each answers only when all before it have failed.
  ///
  /// A layer that is down alone refuses the connection; where both are down, the device has no network, and whether the
  /// server is asked is open. The load names no policy. The CDN has version 3 and the server version 2; a filled cache holds version 1, and the
  /// fallback, where it is set, is version 0.
  ///
  /// - `requests`: the remote layers that are asked, in this order.
  /// - `fromCDN`, `fromServer`: that layer's version.
  /// - `cached`: the copy that was cached before; `unchanged` means that it is still cached.
  // swift-format-ignore
  static let priorityTable: [PaywallPriorityRow] = [
    //  CDN       server cache    fallback answer       requests         afterwards    rule
    .init((.up,   .up,   .filled, .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.priority.cdn-first"),
    .init((.up,   .down, .empty,  .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.priority.cdn-first"),
    .init((.down, .up,   .filled, .notSet, .fromServer, [.cdn, .server], .fromServer), "paywall.priority.server-after-cdn"),
    .init((.down, .up,   .empty,  .notSet, .fromServer, [.cdn, .server], .fromServer), "paywall.priority.server-after-cdn"),
    .init((.down, .down, .filled, .set,    .cached,     [.cdn, .server], .unchanged),  "paywall.priority.cache-after-network"),
    .init((.down, .down, .filled, .notSet, .cached,     [.cdn, .server], .unchanged),  "paywall.priority.cache-after-network"),
    .init((.down, .down, .empty,  .set,    .fallback,   [.cdn, .server], .nothing),    "paywall.priority.fallback-after-cache"),
    .init((.down, .down, .empty,  .notSet, .error,      [.cdn, .server], .nothing),    "paywall.priority.error-when-all-fail"),
  ]
}
