extension CustomerSpec {
  /// A request for alice is under way, and held, when the app leaves her; it is answered after that. The new user is one
  /// that the module makes up where she logs out, and bob where he is logged in.
  ///
  /// - The new user reads `theirInfo` or `theirOfferings`: what the server had for them at the switch or later, and nobody
  ///   else's.
  /// - Left of alice is `nothing`, in what a listener hears and in what is stored, where she logs out; where another is
  ///   logged in it is `nothingShown`, to a read or a listener.
  // swift-format-ignore
  static let switchTable: [CustomerSwitchRow] = [
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
}
