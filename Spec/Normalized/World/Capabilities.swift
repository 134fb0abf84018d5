extension Capability {
  /// A cache in memory.
  public static let memoryCache = Capability("memory cache", "can be created with an in-memory cache", isPromised: true)
  /// A cache in a SQLite file.
  public static let sqliteCache = Capability(
    "SQLite cache", "can be created with a cache in a SQLite file", isPromised: true)
  /// Watching queries.
  public static let watching = Capability(
    "watching", "tells watchers of changes to the data of their queries", isPromised: true)
  /// Reading and writing the cache in transactions.
  public static let directAccess = Capability(
    "direct access", "reads, updates and removes cached data in transactions", isPromised: true)
  /// Removing by pattern.
  public static let patternRemoval = Capability(
    "pattern removal", "removes objects whose keys match a pattern", isPromised: true)
  /// Undoing transactions that fail.
  public static let undoneTransactions = Capability(
    "undone transactions", "undoes all of a transaction whose body throws", isPromised: true)
  /// Integers that a double cannot represent.
  public static let exactIntegers = Capability(
    "exact integers", "keeps integers beyond 2^53, which a client in a language with one type of number cannot")
  /// Accepting arguments of any type.
  public static let untypedArguments = Capability(
    "untyped arguments",
    "accepts an argument of a type other than the schema's, which a client with generated code cannot")
  /// Retrying a failed fetch from the cache.
  public static let errorInterceptor = Capability(
    "error interceptor", "lets the app choose the failures after which a fetch is retried from the cache",
    isPromised: true)
}
