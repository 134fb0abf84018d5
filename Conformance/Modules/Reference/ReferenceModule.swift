public import CacheConformance

extension Module {
  /// The reference, on both of its backends.
  public static let reference = Module(
    "reference", "the reference, in memory and on SQLite",
    variants: [Variant("memory", suites(MemoryBackend.self)), Variant("sqlite", suites(SQLiteBackend.self))])

  private static func suites<Backend: ReferenceBackend>(_: Backend.Type) -> [Suite] {
    .responseLoader(ReferenceResponseLoader<Backend>.self)
      + .referencePaywalls(Backend.self)
      + .normalizedCache(ReferenceNormalizedCache<Backend>.self)
  }
}
