public import CacheConformance
import ResponseRules

extension ChapterImplementation {
  /// A cache of URL responses. If it makes no sessions, it is tested against the rules for stores only. A library that
  /// has neither policies nor a delegate declares that it lacks `.requestPolicies`, `.storagePolicies` and
  /// `.willCache`.
  ///
  /// - Parameters:
  ///   - transport: how its sessions reach the origin. Over loopback, its client has to trust
  ///     `ResponseWorld.certificate` for HTTPS; if it cannot, the module lacks `Capability.https`.
  ///   - make: makes the cache in a world.
  public static func responses<Module: ResponseStoreFactory>(
    over transport: ResponseWorld.Transport = .inProcess,
    _ make: @escaping @Sendable (ResponseWorld) async throws -> Module
  ) -> Self {
    let loads = Module.self is any ResponseSessionFactory<Module.Store>.Type
    let alone = "the module is a store alone"
    var missing: [Capability: String] = loads ? [:] : [.loader: alone, .sessionStores: alone]
    if transport == .loopback { missing[.https] = LoopbackTLS.lack }
    let calls: [(Capability, isThere: Bool)] = [
      (.directStoring, Module.Store.self is any DirectStoringModule.Type),
      (.removalSince, Module.Store.self is any DatedRemovalModule.Type),
      (.removalOfAll, Module.Store.self is any RemovalOfAllModule.Type),
      (.capacity, Module.Store.self is any BoundedStoreModule.Type),
    ]
    for (capability, isThere) in calls where !isThere { missing[capability] = "\(Module.Store.self) has no such call" }
    return Self(
      missing: missing, chapters: loads ? nil : [ResponseSpec.chapter],
      served: { .responses(in: $0, make) }
    ) { lacking in
      let world = try ResponseWorld(time: lacking[.virtualTime] == nil ? .virtual : .real, transport: transport)
      do {
        return ResponseChecker(try await make(world), in: world, storesDirectly: lacking[.directStoring] == nil)
      } catch {
        await world.tearDown()
        throw error
      }
    }
  }

  /// A store of URL responses, without sessions.
  ///
  /// - Parameter open: opens the store with a capacity, at a place of a world that may hold what an earlier store left.
  public static func responseStore<Store: ResponseStoreModule>(
    _ open: @escaping @Sendable (StorePlace, ByteCounts, ResponseWorld) async throws -> Store
  ) -> Self {
    responses { world in StoreAlone { place, capacity in try await open(place, capacity, world) } }
  }
}

/// A module that opens stores but makes no sessions.
private struct StoreAlone<Store: ResponseStoreModule>: ResponseStoreFactory {
  let open: @Sendable (StorePlace, ByteCounts) async throws -> Store

  func openStore(at place: StorePlace, capacity: ByteCounts) async throws -> Store {
    try await open(place, capacity)
  }
}
