package import Foundation
import Synchronization

/// How asking a worker went on.
package enum WorkerEvent: Sendable {
  /// It has begun on a case.
  case began(String)
  /// It is about to perform a step of a case: told of each where it traces the case, else now and then.
  case stepped(String)
  /// It has judged a case.
  case judged(String, Judgement)
  /// Its process has ended.
  case ended(how: String)
  /// A time passed without any of these.
  case timePassed
}

#if os(macOS) || os(Linux)
  /// A child process that judges cases, seen from its parent.
  package final class Worker: Sendable {
    private struct State {
      var trace: Trace?
      var remains: Remains?
      /// How the process ended, once it has.
      var how: String?
      /// How many channels may still bring something.
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
    ///   - isolation: the executable.
    ///   - folder: where it may leave temporary files; who started it removes them.
    ///   - environment: what its environment has beside this process's.
    ///   - passingOutputOn: whether people are to see what it prints.
    package static func start(
      _ isolation: Isolation, in folder: URL, environment: [String: String] = [:], passingOutputOn: Bool = false
    ) async throws(RunError) -> Worker {
      let worker: Worker
      do {
        worker = try Worker(isolation, in: folder, environment, passingOutputOn: passingOutputOn)
      } catch {
        throw .cannotIsolate("\(error)")
      }
      // The first message is that it is ready: an executable that is no worker has none.
      guard case .began = await worker.next(within: .seconds(30)) else {
        worker.end()
        let how = worker.howItEnded
        throw .cannotIsolate("\(isolation.executable.path) did not answer as a worker (\(how))")
      }
      return worker
    }

    private init(
      _ isolation: Isolation, in folder: URL, _ environment: [String: String], passingOutputOn: Bool
    ) throws(SystemCallError) {
      // The runtime's own crash reporter takes seconds, which would count against the next scenario.
      let environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }.merging(
        ["SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder.path], uniquingKeysWith: { $1 })
      // Writing to a worker that has ended is an error to be read off the call, not the end of this process.
      signal(SIGPIPE, SIG_IGN)
      process = try ChildProcess(isolation.executable.path, isolation.arguments, environment: environment)
      tail = OutputTail(mark: "\u{2}\(token)\u{3}", isPassedOn: passingOutputOn)
      Workers.shared.add(process)
      readOutput()
      readReports()
      _ = writeAll(Array((token + "\n").utf8), to: process.commands)
    }

    private func readOutput() {
      let (descriptor, tail) = (process.output, tail)
      readAll(from: descriptor, tail.take) { [self] in
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
        // A process that ends closes it too, and is then told by how it ended.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [self] in endUnheard() }
      }
      Thread { [self] in
        let how = process.wait()
        Workers.shared.remove(process)
        state.withLock { state in state.how = state.how ?? how }
        finish()
        // What the worker started and has left its group may keep a channel open for ever.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [self] in finish(waitingForChannels: false) }
      }.start()
    }

    private func closeChannel() {
      state.withLock { $0.openChannels -= 1 }
      finish()
    }

    /// Ends a process that goes on and can tell nothing any more.
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

    /// Tells that the process has ended, once all that it told before has come.
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
      case .ready, .began: events.put(.began(message.key))
      case .step(let trace):
        if let trace { state.withLock { $0.trace = trace } }
        events.put(.stepped(message.key))
      case .ending(let remains): state.withLock { $0.remains = remains }
      case .judged(let verdict, let trace):
        events.put(.judged(message.key, Judgement(verdict: verdict, trace: trace)))
      }
    }

    /// The last trace that a traced case told of.
    var lastTrace: Trace { state.withLock(\.trace) ?? Trace() }

    /// Takes what the process leaves, if it has told of it since the last time.
    func takeRemains() -> Remains? {
      state.withLock { state in
        defer { state.remains = nil }
        return state.remains
      }
    }

    private var howItEnded: String { state.withLock(\.how) ?? "it is still running" }

    /// Has a case judged, which may take some time.
    package func judge(_ key: String, within limit: Duration) { judge(key, isTraced: false, within: limit) }

    /// Has a case judged, which may take some time, with a pause after each step.
    ///
    /// - Parameter suddenEnd: how the app's sudden end comes about, where that is in earnest.
    func judge(
      _ key: String, isTraced: Bool, pause: Duration = .zero, within limit: Duration,
      endingBy suddenEnd: SuddenEnd? = nil
    ) {
      let command = WorkerCommand(
        key: key, isTraced: isTraced, pause: pause.seconds, timeLimit: limit.seconds, suddenEnd: suddenEnd)
      guard let line = command.line else { return }
      // Writing to a worker that has just ended fails; that it ended is told by its events.
      _ = writeAll(line, to: process.commands)
    }

    /// Asks for a sign of life, which comes as an event.
    func probe() { judge("", isTraced: false, within: .zero) }

    /// The next event, or that the time passed.
    package func next(within limit: Duration) async -> WorkerEvent { await events.next(within: limit) ?? .timePassed }

    /// Ends the worker, and all that it started.
    package func end() {
      let (isFirst, isRunning) = state.withLock { state in
        defer { state.isEnded = true }
        return (!state.isEnded, state.how == nil)
      }
      if isFirst { close(process.commands) }
      // Once it has been waited for, its number may be another's.
      if isRunning { process.kill() }
    }
  }

  /// The workers of this process: a signal that ends it ends them too.
  final class Workers: Sendable {
    static let shared = Workers()
    private let running = Mutex<[pid_t: ChildProcess]>([:])

    func add(_ process: ChildProcess) { running.withLock { $0[process.processIdentifier] = process } }
    func remove(_ process: ChildProcess) { running.withLock { _ = $0.removeValue(forKey: process.processIdentifier) } }
    func endAll() { for process in running.withLock(\.values) { process.kill() } }
  }
#endif
