import CacheConformance
import Foundation
import Synchronization

#if os(macOS) || os(Linux)
  /// The process that a worker works for, seen from the worker. When it is gone, this process ends with everything in its
  /// session, whatever it is doing then.
  struct WorkerParent: Sendable {
    fileprivate let lines: AsyncStream<[UInt8]>
    fileprivate let reporter: Reporter

    /// Waits for the greeting of the parent. Returns nil if none comes.
    init?() async {
      // A process that the module starts must not keep the channels open.
      for descriptor in [ChildProcess.commands, ChildProcess.reports] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      signal(SIGPIPE, SIG_IGN)
      let parent = Mutex<pid_t?>(nil)
      lines = AsyncStream<[UInt8]> { continuation in
        let cutter = Mutex(LineCutter())
        readAll(from: ChildProcess.commands) { bytes in
          for line in cutter.withLock({ $0.take(bytes) }) {
            parent.withLock { $0 = $0 ?? WorkerGreeting(line: line)?.parent }
            continuation.yield(line)
          }
        } atEnd: {
          // The module may have closed the channel. The parent has ended only if this process has another parent now,
          // or if no greeting came.
          while getppid() == parent.withLock(\.self) { Thread.sleep(forTimeInterval: 0.1) }
          // First of all nothing starts any more, so that nothing is missed.
          Workers.shared.endAll()
          ChildProcess.endOwnSession()
          _exit(0)
        }
      }
      var iterator = lines.makeAsyncIterator()
      guard let first = await iterator.next(), let greeting = WorkerGreeting(line: first) else { return nil }
      reporter = Reporter(token: greeting.token)
    }

    /// Tells the parent why this process cannot do its work.
    func refuse(_ why: String) { reporter.tell("", .refused(why: why)) }
  }

  extension [CacheModule] {
    /// Judges the cases that the parent sends, concurrently if there are several, and reports the verdicts.
    ///
    /// - Parameter description: how the program described itself, if the module is one.
    func work(for parent: WorkerParent, describedAs description: ProgramDescription? = nil) async {
      let reporter = parent.reporter
      var iterator = parent.lines.makeAsyncIterator()
      var cases = CasesByKey(modules: self)
      reporter.tell("", .ready(description: description.map { String(decoding: $0.json.jsonText, as: UTF8.self) }))
      await withTaskGroup(of: Void.self) { group in
        while let line = await iterator.next() {
          guard let command = WorkerCommand(line: line) else { continue }
          // Without a key, the command asks only for a response.
          if command.key.isEmpty { await LateEffects.wait(.seconds(command.pause)) }
          reporter.tell(command.key, .began)
          if command.key.isEmpty { continue }
          let planned = command.runs == nil ? cases.planned(command.key) : nil
          guard planned != nil || command.runs != nil else {
            reporter.tell(
              command.key, .judged(.setupFailed(.mistake("the worker does not know the scenario")), ScenarioTrace()))
            continue
          }
          if command.runs != nil { QueueExecutor.shared.runSerially() }
          group.addTask(executorPreference: QueueExecutor.shared) {
            let tell: @Sendable (ScenarioTrace, Bool) -> Void = {
              reporter.tell(command.key, .step($0, isContinued: $1))
            }
            let pause = command.pause > 0 ? Duration.seconds(command.pause) : nil
            let kill = command.suddenEnd.map { end in
              SignalKill(end: end) { reporter.tell(command.key, .ending($0)) }
            }
            let limit = Duration.seconds(command.timeLimit)
            let progress = ScenarioProgress(
              of: command.key, onStep: command.isTraced ? tell : nil,
              onLife: command.isTraced
                ? nil : (every: limit / 5, tell: { reporter.tell(command.key, .step(nil, isContinued: false)) }),
              pausingAfterSteps: pause, kill: kill)
            if let runs = command.runs {
              return await follow(runs, within: limit, progress) { reporter.tell(command.key, .followed($0)) }
            }
            guard let planned else { return }
            let verdict = await planned.judge(progress, within: limit)
            reporter.tell(command.key, .judged(verdict, progress.trace(of: verdict)))
          }
        }
      }
    }
  }

  /// The cases of some modules by key, created chapter by chapter as they are needed.
  private struct CasesByKey {
    let modules: [CacheModule]
    private var made: [String: [String: PlannedCase]] = [:]

    init(modules: [CacheModule]) { self.modules = modules }

    /// Returns the case with a key, or nil if no module has it.
    mutating func planned(_ key: String) -> PlannedCase? {
      for (index, module) in modules.enumerated() {
        guard let chapter = module.chapter(of: key) else { continue }
        let chapterKey = "\(index) \(chapter)"
        if made[chapterKey] == nil {
          made[chapterKey] = Dictionary(
            module.cases(in: chapter).map { ($0.key, $0) }, uniquingKeysWith: { one, _ in one })
        }
        if let planned = made[chapterKey]?[key] { return planned }
      }
      return nil
    }
  }

  /// Reports a worker's progress to its parent.
  private final class Reporter: Sendable {
    private let token: String
    /// Keeps messages from interleaving.
    private let writing = Mutex(())

    init(token: String) { self.token = token }

    func tell(_ key: String, _ content: WorkerMessage.Content) {
      guard let line = WorkerMessage(token: token, key: key, content).line else { return }
      writing.withLock { _ in _ = writeAll(line, to: ChildProcess.reports) }
    }
  }
#endif
