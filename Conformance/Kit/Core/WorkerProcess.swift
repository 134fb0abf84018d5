import Foundation
import Synchronization

/// How asking a worker to judge a scenario ended.
enum WorkerEnding {
  /// There is a verdict.
  case judged(Verdict, Trace)
  /// The process had ended before it began on the scenario.
  case wasOver(how: String)
}

#if os(macOS) || os(Linux)
  /// A child process that judges one scenario at a time.
  final class WorkerProcess: Sendable {
    private struct State: Sendable {
      var isOver = false
      var trace: Trace?
    }

    private let process: Process
    private let input: FileHandle
    private let messages: AsyncStream<WorkerMessage>
    private let printed: URL
    private let state = Mutex(State())

    /// Whether the process has ended.
    var isOver: Bool { state.withLock(\.isOver) }

    /// Starts a worker and waits until it is ready.
    static func start(_ isolation: Isolation, in folder: URL) async throws(RunError) -> WorkerProcess {
      let worker: WorkerProcess
      do {
        worker = try WorkerProcess(isolation, in: folder)
      } catch {
        throw .cannotIsolate("starting \(isolation.executable.path): \(error)")
      }
      let answer = await withTimeLimit(.seconds(30)) { await worker.nextMessage() } ?? nil
      guard case .ready = answer else {
        let how = worker.end()
        throw .cannotIsolate("\(isolation.executable.path) did not answer as a worker (\(how))")
      }
      return worker
    }

    private init(_ isolation: Isolation, in folder: URL) throws {
      process = Process()
      printed = folder.appendingPathComponent("\(UUID().uuidString).txt")
      try Data().write(to: printed)
      let (standardInput, standardOutput) = (Pipe(), Pipe())
      process.executableURL = isolation.executable
      process.arguments = isolation.arguments
      // The runtime's own crash reporter takes seconds, which would count against the next scenario.
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder.path], uniquingKeysWith: { $1 })
      process.standardInput = standardInput
      process.standardOutput = standardOutput
      process.standardError = try FileHandle(forWritingTo: printed)
      input = standardInput.fileHandleForWriting
      let reading = dup(standardOutput.fileHandleForReading.fileDescriptor)
      try process.run()
      messages = AsyncStream { continuation in
        let task = Task {
          for await line in lines(of: reading, atEnd: { close(reading) }) {
            if let message = WorkerMessage(line: line) { continuation.yield(message) }
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }

    private func nextMessage() async -> WorkerMessage? {
      for await message in messages { return message }
      return nil
    }

    /// Has a scenario judged. When the limit passes or the process ends, the process is over and the verdict says so.
    func judge(_ key: String, limit: Duration) async -> WorkerEnding {
      state.withLock { $0.trace = nil }
      // Writing to a worker that has just ended fails; that it ended is then read from its messages.
      try? input.write(contentsOf: Data((key + "\n").utf8))
      let result: (Verdict, Trace)?? = await withTimeLimit(limit) {
        for await message in self.messages {
          switch message {
          case .ready: continue
          case .step(let trace): self.state.withLock { $0.trace = trace }
          case .judged(let verdict, let trace): return (verdict, trace)
          }
        }
        return nil
      }
      if let result, let (verdict, trace) = result { return .judged(verdict, trace) }
      let trace = state.withLock(\.trace)
      let how = end()
      if result == nil { return .judged(.hung(seconds: limit.seconds), trace ?? Trace()) }
      return trace.map { .judged(.crashed(how: how), $0) } ?? .wasOver(how: how)
    }

    var processIdentifier: Int32 { process.processIdentifier }

    /// Ends the process and says how it ended.
    @discardableResult
    func end() -> String {
      state.withLock { $0.isOver = true }
      try? input.close()
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
      defer { try? FileManager.default.removeItem(at: printed) }
      let number = process.terminationStatus
      let ending =
        process.terminationReason == .uncaughtSignal
        ? "signal \(number), \(String(cString: strsignal(number)))" : "exit status \(number)"
      return lastWords.map { "\(ending): \($0)" } ?? ending
    }

    /// The last line that the process printed before it ended, which is where the runtime says why.
    private var lastWords: String? {
      let lines = (try? String(contentsOf: printed, encoding: .utf8))?.split(separator: "\n") ?? []
      return (lines.last { $0.contains("Fatal error") } ?? lines.last).map { String($0.prefix(300)) }
    }
  }
#else
  /// A child process, on platforms that have none.
  final class WorkerProcess: Sendable {
    var isOver: Bool { true }

    static func start(_ isolation: Isolation, in folder: URL) async throws(RunError) -> WorkerProcess {
      throw .cannotIsolate("this platform starts no child processes")
    }

    private init() {}

    func judge(_ key: String, limit: Duration) async -> WorkerEnding { .wasOver(how: "never started") }

    func end() {}
  }
#endif
