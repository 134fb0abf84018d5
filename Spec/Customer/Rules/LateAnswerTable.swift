extension CustomerSpec {
  /// A request for alice is in flight, and held, when the app switches users; it is answered after the switch. The new
  /// user has an id that the module generates if alice logs out, or is bob if bob is logged in.
  ///
  /// - The new user reads `theirInfo` or `theirOfferings`: what the server had for them at the switch or later, and nobody
  ///   else's.
  /// - If alice logs out, `nothing` is left of her, neither in what a listener is told nor in what is stored, which is
  ///   searched for one kind of request. If another user is logged in, `nothingShown` is left: no read and no listener
  ///   shows anything of her.
  // swift-format-ignore
  static let lateAnswerTable: [CustomerLateAnswerRow] = [
    //  under way               leaving by new user reads    left            rule
    .init((.start,              .logOut, .theirInfo,      .nothing),      "customer.logout.late-answer-discarded"),
    .init((.start,              .logIn,  .theirInfo,      .nothingShown), "customer.login.late-answer-discarded"),
    .init((.firstRead,          .logOut, .theirInfo,      .nothing),      "customer.logout.late-answer-discarded"),
    .init((.firstRead,          .logIn,  .theirInfo,      .nothingShown), "customer.login.late-answer-discarded"),
    .init((.staleRead,          .logOut, .theirInfo,      .nothing),      "customer.logout.late-answer-discarded"),
    .init((.staleRead,          .logIn,  .theirInfo,      .nothingShown), "customer.login.late-answer-discarded"),
    .init((.fetchCurrent,       .logOut, .theirInfo,      .nothing),      "customer.logout.late-answer-discarded"),
    .init((.fetchCurrent,       .logIn,  .theirInfo,      .nothingShown), "customer.login.late-answer-discarded"),
    .init((.foreground,         .logOut, .theirInfo,      .nothing),      "customer.logout.late-answer-discarded"),
    .init((.foreground,         .logIn,  .theirInfo,      .nothingShown), "customer.login.late-answer-discarded"),
    .init((.day,                .logOut, .theirInfo,      .nothing),      "customer.logout.late-answer-discarded"),
    .init((.day,                .logIn,  .theirInfo,      .nothingShown), "customer.login.late-answer-discarded"),
    .init((.purchase,           .logOut, .theirInfo,      .nothing),      "customer.logout.late-answer-discarded"),
    .init((.purchase,           .logIn,  .theirInfo,      .nothingShown), "customer.login.late-answer-discarded"),
    .init((.restore,            .logOut, .theirInfo,      .nothing),      "customer.logout.late-answer-discarded"),
    .init((.restore,            .logIn,  .theirInfo,      .nothingShown), "customer.login.late-answer-discarded"),
    .init((.offeringsStart,     .logOut, .theirOfferings, .nothing),      "customer.logout.late-answer-discarded"),
    .init((.offeringsStart,     .logIn,  .theirOfferings, .nothingShown), "customer.login.late-answer-discarded"),
    .init((.offeringsFirstRead, .logOut, .theirOfferings, .nothing),      "customer.logout.late-answer-discarded"),
    .init((.offeringsFirstRead, .logIn,  .theirOfferings, .nothingShown), "customer.login.late-answer-discarded"),
    .init((.offeringsStaleRead, .logOut, .theirOfferings, .nothing),      "customer.logout.late-answer-discarded"),
    .init((.offeringsStaleRead, .logIn,  .theirOfferings, .nothingShown), "customer.login.late-answer-discarded"),
  ]

  static let lateAnswerLegend = """
    A request for alice is held while the app switches to another user, and is answered after the switch. What is *left of
    the old user* is looked for in what the listener is told and, when she logs out while a stale read is refreshed, in
    everything that is stored.
    """
}
