public import Foundation
import Synchronization

/// How scenarios are run in child processes: which executable is started, with which arguments.
///
/// The executable has to call `[CacheModule].work()` when it is given these arguments; the command line of this package does.
public struct Isolation: Sendable {
  /// The executable.
  public let executable: URL
  /// What makes it a worker for the module.
  public let arguments: [String]

  /// Takes an executable and the arguments that make it a worker.
  public init(executable: URL, arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// The executable that is running.
  public static var thisExecutable: URL {
    #if os(Linux)
      // The link is resolved here: in the child it would name the child.
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
  }

  /// Runs a manifest in as many child processes as the width asks for. One that ends is replaced.
  func run(_ planned: [PlannedCase], _ options: RunOptions) async throws -> JudgementsByKey {
    // Writing to a worker that has ended is an error to be read off the call, not the end of this process.
    signal(SIGPIPE, SIG_IGN)
    let queue = WorkQueue(planned)
    // What workers leave behind that crashed or were killed goes with this folder.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cachespec-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw RunError.cannotIsolate("making the folder \(folder.path): \(error)")
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await withThrowingTaskGroup(of: JudgementsByKey.self) { group in
      for _ in 0..<max(1, min(options.width, planned.count)) {
        group.addTask { try await runWorker(queue, in: folder, options) }
      }
      return try await group.reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }
    }
  }

  private func runWorker(_ queue: WorkQueue, in folder: URL, _ options: RunOptions) async throws -> JudgementsByKey {
    var judged: JudgementsByKey = [:]
    var worker: WorkerProcess?
    // The scenario that the worker judged last, which is to blame when the worker ends between two.
    var last: PlannedCase?
    var next = queue.next()
    while let planned = next {
      let running: WorkerProcess
      if let worker {
        running = worker
      } else {
        running = try await WorkerProcess.start(self, in: folder)
        (worker, last) = (running, nil)
      }
      switch await running.judge(planned.key, limit: options.timeLimit) {
      case .judged(let verdict, let trace):
        judged[planned.key] = Judgement(verdict: verdict, trace: trace)
        (last, next) = (planned, queue.next())
      case .wasOver(let how):
        let blamed = last ?? planned
        judged[blamed.key] = Judgement(
          verdict: .crashed(how: "\(how), after the scenario had ended"), trace: Trace())
        if last == nil { next = queue.next() }
      }
      if running.isOver { worker = nil }
    }
    worker?.end()
    return judged
  }
}

/// Scenarios waiting for a worker.
private final class WorkQueue: Sendable {
  private let waiting: Mutex<ArraySlice<PlannedCase>>

  init(_ planned: [PlannedCase]) { waiting = Mutex(planned[...]) }

  func next() -> PlannedCase? { waiting.withLock { $0.popFirst() } }
}

/// What a worker tells its parent, a line each.
enum WorkerMessage: Codable, Sendable {
  /// It waits for work.
  case ready
  /// It is about to perform a step.
  case step(Trace)
  /// It has judged a scenario.
  case judged(Verdict, Trace)

  init?(line: String) {
    guard let message = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else { return nil }
    self = message
  }

  var line: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }
}

extension [CacheModule] {
  /// Works for a parent process: judges the scenarios named on standard input, one a line, and reports each.
  ///
  /// What the module prints goes to standard error. When the parent is gone the process ends, whatever it is doing.
  package func work() async {
    let reports = FileHandle(fileDescriptor: dup(STDOUT_FILENO))
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let send: @Sendable (WorkerMessage) -> Void = { message in
      guard let line = try? message.line else { return }
      try? reports.write(contentsOf: Data((line + "\n").utf8))
    }
    let cases = Dictionary(flatMap { $0.plan() }.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    send(.ready)
    for await key in lines(of: STDIN_FILENO, atEnd: { _exit(0) }) {
      guard let scenario = cases[key] else {
        send(.judged(.setupFailed(why: "the worker does not know the scenario \(key)"), Trace()))
        continue
      }
      let progress = ScenarioProgress { send(.step($0)) }
      let verdict = await scenario.judge(progress)
      send(.judged(verdict, progress.trace))
    }
  }
}

/// The lines that arrive on a file descriptor, read by a thread of its own so that no task waits in a system call.
func lines(of descriptor: Int32, atEnd: @escaping @Sendable () -> Void = {}) -> AsyncStream<String> {
  AsyncStream { continuation in
    let thread = Thread {
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      continuation.finish()
      atEnd()
    }
    thread.start()
  }
}
