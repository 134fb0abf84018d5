package import CacheConformance
package import Foundation
import Synchronization

/// An event of a worker, as its parent process sees it.
package enum WorkerEvent: Sendable {
  /// The worker has begun a case. With an empty key, it is ready or has responded.
  case began(String)
  /// The worker is about to perform a step of a case. Sent for each step of a traced case, and from time to time
  /// otherwise.
  case stepped(String)
  /// The worker has judged a case.
  case judged(String, Verdict, ScenarioTrace)
  /// The worker has followed the next of the drawn runs.
  case followed(String, FollowedRuns)
  /// The worker's process has ended.
  case ended(how: String)
  /// The time passed without an event.
  case timePassed
}

#if os(macOS) || os(Linux)
  /// A child process that judges cases, seen from its parent.
  package final class Worker: Sendable {
    private struct State {
      var trace: ScenarioTrace?
      var remains: Remains?
      var description: String?
      /// Why the worker refused to work.
      var refusal: String?
      /// How the process ended, once it has.
      var how: String?
      /// How many channels are still open.
      var openChannels = 2
      var isFinished = false
      var isEnded = false
    }

    private let process: ChildProcess
    private let token = UUID().uuidString
    private let tail: OutputTail
    private let events = Mailbox<WorkerEvent>()
    private let state = Mutex(State())

    /// Starts a worker and waits until it is ready.
    ///
    /// - Parameters:
    ///   - isolation: the executable and its arguments.
    ///   - folder: the folder for its temporary files, which the caller removes.
    ///   - passingOutputOn: whether people are to see what it prints.
    ///   - limit: how long to wait until it is ready.
    /// - Throws: `RunError`, or `ProgramError` if the module is a program that cannot be checked.
    package static func start(
      _ isolation: Isolation, in folder: URL, passingOutputOn: Bool = false, within limit: Duration = .seconds(40)
    ) async throws -> Worker {
      let worker: Worker
      do {
        worker = try Worker(isolation, in: folder, passingOutputOn: passingOutputOn)
      } catch {
        throw RunError.cannotIsolate("\(error)")
      }
      // The first message says that the worker is ready. An executable that is not a worker sends none. A program has
      // thirty seconds to describe itself before that.
      let first = await worker.next(within: limit)
      if case .began = first { return worker }
      worker.end()
      if let why = worker.state.withLock(\.refusal) { throw ProgramError(description: why) }
      // What the worker printed says why it ended.
      let how = if case .ended(let how) = first { how } else { worker.howItEnded }
      throw RunError.cannotIsolate("\(isolation.executable.path) did not answer as a worker (\(how))")
    }

    private init(_ isolation: Isolation, in folder: URL, passingOutputOn: Bool) throws(SystemCallError) {
      // The runtime's own crash reporter takes seconds, which would count against the next scenario.
      let environment = Proxies.removed(from: ProcessInfo.processInfo.environment)
        .merging(isolation.environment) { $1 }
        .merging([RunAddress.variable: RunAddress.drawn, "SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder.path]) { $1 }
      // Writing to a worker that has ended should fail with an error, not end this process.
      signal(SIGPIPE, SIG_IGN)
      process = try Workers.shared.start { () throws(SystemCallError) in
        try ChildProcess(isolation.executable.path, isolation.arguments, environment: environment)
      }
      tail = OutputTail(isPassedOn: passingOutputOn)
      readOutput()
      readReports()
      if let line = WorkerGreeting(token: token, parent: getpid()).line { _ = writeAll(line, to: process.commands) }
    }

    private func readOutput() {
      let (descriptor, tail) = (process.output, tail)
      readAll(from: descriptor, tail.take) { [self] in
        tail.end()
        close(descriptor)
        closeChannel()
      }
    }

    private func readReports() {
      let cutter = Mutex(LineCutter())
      let descriptor = process.reports
      readAll(from: descriptor) { [self] bytes in
        for line in cutter.withLock({ $0.take(bytes) }) { take(line) }
      } atEnd: { [self] in
        close(descriptor)
        closeChannel()
        // A process that ends closes the channel too, and is then reported with how it ended.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [self] in endUnheard() }
      }
      startThread { [self] in
        let how = process.wait()
        TemporaryFolders.removeThose(of: process.processIdentifier)
        Workers.shared.remove(process)
        state.withLock { state in state.how = state.how ?? how }
        finish()
        // A process that the worker started, and that has left its session, may keep a channel open forever.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [self] in finish(waitingForChannels: false) }
      }
    }

    private func closeChannel() {
      state.withLock { $0.openChannels -= 1 }
      finish()
    }

    /// Ends a process that is still running but can no longer report.
    private func endUnheard() {
      let isRunning = state.withLock { state in
        guard state.how == nil, process.isRunning else { return false }
        state.how = "the module closed descriptors that were not its own, and nothing more was heard of the process"
        return true
      }
      guard isRunning else { return }
      process.kill()
      finish(waitingForChannels: false)
    }

    /// Reports that the process has ended, once everything that it sent before has arrived.
    private func finish(waitingForChannels: Bool = true) {
      let how = state.withLock { state -> String? in
        guard let how = state.how, !state.isFinished, state.openChannels == 0 || !waitingForChannels else { return nil }
        state.isFinished = true
        return how
      }
      if let how { events.put(.ended(how: tail.lastWords.map { "\(how): \($0)" } ?? how)) }
    }

    private func take(_ line: [UInt8]) {
      guard let message = WorkerMessage(line: line), message.token == token else { return }
      switch message.content {
      case .ready(let description):
        state.withLock { $0.description = description }
        events.put(.began(message.key))
      case .refused(let why): state.withLock { $0.refusal = why }
      case .began: events.put(.began(message.key))
      case .step(let news, let isContinued):
        if let news {
          state.withLock { if isContinued { $0.trace?.append(news) } else { $0.trace = news } }
        }
        events.put(.stepped(message.key))
      case .ending(let remains): state.withLock { $0.remains = remains }
      case .judged(let verdict, let trace):
        events.put(.judged(message.key, verdict, trace))
      case .followed(let runs): events.put(.followed(message.key, runs))
      }
    }

    /// How the program that the worker is for has described itself, or nil if its module is no program.
    var description: ProgramDescription? {
      guard let text = state.withLock(\.description), let json = try? JSON(json: Array(text.utf8)) else { return nil }
      return try? ProgramDescription(json, name: "description")
    }

    /// The last trace reported by a traced case.
    var lastTrace: ScenarioTrace { state.withLock(\.trace) ?? ScenarioTrace() }

    /// Returns what the process leaves behind, if the process has reported that since this was last called.
    func takeRemains() -> Remains? {
      state.withLock { state in
        defer { state.remains = nil }
        return state.remains
      }
    }

    private var howItEnded: String { state.withLock(\.how) ?? "it is still running" }

    /// Makes the worker judge a case within a time limit.
    package func judge(_ key: String, within limit: Duration) { judge(key, isTraced: false, within: limit) }

    /// Makes the worker judge a case within a time limit, with a pause after each step, or follow drawn runs.
    ///
    /// - Parameters:
    ///   - suddenEnd: how the app is killed by a signal, or nil if a copy of the storage simulates the kill.
    ///   - runs: the drawn runs to follow, in place of a case.
    func judge(
      _ key: String, isTraced: Bool, pause: Duration = .zero, within limit: Duration,
      endingBy suddenEnd: SuddenEnd? = nil, following runs: RunsToFollow? = nil
    ) {
      let command = WorkerCommand(
        key: key, runs: runs, isTraced: isTraced, pause: pause.seconds, timeLimit: limit.seconds, suddenEnd: suddenEnd)
      guard let line = command.line else { return }
      if !key.isEmpty {
        state.withLock { $0.trace = nil }
        tail.beginScenario()
      }
      // Writing to a worker that has just ended fails. Its events report that it ended.
      _ = writeAll(line, to: process.commands)
    }

    /// Asks the worker for a response, which arrives as an event once late effects have had some time.
    func probe(after pause: Duration) { judge("", isTraced: false, pause: pause, within: .zero) }

    /// Returns the next event, or `timePassed`.
    package func next(within limit: Duration) async -> WorkerEvent { await events.next(within: limit) ?? .timePassed }

    /// Ends the worker and everything that it started.
    package func end() {
      let isFirst = state.withLock { state in
        defer { state.isEnded = true }
        return !state.isEnded
      }
      if isFirst { close(process.commands) }
      process.kill()
    }
  }
#endif
