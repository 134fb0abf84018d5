import CacheSpec
import Foundation
import Synchronization

#if os(macOS) || os(Linux)
  /// Connects a world to the program that serves it. The world has one process of the program, and another one after a
  /// kill.
  package final class ProgramConnection: Sendable {
    private let program: Program
    private let world: ModuleWorld
    private let chapter: String
    /// The ends that answer the program's calls and hear its notifications.
    private let answers: [String: AnsweredCall]
    private let hearers: [String: HeardCall]
    /// Returns what the chapter adds to the state of the world that is sent before a message.
    private let chapterState: @Sendable () -> [String: JSON]
    private let state = Mutex<(process: ProgramProcess?, suddenEnds: Int)>((nil, 0))

    package init(
      _ program: Program, _ chapter: String, in world: ModuleWorld,
      state: @escaping @Sendable () -> [String: JSON] = { [:] }, hearing hearers: [HeardCall] = [],
      answering answers: [AnsweredCall]
    ) {
      (self.program, self.chapter, self.world, chapterState) = (program, chapter, world, state)
      // The program says until when it sleeps and not for how long, because the kit may have moved the clock since the
      // program looked at it.
      let ofEvery = [
        EveryProgram.sleep.answered(in: world) { world, elapsed in
          try await world.sleep(until: elapsed)
          return Nothing()
        },
        EveryProgram.sleepers.answered(in: world) { world, count in
          await world.sleepers(count)
          return Nothing()
        },
      ]
      self.answers = Dictionary(uniqueKeysWithValues: (answers + ofEvery).map { ($0.name, $0) })
      let log = EveryProgram.log.heard { [weak world] line in world?.log.write(line) }
      self.hearers = Dictionary(uniqueKeysWithValues: (hearers + [log]).map { ($0.name, $0) })
      world.atEnd { [self] in await leave() }
    }

    /// Makes an object in the program. The object may hold what an earlier one left.
    package func make<each Argument>(
      _ call: PipeCall<ObjectNumber, repeat each Argument>, _ arguments: repeat each Argument
    ) async throws -> ProgramObject {
      let program = ProgramObject(number: 0, process: try await process(), world: world)
      return program.with(try await program.call(call, repeat each arguments))
    }

    /// Returns the process for this run of the app.
    private func process() async throws -> ProgramProcess {
      let ends = world.suddenEnds
      let (known, killed) = state.withLock { state -> (ProgramProcess?, ProgramProcess?) in
        if state.suddenEnds == ends, let process = state.process { return (process, nil) }
        return (nil, state.process)
      }
      if let known { return known }
      // The app was killed, so the process in which it ran is killed too.
      if let killed {
        killed.kill()
        program.takeBack(killed)
      }
      let process: ProgramProcess
      do {
        process = try await program.process()
      } catch let error as SystemCallError {
        throw WorldFailure(error)
      } catch {
        world.noteBreakdown("\(error)")
        throw error
      }
      state.withLock { $0 = (process, ends) }
      if let scenario = ScenarioProgress.current { process.serve(scenario) }
      process.conversation.play(role)
      _ = try await ProgramObject(number: 0, process: process, world: world).call(EveryProgram.begin, chapter)
      return process
    }

    /// Waits until the program knows the time.
    package func tellTime() async {
      guard let process = state.withLock(\.process) else { return }
      // If the process has ended, the next call to it finds that and reports it.
      _ = try? await process.conversation.call(EveryProgram.sync)
    }

    private var role: Conversation.Role {
      var role = Conversation.Role()
      role.worldState = { [weak world, chapterState] in
        guard let world else { return nil }
        var state = chapterState()
        state[EveryProgram.now.name] = world.now.json
        if let elapsed = world.elapsed { state[EveryProgram.elapsed.name] = elapsed.json }
        return .object(state)
      }
      role.beginMessage = { [weak world] in world?.beginMessage() }
      role.endMessage = { [weak world] bytes in world?.endMessage(of: bytes) }
      role.hear = { [hearers] method, message in
        guard let hearer = hearers[method] else { throw UnknownMethod(name: method) }
        try hearer.hear(message)
      }
      role.answer = { [answers] method, message in
        guard let answer = answers[method] else { throw UnknownMethod(name: method) }
        return try await answer.answer(message, ServedObjects())
      }
      return role
    }

    private func leave() async {
      let process = state.withLock { state in
        defer { state.process = nil }
        return state.process
      }
      guard let process else { return }
      // What the program has sent in this world, such as a second answer to `close`, comes before this answer, and if
      // the program has ended there is none.
      do {
        _ = try await process.conversation.call(EveryProgram.sync)
      } catch let error as BrokenConversation {
        if !process.wasKilled { world.noteBreakdown(error.description) }
      } catch {
        // An error is an answer too.
      }
      process.conversation.play(Conversation.Role())
      program.takeBack(process)
    }
  }

  /// An object in a program.
  package struct ProgramObject: Sendable {
    /// The number by which the program knows the object; 0 for the program itself.
    package let number: Int
    private let process: ProgramProcess
    private let world: ModuleWorld
    private let idle = IdleMark()

    fileprivate init(number: Int, process: ProgramProcess, world: ModuleWorld) {
      (self.number, self.process, self.world) = (number, process, world)
    }

    /// Returns another object of the same process.
    package func with(_ object: ObjectNumber) -> Self { Self(number: object.number, process: process, world: world) }

    /// Calls a method of the object.
    @discardableResult
    package func call<Module, Answer, each Argument>(
      _ call: ModuleCall<Module, Answer, repeat each Argument>, _ arguments: repeat each Argument
    ) async throws -> Answer { try await self.call(call.call, repeat each arguments) }

    /// Calls a method of the object, or of the program.
    @discardableResult
    package func call<Answer, each Argument>(
      _ call: PipeCall<Answer, repeat each Argument>, _ arguments: repeat each Argument
    ) async throws -> Answer {
      do {
        return try await process.conversation.call(call, repeat each arguments, of: number)
      } catch let error as BrokenConversation {
        // A process that was killed with its app has not broken down.
        if !process.wasKilled { world.noteBreakdown(error.description) }
        throw error
      }
    }

    /// Waits until the object is idle. The program is not asked about an object that was idle and has heard of nothing
    /// since.
    package func waitUntilIdle() async throws {
      let before = process.conversation.mark
      if let before, idle.mark.withLock({ $0 == before }) { return }
      try await call(EveryProgram.waitUntilIdle)
      // If any other message was sent meanwhile, the object may have work again.
      idle.mark.withLock { $0 = before?.afterCall }
    }
  }

  /// How far the conversation was when an object was last idle.
  private final class IdleMark: Sendable {
    let mark = Mutex<Conversation.Mark?>(nil)
  }

  /// An object in a program that can be waited for and closed.
  package protocol ProgramModule: ClosableModule {
    var object: ProgramObject { get }
  }

  extension ProgramModule {
    package func waitUntilIdle() async throws { try await object.waitUntilIdle() }
    package func close() async throws { try await object.call(EveryProgram.close) }
  }
#endif

/// Values that the other end of a pipe refers to by numbers, from 1.
package final class Numbered<Value: Sendable>: Sendable {
  private let state = Mutex<(last: Int, all: [Int: Value])>((0, [:]))

  package init() {}

  /// Adds a value, and returns its number.
  package func add(_ value: Value) -> Int {
    state.withLock { state in
      state.last += 1
      state.all[state.last] = value
      return state.last
    }
  }

  package subscript(number: Int) -> Value? { state.withLock { $0.all[number] } }

  package func remove(_ number: Int) { state.withLock { $0.all[number] = nil } }
}
