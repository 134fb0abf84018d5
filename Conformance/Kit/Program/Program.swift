import CacheSpec
import Foundation
import Synchronization

/// The error when a call is for a method that does not exist.
package struct UnknownMethod: Error, CustomStringConvertible {
  let name: String

  package init(name: String) { self.name = name }

  package var description: String { "there is no method '\(name)'" }
}

#if os(macOS) || os(Linux)
  /// A program in another language that implements chapters, and its processes.
  ///
  /// A process serves one world at a time. It then serves the next world, unless it broke down, was killed, or still
  /// owes an answer.
  package final class Program: Sendable {
    /// The command, for the shell.
    package let command: String
    private let isOfWorker: Bool
    private let state = Mutex<(idle: [ProgramProcess], all: [ProgramProcess])>(([], []))
    /// What every process of the program implements, or nil until the first has said so.
    private let described: Mutex<String?>

    /// The variable by which a worker learns what the program implements.
    static let describedVariable = "CACHESPEC_DESCRIBED"

    /// Makes a program that has not started yet.
    ///
    /// - Parameter isOfWorker: whether this process is a worker, so that what it starts has to end with it.
    package init(_ command: String, isOfWorker: Bool = false) {
      (self.command, self.isOfWorker) = (command, isOfWorker)
      described = Mutex(isOfWorker ? ProcessInfo.processInfo.environment[Self.describedVariable] : nil)
    }

    /// Returns a process that serves no world. A new process has described itself first, so that every process takes
    /// the same course.
    ///
    /// - Throws: `SystemCallError` if no process can be started, or an error that says what is wrong with its
    ///   description.
    func process() async throws -> ProgramProcess {
      if let process = state.withLock({ $0.idle.popLast() }) { return process }
      let process = try ProgramProcess(command, leadsSession: !isOfWorker)
      state.withLock { $0.all.append(process) }
      let call = Task { try await process.conversation.call(EveryProgram.describe, Self.version) }
      guard let answer = await withTimeLimit(.seconds(30), { await call.result }) else {
        process.kill()
        throw ProgramError(description: "it has not answered `describe` in 30 s")
      }
      do {
        let description = try answer.get()
        let first = described.withLock { described in
          described = described ?? description.implemented
          return described
        }
        guard first == description.implemented else {
          throw ProgramError(
            description: "it described itself in two ways, and has to implement the same each time that it starts: "
              + "\(first ?? ""), and then \(description.implemented)")
        }
        process.describe(itself: description)
      } catch {
        let ended = process.ended
        process.kill()
        throw ended ?? error
      }
      return process
    }

    /// Takes a process back from a world that has ended.
    func takeBack(_ process: ProgramProcess) {
      if process.isFree { return state.withLock { $0.idle.append(process) } }
      process.kill()
      state.withLock { state in state.all.removeAll { $0 === process } }
    }

    /// Ends all processes.
    package func end() {
      let all = state.withLock { state in
        defer { state = ([], []) }
        return state.all
      }
      for process in all { process.kill() }
    }
  }

  /// A process of a program.
  final class ProgramProcess: Sendable {
    let conversation: Conversation
    private let child: ChildProcess
    private let tail = OutputTail(isPassedOn: true)
    private let said = Mutex<ProgramDescription?>(nil)
    private let ending = Mutex<EndedProgram?>(nil)
    /// The keys of the scenarios that it has begun to serve, the newest first.
    private let served = Mutex<[String]>([])

    /// How the process ended, if it did so by itself.
    fileprivate var ended: EndedProgram? {
      ending.withLock(\.self).flatMap { conversation.end == $0.description ? $0 : nil }
    }

    /// The program's description of itself, once it has given one.
    var description: ProgramDescription? { said.withLock(\.self) }

    /// Records that it begins to serve a scenario.
    func serve(_ scenario: ScenarioProgress) {
      scenario.noteProcess(after: served.withLock(\.self))
      served.withLock { $0.insert(scenario.key, at: 0) }
    }

    fileprivate func describe(itself description: ProgramDescription) { said.withLock { $0 = description } }

    fileprivate init(_ command: String, leadsSession: Bool) throws(SystemCallError) {
      signal(SIGPIPE, SIG_IGN)
      let child = try Workers.shared.start { () throws(SystemCallError) in
        try ChildProcess(
          "/bin/sh", ["-c", Self.inShell(command)], environment: ProcessInfo.processInfo.environment, isProgram: true,
          leadsSession: leadsSession)
      }
      let conversation = Conversation(writingTo: child.commands) { child.kill() }
      (self.child, self.conversation) = (child, conversation)
      let isRead = DispatchSemaphore(value: 0)
      readAll(from: child.output, tail.take) { [tail] in
        tail.end()
        close(child.output)
        isRead.signal()
      }
      readAll(from: child.reports, conversation.take) {
        close(child.reports)
        isRead.signal()
        // A process that ends closes this pipe too, and is then reported with how it ended.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
          conversation.end(why: "the program closed its standard output")
        }
      }
      startThread { [self] in
        let how = child.wait()
        Workers.shared.remove(child)
        // What the program wrote before it ended may still be on its way, and a process that it started may keep the
        // pipe open forever.
        let patience = DispatchTime.now() + 0.5
        for _ in [child.output, child.reports] { _ = isRead.wait(timeout: patience) }
        let ended = EndedProgram(how: how, lastWords: tail.lastWords?.printable)
        ending.withLock { $0 = ended }
        conversation.end(why: "\(ended)")
        close(child.commands)
      }
    }

    /// Returns a command as the shell is given it. A simple command takes the place of the shell, so that the kit sees
    /// when the program closes its output. What sets a variable first, or consists of several commands, cannot.
    static func inShell(_ command: String) -> String {
      let first = command.prefix { $0 != " " }
      let isSimple = !command.contains { ";&|(){}`!\n".contains($0) } && !first.contains("=")
      return isSimple && ![".", "eval", "exec", "command"].contains(first) ? "exec \(command)" : command
    }

    /// Whether the process may serve another world.
    var isFree: Bool { conversation.end == nil && conversation.waitingCount == 0 }

    /// Whether the kit has killed the process.
    var wasKilled: Bool { conversation.end == Self.killed }

    func kill() { conversation.end(why: Self.killed) }

    private static let killed = "the kit killed the program"
  }

  /// The error when a program's process has ended.
  struct EndedProgram: Error, CustomStringConvertible {
    let how: String
    /// What it, or the shell, printed last on standard error.
    let lastWords: String?

    var description: String { "the program ended: \(how)" + (lastWords.map { ", after '\($0)'" } ?? "") }

    /// Says of a program that ended before it described itself whether the shell found it.
    func words(of command: String) -> String {
      let said = lastWords.map { ": \($0)" } ?? ""
      return switch how {
      case ChildProcess.exit(127): "`\(command)` cannot be started, because there is no such program\(said)"
      case ChildProcess.exit(126): "`\(command)` cannot be started, because it is not executable\(said)"
      default: "`\(command)` ended before it described itself (\(how))\(said)"
      }
    }
  }

  /// The error when a program cannot be checked.
  package struct ProgramError: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  extension CacheModule {
    /// The variables from which a worker learns what the module's program implements.
    package var workerEnvironment: [String: String] {
      implementedByProgram.map { [Program.describedVariable: $0] } ?? [:]
    }
  }

  extension Program {
    /// The version of the protocol.
    static let version = ProgramDescription.version

    /// Has the program describe itself.
    package func describe() async throws(ProgramError) -> ProgramDescription {
      do {
        let process = try await process()
        guard let description = process.description else {
          throw ProgramError(description: "it did not describe itself")
        }
        takeBack(process)
        return description
      } catch let error as EndedProgram {
        throw ProgramError(description: error.words(of: command))
      } catch {
        throw ProgramError(
          description:
            "`\(command)` does not speak the protocol: \(error); Conformance/Command/PROTOCOL.md has an example")
      }
    }

    /// Returns the program as a module, once it has described itself.
    package func module(of known: [ProgramChapter]) async throws -> CacheModule {
      try module(await describe(), of: known)
    }

    /// Returns the program as a module, according to its description of itself.
    ///
    /// - Parameters:
    ///   - name: the module's name in reports, or nil for the one in the description.
    ///   - known: the chapters that the program may implement.
    /// - Throws: `ProgramError`.
    package func module(
      _ description: ProgramDescription, named name: String? = nil, of known: [ProgramChapter]
    ) throws -> CacheModule {
      let implementations = try description.chapters.compactMap { try implementation(of: $0, description, known) }
      let capabilities = Set(implementations.flatMap(\.chapters).flatMap(\.capabilities).map(\.capability))
      let lacking = try description.lacking.map { identifier, why in
        guard let capability = capabilities.first(where: { $0.identifier == identifier }) else {
          let names = capabilities.map(\.identifier).sorted().joined(separator: ", ")
          throw ProgramError(
            description: "`\(command)` lacks '\(identifier)', which is no capability of its chapters: \(names)")
        }
        return (capability, why)
      }
      var module = CacheModule(
        name ?? description.name, summary: description.summary,
        version: description.version.isEmpty ? nil : description.version,
        homepage: description.homepage.isEmpty ? nil : description.homepage,
        lacking: Dictionary(lacking) { first, _ in first },
        deviations: description.deviations, implementations)
      module.program = command
      module.implementedByProgram = description.implemented
      return module
    }

    /// Returns how the program implements a chapter; nil for a chapter that is checked together with another one.
    private func implementation(
      of chapter: String, _ description: ProgramDescription, _ known: [ProgramChapter]
    ) throws(ProgramError) -> ChapterImplementation? {
      guard let made = known.first(where: { $0.name == chapter || $0.alsoCovered == chapter }) else {
        let names = known.map(\.name).joined(separator: ", ")
        throw ProgramError(
          description: "`\(command)` implements '\(chapter)', which is none of the chapters \(names)")
      }
      return made.name == chapter ? made.implementation(self, description) : nil
    }
  }
#endif

/// A chapter that programs in other languages can be checked against, over a pipe.
public struct ProgramChapter: Sendable {
  /// The name of the chapter.
  package var name: String { calls.chapter }
  /// What goes over the pipe.
  package let calls: PipeDescription
  /// The name of a chapter that is checked together with this one, or nil.
  package let alsoCovered: String?
  #if os(macOS) || os(Linux)
    fileprivate let implementation: @Sendable (Program, ProgramDescription) -> ChapterImplementation

    /// Makes a chapter.
    ///
    /// - Parameters:
    ///   - calls: what goes over the pipe.
    ///   - alsoCovered: the name of a chapter that is checked together with it, or nil.
    ///   - implementation: makes the implementation of a program.
    package init(
      _ calls: PipeDescription, alsoCovering alsoCovered: String? = nil,
      _ implementation: @escaping @Sendable (Program, ProgramDescription) -> ChapterImplementation
    ) { (self.calls, self.alsoCovered, self.implementation) = (calls, alsoCovered, implementation) }
  #endif
}
