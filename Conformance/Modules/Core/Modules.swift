extension CacheModule {
  /// The reference, on both of its backends.
  public static let reference: [CacheModule] = Backend.allCases.map { backend in
    CacheModule(
      "reference", variant: backend.rawValue, summary: "the reference in Swift, in memory and on SQLite",
      command: "cachespec", Chapters.shipped.map { $0.reference(on: backend) })
  }

  /// The reference as a program uses it: with Foundation's networking, real time, and SQLite.
  public static let referenceOverSockets = CacheModule(
    "reference-sockets",
    summary: "the reference's loader in Swift, through Foundation's networking, over HTTP on loopback, on SQLite",
    command: "cachespec",
    lacking: [
      .virtualTime: "it goes by the machine's clock, as Foundation's networking does",
      .https: untrusted,
    ],
    [ResponseAction.overSockets])

  /// A module that does nothing and never fails. A rule that it passes checks nothing.
  public static let null = CacheModule(
    "null", summary: "does nothing, never fails: passes no must rule", command: "cachespec",
    Chapters.shipped.map { $0.null })

  /// A module that always returns its first answer. A rule that it passes cannot tell a right answer from any other.
  public static let alwaysHit = CacheModule(
    "always-hit", summary: "answers with the first thing it ever saw: passes no must rule",
    command: "cachespec", Chapters.shipped.map { $0.alwaysHit })
}
