import ResponseRules
import Foundation
import Synchronization

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Programs with URL responses, with or without sessions.
    public static let response = Self("response", alsoCovering: "http") { program, description in
      .responses(of: program, description)
    }
  }

  extension ChapterImplementation {
    /// A program's cache of URL responses.
    static func responses(of program: Program, _ description: ProgramDescription) -> Self {
      if description.lacking[Capability.loader.identifier] != nil {
        return responses { world in ProgramStores(all: ProgramResponses(program, in: world)) }
      }
      return responses(over: description.isOverLoopback ? .loopback : .inProcess) { world in
        ProgramResponses(program, in: world)
      }
    }
  }

  /// A program's stores, without sessions.
  private struct ProgramStores: ResponseCacheModule {
    let all: ProgramResponses

    func openStore(at place: StorePlace, capacity: ByteCounts) async throws -> ProgramStore {
      try await all.openStore(at: place, capacity: capacity)
    }
  }

  /// A program's cache of URL responses.
  private struct ProgramResponses: ResponseLoadingModule {
    private let connection: ProgramConnection
    private let delegates = Numbered<WillCache>()

    init(_ program: Program, in world: ResponseWorld) {
      connection = ProgramConnection(program, "response", in: world.world) {
        [weak world, delegates] method, parameters in
        guard let world else { throw CancellationError() }
        switch method {
        case "send": return try await world.send(parameters.get("request")).json
        case "certificate": return .text(try world.certificate.path)
        case "willCache":
          let willCache = delegates[try parameters.get("delegate")]
          return await willCache?(try parameters.get("response")).json ?? .null
        default: throw UnknownMethod(name: method)
        }
      }
      // An answer of the origin over HTTP must not reach the program before the program knows the time of the answer.
      world.timeListener.tell(by: { [weak connection] in await connection?.tellTime() })
    }

    func openStore(at place: StorePlace, capacity: ByteCounts) async throws -> ProgramStore {
      let folder = try WorldFailure.catching { try place.directory.path }
      return ProgramStore(
        object: try await connection.make(
          "openStore", ["place": .text(place.name), "folder": .text(folder), "capacity": capacity.json]))
    }

    func sharedStore() async throws -> ProgramStore {
      ProgramStore(object: try await connection.make("sharedStore", [:]))
    }

    func makeSession(
      _ configuration: SessionConfiguration<ProgramStore>
    ) async throws -> any ResponseSessionModule<ProgramStore> {
      ProgramSession(
        object: try await connection.make(
          "makeSession",
          [
            "kind": configuration.kind.json, "store": (configuration.store?.object.number).json,
            "leavesStore": configuration.leavesStore.json, "policy": configuration.policy.json,
            "delegate": configuration.willCache.map(delegates.add).json,
          ]))
    }
  }

  /// A program's store.
  private struct ProgramStore: ResponseStoreModule, ProgramModule {
    let object: ProgramObject

    func storedResponse(for request: RequestMessage) async throws -> StoredResponse? {
      try await object.call("storedResponse", ["request": request.json]).found()
    }
    func store(_ response: StoredResponse, for request: RequestMessage) async throws {
      try await object.call("store", ["response": response.json, "request": request.json])
    }
    func removeResponse(for request: RequestMessage) async throws {
      try await object.call("removeResponse", ["request": request.json])
    }
    func removeResponses(since date: Date) async throws {
      try await object.call("removeResponsesSince", ["date": date.json])
    }
    func removeAllResponses() async throws { try await object.call("removeAllResponses") }
    func usage() async throws -> ByteCounts { try await object.call("usage").whole() }
    func capacity() async throws -> ByteCounts { try await object.call("capacity").whole() }
    func setCapacity(_ capacity: ByteCounts) async throws {
      try await object.call("setCapacity", ["capacity": capacity.json])
    }
  }

  /// A program's session.
  private struct ProgramSession: ResponseSessionModule, ProgramModule {
    let object: ProgramObject

    func configuredStore() async throws -> ProgramStore? {
      let number: Int? = try await object.call("configuredStore").find("object")
      return number.map { ProgramStore(object: object.with(number: $0)) }
    }
    func load(_ request: RequestMessage, as kind: TaskKind) async throws -> ResponseMessage {
      try await load(request, as: kind, through: .awaited)
    }
    func load(
      _ request: RequestMessage, as kind: TaskKind, through call: LoadCall
    ) async throws -> ResponseMessage {
      try await object.call("load", ["request": request.json, "kind": kind.json, "through": call.json]).whole()
    }
  }
#endif
