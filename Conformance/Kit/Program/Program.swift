import CacheSpec
import Foundation
import Synchronization

/// The error when a call is for a method that does not exist.
struct UnknownMethod: Error, CustomStringConvertible {
  let name: String

  var description: String { "there is no method '\(name)'" }
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

    /// Makes a program that has not started yet.
    ///
    /// - Parameter isOfWorker: whether this process is a worker, so that what it starts has to end with it.
    package init(_ command: String, isOfWorker: Bool = false) {
      (self.command, self.isOfWorker) = (command, isOfWorker)
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
      let call = Task { try await process.conversation.call("describe", ["protocol": Self.version.json]) }
      guard let answer = await withTimeLimit(.seconds(30), { await call.result }) else {
        process.kill()
        throw ProgramError(description: "it has not answered `describe` in 30 s")
      }
      process.describe(itself: try answer.get())
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
    private let said = Mutex<JSON>(.null)

    /// The program's description of itself.
    var description: JSON { said.withLock(\.self) }

    fileprivate func describe(itself description: JSON) { said.withLock { $0 = description } }

    fileprivate init(_ command: String, leadsSession: Bool) throws(SystemCallError) {
      signal(SIGPIPE, SIG_IGN)
      let child = try Workers.shared.start { () throws(SystemCallError) in
        try ChildProcess(
          "/bin/sh", ["-c", command], environment: ProcessInfo.processInfo.environment, isProgram: true,
          leadsSession: leadsSession)
      }
      let conversation = Conversation(writingTo: child.commands) { child.kill() }
      (self.child, self.conversation) = (child, conversation)
      let isRead = DispatchSemaphore(value: 0)
      readAll(from: child.output, tail.take) {
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
      Thread { [tail] in
        let how = child.wait()
        Workers.shared.remove(child)
        // What the program wrote before it ended may still be on its way, and a process that it started may keep the
        // pipe open forever.
        let patience = DispatchTime.now() + 0.5
        for _ in [child.output, child.reports] { _ = isRead.wait(timeout: patience) }
        conversation.end(why: "the program ended: \(how)" + (tail.lastWords.map { ", after '\($0.printable)'" } ?? ""))
        close(child.commands)
      }.start()
    }

    /// Whether the process may serve another world.
    var isFree: Bool { conversation.end == nil && conversation.waitingCount == 0 }

    /// Whether the kit has killed the process.
    var wasKilled: Bool { conversation.end == Self.killed }

    func kill() { conversation.end(why: Self.killed) }

    private static let killed = "the kit killed the program"
  }

  /// A program's description of itself.
  struct ProgramDescription: Sendable {
    let name: String
    let summary: String
    let chapters: [String]
    /// What the program lacks, by the identifiers of the capabilities, each with the reason.
    let lacking: [String: String]
    /// The rules that the program is known to break.
    let deviations: [KnownDeviation]
    /// Whether the program loads over HTTP from the loopback interface, with a client of its own.
    let isOverLoopback: Bool

    init(_ json: JSON) throws {
      guard try json.get("protocol") == Program.version else {
        throw UnexpectedJSON(name: "protocol", wanted: "\(Program.version), the version that this kit speaks")
      }
      name = try json.find("name") ?? "program"
      summary = try json.find("summary") ?? "a program"
      chapters = try json.get("chapters")
      lacking = try json.find("lacking") ?? [:]
      deviations = try json.find("deviations") ?? []
      isOverLoopback = try json.find("loopback") ?? false
    }
  }

  extension KnownDeviation: JSONValue {
    init(_ json: JSON, name: String) throws {
      self.init(
        try json.get("rule"), try json.find("outcome") ?? .violated, because: try json.get("reason"),
        link: try json.get("link"))
    }
    var json: JSON {
      ["rule": id.json, "outcome": outcome.json, "reason": reason.json, "link": link.json]
    }
  }

  extension Verdict.Kind: JSONValue {}

  /// The error when a program cannot be checked.
  package struct ProgramError: Error, CustomStringConvertible {
    package let description: String
  }

  extension Program {
    /// The version of the protocol.
    static let version = 1

    /// Returns the program as a module, according to its description of itself.
    ///
    /// - Parameter name: the module's name in reports, or nil for the one in the description.
    /// - Throws: `ProgramError`.
    package func module(named name: String? = nil) async throws -> CacheModule {
      let description: ProgramDescription
      do {
        let process = try await process()
        description = try ProgramDescription(process.description)
        takeBack(process)
      } catch {
        throw ProgramError(
          description:
            "`\(command)` does not speak the protocol: \(error); Conformance/Command/PROTOCOL.md has an example")
      }
      let implementations = try description.chapters.compactMap { try implementation(of: $0, description) }
      let known = Set(implementations.flatMap(\.chapters).flatMap(\.capabilities).map(\.capability))
      let lacking = try description.lacking.map { identifier, why in
        guard let capability = known.first(where: { $0.identifier == identifier }) else {
          let names = known.map(\.identifier).sorted().joined(separator: ", ")
          throw ProgramError(
            description: "`\(command)` lacks '\(identifier)', which is no capability of its chapters: \(names)")
        }
        return (capability, why)
      }
      var module = CacheModule(
        name ?? description.name, description.summary, lacking: Dictionary(lacking) { first, _ in first },
        deviations: description.deviations, implementations)
      module.program = command
      return module
    }

    /// Returns how the program implements a chapter; nil for a chapter that is checked together with another one.
    private func implementation(
      of chapter: String, _ description: ProgramDescription
    ) throws(ProgramError) -> ChapterImplementation? {
      switch chapter {
      case "paywall": .paywalls(of: self)
      case "customer": .customers(of: self)
      case "dashboard": .dashboard(of: self)
      case "response": .responses(of: self, description)
      // Checked together with the chapter `response`, on its sessions.
      case "http": nil
      case "normalized": .normalizedCaches(of: self)
      default: throw ProgramError(description: "`\(command)` implements '\(chapter)', which is no chapter")
      }
    }
  }
#endif
