import CacheSpec
import Foundation
import Synchronization

/// The world of a served module: the one that the kit at the other end of the pipe has made.
package final class PipedWorld: Sendable {
  package let conversation: Conversation
  private let state: Mutex<JSON>

  init(_ conversation: Conversation, _ state: JSON) {
    self.conversation = conversation
    self.state = Mutex(state)
  }

  /// Takes the state of the world that the kit has sent.
  func take(_ state: JSON) { self.state.withLock { $0 = state } }

  /// Returns the last value that the kit has sent for a part of the state, or nil if it has sent none.
  package func read<Value>(_ part: Parameter<Value>) -> Value? { try? part.read(state.withLock(\.self)) }

  /// The date and time of day.
  var now: Date { read(EveryProgram.now) ?? Date() }

  /// How much time has passed on the virtual clock, or nil if there is none.
  fileprivate var elapsed: Duration? { read(EveryProgram.elapsed) ?? nil }

  /// The clock to sleep on.
  var clock: any Clock<Duration> { if elapsed == nil { ContinuousClock() } else { ClockElsewhere(world: self) } }

  func sleepers(_ count: Int, before rest: (@Sendable () async -> Void)?) async {
    await withTaskGroup { group in
      group.addTask { [conversation] in _ = try? await conversation.call(EveryProgram.sleepers, count) }
      if let rest { group.addTask { await rest() } }
      await group.next()
      group.cancelAll()
    }
  }

  /// Asks the kit's world.
  package func ask<Answer, each Argument>(
    _ call: PipeCall<Answer, repeat each Argument>, _ arguments: repeat each Argument
  ) async throws -> Answer { try await conversation.call(call, repeat each arguments) }
}

/// The virtual clock of the kit's world.
private struct ClockElsewhere: Clock {
  typealias Instant = VirtualClock.Instant

  let world: PipedWorld

  var now: Instant { Instant(sinceStart: world.elapsed ?? .zero) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    _ = try await world.ask(EveryProgram.sleep, deadline.sinceStart)
  }
}

/// What a module answers in one world, served to the kit at the other end of a pipe.
package struct ServedModule: Sendable {
  private let answers: [String: AnsweredCall]
  private let objects = ServedObjects()

  /// Makes what answers the calls of a chapter.
  ///
  /// - Parameters:
  ///   - description: the calls, most of which a module answers by itself.
  ///   - answers: the ends that answer the others.
  package init(_ description: PipeDescription, _ answers: [AnsweredCall]) {
    let ofModules = (EveryProgram.description.calls + description.calls).compactMap(\.answered)
    self.answers = Dictionary(uniqueKeysWithValues: (answers + ofModules).map { ($0.name, $0) })
  }

  func answer(_ method: String, _ message: JSON) async throws -> JSON {
    guard let answer = answers[method] else { throw UnknownMethod(name: method) }
    return try await answer.answer(message, objects)
  }
}

/// The objects that a kit knows by numbers.
package typealias ServedObjects = Numbered<any ClosableModule>

extension ServedObjects {
  /// Returns the object that a call is for.
  func object(of message: JSON) throws -> any ClosableModule {
    try object(try message.get(ObjectNumber.key))
  }

  /// Returns the object with this number.
  package func object<Object>(_ number: Int, as _: Object.Type = Object.self) throws -> Object {
    guard let object = self[number] as? Object else {
      throw UnexpectedJSON(name: ObjectNumber.key, wanted: "the number of a \(Object.self)")
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
        let served = Mutex<(world: PipedWorld, module: ServedModule)?>(nil)
        let state = Mutex<JSON>(.null)
        var role = Conversation.Role()
        role.hear = { method, message in
          guard method == "state" else { return }
          state.withLock { $0 = message }
          served.withLock { $0?.world.take(message) }
        }
        let ofEvery = [
          EveryProgram.describe.answered { [module] _ in ProgramDescription(of: module) },
          EveryProgram.sync.answered { Nothing() },
          EveryProgram.begin.answered { [module] chapter in
            let world = PipedWorld(conversation, state.withLock(\.self))
            let answers = try module.served(in: world, chapter: chapter)
            served.withLock { $0 = (world, answers) }
            return Nothing()
          },
        ]
        role.answer = { method, message in
          if let own = ofEvery.first(where: { $0.name == method }) {
            return try await own.answer(message, ServedObjects())
          }
          guard let module = served.withLock(\.self)?.module else { throw UnknownMethod(name: method) }
          return try await module.answer(method, message)
        }
        conversation.play(role)
        readAll(from: STDIN_FILENO, conversation.take) { conversation.end(why: "the kit has ended") }
      }
    }
  }

  extension CacheModule {
    fileprivate func served(in world: PipedWorld, chapter: String) throws -> ServedModule {
      for implementation in implementations where implementation.chapterNames.contains(chapter) {
        if let served = implementation.served { return served(world) }
      }
      throw ProgramError(description: "\(name) does not implement \(chapter)")
    }
  }
#endif
