extension Capability {
  /// A cache in memory.
  public static let memoryCache = Capability("memory cache", "can be made with a cache in memory")
  /// A cache in a SQLite file.
  public static let sqliteCache = Capability("SQLite cache", "can be made with a cache in a SQLite file")
  /// Watching queries.
  public static let watching = Capability("watching", "tells watchers of changes to the data of their queries")
  /// Reading and writing the cache in transactions.
  public static let directAccess = Capability("direct access", "reads, updates and removes in transactions")
  /// Removing by pattern.
  public static let patternRemoval = Capability("pattern removal", "removes objects whose keys match a pattern")
  /// Taking arguments of any type.
  public static let untypedArguments = Capability(
    "untyped arguments", "takes an argument of another type than the schema's, as no client with generated code can")
  /// Having a failed fetch tried again in the cache.
  public static let errorInterceptor = Capability(
    "error interceptor", "lets the app choose failures after which a fetch is tried again in the cache")
}
