import ResponseRules
import Foundation

/// A cache of URL responses that is served to the kit at the other end of a pipe.
actor ServedResponses<Module: ResponseCacheModule>: ServedModule {
  private let world: ResponseWorld
  private let make: @Sendable (ResponseWorld) async throws -> Module
  private var made: Module?

  init(in world: RemoteWorld, _ make: @escaping @Sendable (ResponseWorld) async throws -> Module) {
    self.world = ResponseWorld(remoteWorld: world)
    self.make = make
  }

  private var module: Module {
    get async throws {
      if let made { return made }
      let module = try await make(world)
      // Another call may have made the module meanwhile.
      made = made ?? module
      return made ?? module
    }
  }

  func answer(_ method: String, _ parameters: JSON, _ objects: ServedObjects) async throws -> JSON {
    switch method {
    case "openStore":
      world.world.storage.use(folder: try parameters.get("folder"))
      return objects.made(
        try await module.openStore(
          at: world.world.storage.place(parameters.get("place")), capacity: parameters.get("capacity")))
    case "sharedStore", "makeSession":
      guard let loading = try await module as? any ResponseLoadingModule<Module.Store> else {
        throw UnknownMethod(name: method)
      }
      if method == "sharedStore" { return objects.made(try await loading.sharedStore()) }
      return objects.made(try await loading.makeSession(configuration(parameters, objects)))
    default: break
    }
    let object: any ClosableModule = try objects.object(of: parameters)
    if let session = object as? any ResponseSessionModule<Module.Store> {
      return try await Self.answer(method, parameters, session, objects)
    }
    return try await Self.answer(method, parameters, object)
  }

  private func configuration(_ parameters: JSON, _ objects: ServedObjects) throws -> SessionConfiguration<Module.Store>
  {
    let store: Module.Store? =
      if parameters["store"] == .null { nil } else { try objects.object(of: parameters, "store") }
    let willCache: WillCache? = try parameters.find("delegate", as: Int.self).map { number in
      { @Sendable [world] proposal in
        // Nothing is cached if the kit is gone.
        try? await world.remoteWorld?.ask("willCache", ["delegate": number.json, "response": proposal.json]).found()
      }
    }
    return SessionConfiguration(
      kind: try parameters.get("kind"), store: store, leavesStore: try parameters.get("leavesStore"),
      policy: try parameters.find("policy"), willCache: willCache)
  }

  private static func answer(
    _ method: String, _ parameters: JSON, _ session: any ResponseSessionModule<Module.Store>, _ objects: ServedObjects
  ) async throws -> JSON {
    switch method {
    case "configuredStore": return try await session.configuredStore().map(objects.made) ?? .null
    case "load":
      return try await session.load(
        parameters.get("request"), as: parameters.get("kind"), through: parameters.get("through")
      ).json
    default: throw UnknownMethod(name: method)
    }
  }

  private static func answer(_ method: String, _ parameters: JSON, _ store: any ClosableModule) async throws -> JSON {
    switch (method, store) {
    case ("storedResponse", let store as any StoredResponsesModule):
      return try await store.storedResponse(for: parameters.get("request")).json
    case ("removeResponse", let store as any StoredResponsesModule):
      try await store.removeResponse(for: parameters.get("request"))
    case ("store", let store as any DirectStoringModule):
      try await store.store(parameters.get("response"), for: parameters.get("request"))
    case ("removeResponsesSince", let store as any DatedRemovalModule):
      try await store.removeResponses(since: parameters.get("date"))
    case ("removeAllResponses", let store as any RemovalOfAllModule): try await store.removeAllResponses()
    case ("usage", let store as any BoundedStoreModule): return try await store.usage().json
    case ("capacity", let store as any BoundedStoreModule): return try await store.capacity().json
    case ("setCapacity", let store as any BoundedStoreModule):
      try await store.setCapacity(parameters.get("capacity"))
    default: throw UnknownMethod(name: method)
    }
    return .null
  }
}
