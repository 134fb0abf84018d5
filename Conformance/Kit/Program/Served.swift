import CacheSpec
import Foundation
import Synchronization

/// The world of a served module: the one that the kit at the other end of the pipe has made.
package final class RemoteWorld: Sendable {
  package let conversation: Conversation
  private let state: Mutex<JSON>

  init(_ conversation: Conversation, _ state: JSON) {
    self.conversation = conversation
    self.state = Mutex(state)
  }

  /// Takes the state of the world that the kit has sent.
  func take(_ state: JSON) { self.state.withLock { $0 = state } }

  /// Returns the last value that the kit has sent for a part of the state, or the usual value if it has sent none.
  package func read<Value: JSONValue>(_ name: String, or usual: Value) -> Value {
    (try? state.withLock(\.self).find(name)) ?? usual
  }

  /// The date and time of day.
  var now: Date { read("now", or: Date()) }

  /// The clock to sleep on.
  var clock: any Clock<Duration> {
    if state.withLock({ $0["elapsed"] }) == nil { ContinuousClock() } else { ClockElsewhere(world: self) }
  }

  func sleepers(_ count: Int, before rest: (@Sendable () async -> Void)?) async {
    await withTaskGroup { group in
      group.addTask { [conversation] in _ = try? await conversation.call("sleepers", ["count": count.json]) }
      if let rest { group.addTask { await rest() } }
      await group.next()
      group.cancelAll()
    }
  }

  /// Asks an origin of the kit's world.
  package func ask(_ method: String, _ parameters: JSON) async throws -> JSON {
    try await conversation.call(method, parameters)
  }
}

/// The virtual clock of the kit's world.
private struct ClockElsewhere: Clock {
  typealias Instant = VirtualClock.Instant

  let world: RemoteWorld

  var now: Instant { Instant(sinceStart: world.read("elapsed", or: .zero)) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    _ = try await world.ask("sleep", ["until": deadline.sinceStart.json])
  }
}

/// A module in one world, as it is served to the kit at the other end of a pipe.
package protocol ServedModule: Sendable {
  /// Answers a call of the kit.
  func answer(_ method: String, _ parameters: JSON, _ objects: ServedObjects) async throws -> JSON
}

/// The objects that a kit knows by numbers.
package typealias ServedObjects = Numbered<any ClosableModule>

extension ServedObjects {
  /// Adds an object, and returns the answer that has its number.
  package func made(_ object: any ClosableModule) -> JSON { ["object": add(object).json] }

  /// Returns the object that a call is for.
  package func object<Object>(of parameters: JSON, _ name: String = "object", as _: Object.Type = Object.self) throws
    -> Object
  {
    guard let object = self[try parameters.get(name)] as? Object else {
      throw UnexpectedJSON(name: name, wanted: "\(Object.self)")
    }
    return object
  }
}

#if os(macOS) || os(Linux)
  /// Serves a module over a pipe, for a kit in another process.
  package struct Server: Sendable {
    private let module: CacheModule

    package init(_ module: CacheModule) { self.module = module }

    /// Serves the module over standard input and output, until the input ends.
    package func run() async {
      // What the module prints must not get between the messages.
      let output = dup(STDOUT_FILENO)
      dup2(STDERR_FILENO, STDOUT_FILENO)
      signal(SIGPIPE, SIG_IGN)
      await withCheckedContinuation { continuation in
        let conversation = Conversation(writingTo: output) { continuation.resume() }
        let world = Mutex<(world: RemoteWorld, module: any ServedModule, objects: ServedObjects)?>(nil)
        let state = Mutex<JSON>(.null)
        var role = Conversation.Role()
        role.hear = { method, parameters in
          guard method == "state" else { return }
          state.withLock { $0 = parameters }
          world.withLock { $0?.world.take(parameters) }
        }
        role.answer = { [module] method, parameters in
          switch method {
          case "describe": return module.described
          case "sync": return .null
          case "begin":
            let there = RemoteWorld(conversation, state.withLock(\.self))
            let served = try module.served(in: there, chapter: parameters.get("chapter"))
            world.withLock { $0 = (there, served, ServedObjects()) }
            return .null
          default:
            guard let (_, served, objects) = world.withLock(\.self) else { throw UnknownMethod(name: method) }
            switch method {
            case "waitUntilIdle":
              try await objects.object(of: parameters, as: (any ClosableModule).self).waitUntilIdle()
            case "close": try await objects.object(of: parameters, as: (any ClosableModule).self).close()
            default: return try await served.answer(method, parameters, objects)
            }
            return .null
          }
        }
        conversation.play(role)
        readAll(from: STDIN_FILENO, conversation.take) { conversation.end(why: "the kit has ended") }
      }
    }
  }

  extension CacheModule {
    fileprivate var described: JSON {
      [
        "protocol": Program.version.json, "name": .text(name), "summary": .text(summary),
        "chapters": implementations.flatMap(\.chapterNames).json,
        "deviations": deviations.json,
        "lacking": .object(
          Dictionary(
            everythingLacking.map { ($0.key.identifier, JSON.text($0.value)) }, uniquingKeysWith: { first, _ in first })
        ),
      ]
    }

    fileprivate func served(in world: RemoteWorld, chapter: String) throws -> any ServedModule {
      for implementation in implementations where implementation.chapterNames.contains(chapter) {
        if let served = implementation.served { return served(world) }
      }
      throw ProgramError(description: "\(name) does not implement \(chapter)")
    }
  }
#endif
