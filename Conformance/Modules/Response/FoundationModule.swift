import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension CacheModule {
  /// The cache that ships with the toolchain: `URLCache` as a store, `URLSession` with it as a loader.
  public static let foundation = CacheModule(
    "foundation", summary: "URLCache and URLSession of Foundation, in Swift, over HTTP on loopback",
    version: RunEnvironment.toolchain, homepage: foundationHomepage, command: "cachespec",
    lacking: lackingInFoundation, deviations: foundationDeviations ?? [],
    [.responses(over: .loopback) { FoundationResponses(world: $0) }])

  private static var foundationHomepage: String {
    #if canImport(FoundationNetworking)
      "https://github.com/swiftlang/swift-corelibs-foundation"
    #else
      "https://developer.apple.com/documentation/foundation/urlcache"
    #endif
  }

  /// The reason why Foundation's networking cannot be given an origin that answers over HTTPS.
  static var untrusted: String {
    #if canImport(FoundationNetworking)
      // Its certificates come from a fixed list of files, to which no setting or environment variable adds, and a
      // session's delegate is never asked.
      "URLSession on this platform cannot be told to trust a certificate made for the run"
    #else
      "URLSessionTransport trusts what the system trusts, and nothing else"
    #endif
  }

  private static var lackingInFoundation: [Capability: String] {
    var lacking: [Capability: String] = [.virtualTime: "URLCache and URLSession read the machine's clock"]
    #if canImport(FoundationNetworking)
      lacking[.https] = untrusted
      lacking[.backgroundSessions] = "background configurations are not available on this platform"
      lacking[.variants] = "URLSession drops what has a Vary, and loads it anew"
      lacking[.fileURLs] = "URLSession loads no file URLs on this platform (it reports an unsupported URL)"
    #else
      lacking[.backgroundSessions] = "a background session needs an app bundle"
    #endif
    return lacking
  }
}

/// `URLCache` and `URLSession` as a module.
private struct FoundationResponses: ResponseSessionFactory {
  let world: ResponseWorld

  func openStore(at place: StorePlace, capacity: ByteCounts) throws -> FoundationStore {
    #if canImport(FoundationNetworking)
      FoundationStore(
        URLCache(memoryCapacity: capacity.memory, diskCapacity: capacity.disk, diskPath: try place.directory.path))
    #else
      FoundationStore(
        URLCache(memoryCapacity: capacity.memory, diskCapacity: capacity.disk, directory: try place.directory))
    #endif
  }

  func sharedStore() -> FoundationStore { FoundationStore(.shared) }

  func makeSession(
    _ configuration: SessionConfiguration<FoundationStore>
  ) throws -> any ResponseSessionModule<FoundationStore> { try FoundationSession(configuration, in: world) }
}
