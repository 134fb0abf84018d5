public import CacheConformance

extension Module {
  /// The reference, on both of its backends.
  public static let reference = Module(
    "reference", "the reference, in memory and on SQLite",
    variants: [
      Variant(
        "memory",
        .responseLoader(ReferenceResponseLoader<MemoryBackend>.self)
          + .normalizedCache(ReferenceNormalizedCache<MemoryBackend>.self)),
      Variant(
        "sqlite",
        .responseLoader(ReferenceResponseLoader<SQLiteBackend>.self)
          + .normalizedCache(ReferenceNormalizedCache<SQLiteBackend>.self)),
    ])
}
