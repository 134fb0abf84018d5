import CacheConformance
import CacheSpec
import Foundation
import Synchronization

#if os(macOS) || os(Linux)
  /// Runs planned cases in child processes, and watches them from this process, which no module can starve.
  ///
  /// A case that crashed, hung, or was running when its process ended runs once more, alone in a fresh process, to find
  /// out which case was at fault; so does one whose program ended. Cases that were violated or could not be set up run
  /// again too.
  struct Supervisor: Sendable {
    let isolation: Isolation
    let options: RunOptions

    /// How a worker, or a program of a worker, ended.
    struct Ending: Sendable {
      let how: String
      /// `crashed` if it ended by itself, or `hung` if it hung and was ended.
      let kind: Verdict.Kind
      /// The cases in progress, each with the verdict that the ending implies; nil if only another case hung.
      let underWay: [(planned: PlannedCase, verdict: Verdict?)]
      /// The cases that it served last, newest first.
      let recent: [PlannedCase]

      /// Returns the cases with another verdict when they run alone, with both verdicts. A case that was only running
      /// when another one hung is left out.
      func hurt(_ results: ResultsByKey) -> [Bystander] {
        underWay.compactMap { planned, inCompany in
          guard let inCompany, let alone = results[planned.key]?.verdict.kind, alone != inCompany.kind else {
            return nil
          }
          return (planned.key, inCompany, alone)
        }
      }
    }

    func run(_ planned: [PlannedCase]) async throws -> Execution {
      try checkDescriptors()
      let folder = try RunFolder()
      defer { folder.remove() }
      let workers = isolation.sharing == .all ? 1 : max(1, min(options.width, planned.count))
      let queue = CaseQueue(planned, failsFast: options.failsFast, onProgress: options.onProgress)
      var execution = Execution()
      try await withThrowingTaskGroup(of: Execution.self) { group in
        for _ in 0..<workers { group.addTask { try await runLane(queue, in: folder) } }
        for try await lane in group { execution.merge(lane) }
      }
      execution.results.merge(queue.notRun) { ran, _ in ran }
      try await runAgain(planned, in: folder, &execution)
      if isolation.sharing != .all, !(options.failsFast && execution.hasFailed(planned)) {
        try await kill(planned, in: folder, &execution)
      }
      return execution
    }

    /// Repeats each passed case in which the app is killed, several at once, with a signal that ends the process of the
    /// case.
    private func kill(_ planned: [PlannedCase], in folder: RunFolder, _ execution: inout Execution) async throws {
      let passed = planned.filter { execution.results[$0.key]?.verdict.kind == .passed && $0.isKilled }
      let queue = CaseQueue(passed, failsFast: options.failsFast)
      try await withThrowingTaskGroup(of: ResultsByKey.self) { group in
        for _ in 0..<max(1, options.width) {
          group.addTask {
            let killing = KillRunner(isolation, timeLimit: options.timeLimit, in: folder.url)
            var results: ResultsByKey = [:]
            while let planned = queue.next() {
              let began = ContinuousClock.now
              var result = try await killing.result(of: planned)
              result.duration = began.duration(to: .now)
              results[planned.key] = result
              queue.note(result)
            }
            return results
          }
        }
        for try await results in group {
          execution.results.merge(results) { copied, killed in
            guard killed.verdict.kind == .passed else { return killed }
            // The recorded outcomes are taken from the run whose process no signal ended.
            var copied = copied
            copied.killedByCopy = killed.killedByCopy
            return copied
          }
        }
      }
      execution.results.merge(queue.notRun) { $1 }
    }

    // MARK: First runs

    /// Runs the queued cases in one worker after another, as many at once as allowed. The cause of a worker's end is
    /// determined before the next worker gets work, because other cases might end in the same place.
    func runLane(_ queue: CaseQueue, in folder: RunFolder) async throws -> Execution {
      let width = isolation.sharing == .all ? max(1, options.width) : 1
      var (execution, ending) = (Execution(), Ending?.none)
      while var next = queue.next() {
        let worker = try await Worker.start(
          isolation, in: folder.url, passingOutputOn: options.passesOutputOn)
        var underWay: [(planned: PlannedCase, deadline: Deadline)] = []
        var recent: [PlannedCase] = []
        var hasMore = true
        worker: while true {
          while hasMore, underWay.count < width {
            worker.judge(next.key, isTraced: false, within: options.timeLimit)
            underWay.append((next, Deadline(options.timeLimit)))
            if isolation.sharing == .nothing {
              hasMore = false
            } else if let another = queue.next() {
              next = another
            } else {
              hasMore = false
            }
          }
          guard let timeLeft = underWay.map(\.deadline.timeLeft).min() else { break }
          switch await worker.next(within: timeLeft) {
          case .began, .followed: continue
          case .stepped(let key):
            for index in underWay.indices where underWay[index].planned.key == key { underWay[index].deadline.extend() }
          case .judged(let key, let verdict, let trace):
            guard let index = underWay.firstIndex(where: { $0.planned.key == key }) else { continue }
            let (planned, deadline) = underWay.remove(at: index)
            let result = ObservedScenario(planned, verdict, trace, taking: deadline.elapsed)
            if result.isFailureOfTheWorld { try endIfVanished(folder, worker, queue) }
            execution.results[key] = result
            let ended = programEnding(in: result, after: recent)
            recent.insert(result.planned, at: 0)
            guard let ended else {
              if queue.note(result) { break worker }
              continue
            }
            // The worker, and what else it runs, outlives a program.
            try await explain(ended, in: folder, &execution, for: queue)
            if options.failsFast, queue.isEndedEarly { break worker }
          case .ended(let how):
            let hurt = underWay.map { ($0.planned, Verdict?.some(.crashed(how: how))) }
            ending = Ending(how: how, kind: .crashed, underWay: hurt, recent: recent)
            if hasMore { queue.putBack(next) }
            break worker
          case .timePassed:
            guard underWay.contains(where: \.deadline.hasPassed) else { continue }
            worker.end()
            let hung = underWay.filter(\.deadline.hasPassed).map(\.planned.key)
            if let onHangs = options.onHangs, let progress = queue.noteHangs(hung) { onHangs(progress) }
            let verdicts = underWay.map { ($0.planned, $0.deadline.hasPassed ? $0.deadline.hung : nil) }
            ending = Ending(how: "ended at the time limit", kind: .hung, underWay: verdicts, recent: recent)
            if hasMore { queue.putBack(next) }
            break worker
          }
        }
        // Detects late effects of the last cases. With a process for each case, that would add a wait for each.
        if underWay.isEmpty, !queue.isEndedEarly, isolation.sharing != .nothing, let after = await aftermath(of: worker)
        {
          ending = Ending(how: after.kind.words, kind: after.kind, underWay: [], recent: recent)
        }
        worker.end()
        if let ended = ending.take() { try await explain(ended, in: folder, &execution, for: queue) }
      }
      return execution
    }

    /// Returns how a program ended that crashed in a case, or nil. A crash that is on record needs no confirmation.
    private func programEnding(in result: ObservedScenario, after judged: [PlannedCase]) -> Ending? {
      guard case .crashed(let how) = result.verdict, result.planned.deviation?.outcome != .crashed else { return nil }
      let byKey = Dictionary(judged.map { ($0.key, $0) }) { first, _ in first }
      return Ending(
        how: how, kind: .crashed, underWay: [(result.planned, result.verdict)],
        recent: result.trace.recent.compactMap { byKey[$0] })
    }

    /// Finds out which case ended a process, and records the results of those that it ran. The run goes on if none of
    /// them fails, as when one was only slow.
    private func explain(
      _ ending: Ending, in folder: RunFolder, _ execution: inout Execution, for queue: CaseQueue
    ) async throws {
      try await explain(ending, in: folder, &execution)
      for (planned, _) in ending.underWay {
        if let result = execution.results[planned.key] { queue.note(result) }
      }
      if !execution.incidents.isEmpty { queue.endIfFailingFast() }
    }

    /// Ends a run whose folder somebody has removed.
    private func endIfVanished(_ folder: RunFolder, _ worker: Worker, _ queue: CaseQueue) throws {
      do {
        try folder.check()
      } catch {
        worker.end()
        queue.end()
        throw error
      }
    }

    /// Raises the limit of open descriptors as far as allowed, and throws if too few may be open even then.
    private func checkDescriptors() throws(RunError) {
      let limit = Machine.raiseDescriptorLimit()
      if limit < 64 {
        throw .cannotIsolate("only \(limit) descriptors may be open, and 64 are needed: raise `ulimit -n`")
      }
    }
  }
#endif
