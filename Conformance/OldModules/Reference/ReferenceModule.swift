public import CacheConformance

extension Module {
  /// The reference, on both of its backends.
  public static let reference = Module(
    "reference", "the reference, in memory and on SQLite",
    variants: [
      Variant("memory", suites(on: MemoryBackend.self)), Variant("sqlite", suites(on: SQLiteBackend.self)),
    ])

  private static func suites<Backend: ReferenceBackend>(on _: Backend.Type) -> [Suite] {
    .responseLoader(ReferenceResponseLoader<Backend>.self)
      + .referencePaywalls(Backend.self)
      + .customerCache(ReferenceCustomerCache<Backend>.self)
      + .dashboard(ReferenceDashboard.self)
      + .normalizedCache(ReferenceNormalizedCache<Backend>.self)
  }
}
