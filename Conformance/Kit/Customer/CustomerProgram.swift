import CustomerRules
import Foundation

extension CustomerFetchPolicy: JSONValue {}
extension AppEnvironment: JSONValue {}

extension AppUserID: JSONValue {
  package init(_ json: JSON, name: String) throws { self.init(try String(json, name: name)) }
  package var json: JSON { .text(text) }
}

extension CustomerInfoModel: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(try json.get("appUserID"), try json.get("version"), entitlements: try json.find("entitlements") ?? [])
  }
  package var json: JSON {
    ["appUserID": appUserID.json, "version": version.json, "entitlements": entitlements.json]
  }
}

extension OfferingsModel: JSONValue {
  package init(_ json: JSON, name: String) throws { self.init(try json.get("appUserID"), try json.get("version")) }
  package var json: JSON { ["appUserID": appUserID.json, "version": version.json] }
}

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Programs with customer caches.
    public static let customer = Self("customer") { program, _ in .customers(of: program) }
  }

  extension ChapterImplementation {
    /// A program's customer cache.
    static func customers(of program: Program) -> Self {
      customers { setup, place, world in
        let listeners = world.world.shared { Numbered<@Sendable (CustomerInfoModel) -> Void>() }
        let connection = world.world.shared {
          ProgramConnection(
            program, "customer", in: world.world,
            hear: { method, parameters in
              guard method == "notify" else { throw UnknownMethod(name: method) }
              listeners[try parameters.get("listener")]?(try parameters.get("info"))
            },
            answer: { [weak world] method, parameters in
              guard let world else { throw CancellationError() }
              let user: AppUserID = try parameters.get("user")
              switch method {
              case "fetchCustomerInfo": return try await world.fetchCustomerInfo(of: user).json
              case "fetchOfferings": return try await world.fetchOfferings(for: user).json
              case "purchase": return try await world.purchase(parameters.get("product"), by: user).json
              case "restore": return try await world.restore(for: user).json
              default: throw UnknownMethod(name: method)
              }
            })
        }
        let folder = try WorldFailure.catching { try place.directory.path }
        return ProgramCustomers(
          object: try await connection.make(
            "open",
            [
              "appUserID": setup.appUserID.json, "environment": setup.environment.json, "place": .text(place.name),
              "folder": .text(folder),
            ]), listeners: listeners)
      }
    }
  }

  private struct ProgramCustomers: OfferingsCacheModule, PurchasesModule, IdentitiesModule, InvalidationModule,
    CustomerListenerModule, EarlierFormatModule, ProgramModule
  {
    let object: ProgramObject
    let listeners: Numbered<@Sendable (CustomerInfoModel) -> Void>

    func appUserID() async throws -> AppUserID? { try await object.call("appUserID").found() }
    func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfoModel {
      try await object.call("customerInfo", ["policy": policy.json]).whole()
    }
    func enterForeground() async throws { try await object.call("enterForeground") }
    func enterBackground() async throws { try await object.call("enterBackground") }
    func offerings() async throws -> OfferingsModel { try await object.call("offerings").whole() }
    func purchase(_ product: String) async throws { try await object.call("purchase", ["product": product.json]) }
    func restorePurchases() async throws { try await object.call("restorePurchases") }
    func logIn(_ user: AppUserID) async throws { try await object.call("logIn", ["user": user.json]) }
    func logOut() async throws { try await object.call("logOut") }
    func invalidateCustomerInfoCache() async throws { try await object.call("invalidateCustomerInfoCache") }
    func setListener(_ listener: (@Sendable (CustomerInfoModel) -> Void)?) async throws {
      try await object.call("setListener", ["listener": listener.map(listeners.add).json])
    }
    func storeInEarlierFormat(_ info: CustomerInfoModel) async throws {
      try await object.call("storeInEarlierFormat", ["info": info.json])
    }
  }
#endif

/// A customer cache that is served to the kit at the other end of a pipe.
struct ServedCustomers<Module: CustomerCacheModule>: ServedModule {
  private let remoteWorld: RemoteWorld
  private let world: CustomerWorld
  private let configure: @Sendable (CustomerSetup, StorePlace, CustomerWorld) async throws -> Module

  init(
    in remoteWorld: RemoteWorld,
    _ configure: @escaping @Sendable (CustomerSetup, StorePlace, CustomerWorld) async throws -> Module
  ) {
    (self.remoteWorld, self.configure) = (remoteWorld, configure)
    world = CustomerWorld(remoteWorld: remoteWorld)
  }

  func answer(_ method: String, _ parameters: JSON, _ objects: ServedObjects) async throws -> JSON {
    if method == "open" {
      world.world.storage.use(folder: try parameters.get("folder"))
      let setup = CustomerSetup(try parameters.find("appUserID"), environment: try parameters.get("environment"))
      let place = world.world.storage.place(try parameters.get("place"))
      return objects.made(try await configure(setup, place, world))
    }
    let module: Module = try objects.object(of: parameters)
    switch (method, module) {
    case ("appUserID", _): return try await module.appUserID().json
    case ("customerInfo", _): return try await module.customerInfo(parameters.find("policy")).json
    case ("enterForeground", _): try await module.enterForeground()
    case ("enterBackground", _): try await module.enterBackground()
    case ("offerings", let module as any OfferingsCacheModule): return try await module.offerings().json
    case ("purchase", let module as any PurchasesModule): try await module.purchase(parameters.get("product"))
    case ("restorePurchases", let module as any PurchasesModule): try await module.restorePurchases()
    case ("logIn", let module as any IdentitiesModule): try await module.logIn(parameters.get("user"))
    case ("logOut", let module as any IdentitiesModule): try await module.logOut()
    case ("invalidateCustomerInfoCache", let module as any InvalidationModule):
      try await module.invalidateCustomerInfoCache()
    case ("setListener", let module as any CustomerListenerModule):
      try await module.setListener(listener(try parameters.find("listener")))
    case ("storeInEarlierFormat", let module as any EarlierFormatModule):
      try await module.storeInEarlierFormat(parameters.get("info"))
    default: throw UnknownMethod(name: method)
    }
    return .null
  }

  private func listener(_ number: Int?) -> (@Sendable (CustomerInfoModel) -> Void)? {
    guard let number else { return nil }
    return { [remoteWorld] info in
      remoteWorld.conversation.tell("notify", ["listener": number.json, "info": info.json])
    }
  }
}
