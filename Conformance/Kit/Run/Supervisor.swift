import CacheSpec
import Foundation
import Synchronization

#if os(macOS) || os(Linux)
  /// Runs planned cases in child processes, and watches them from this process, which no module can starve.
  ///
  /// A case that crashed, hung, or was running when its process ended runs once more, alone in a fresh process, to find
  /// out which case was at fault. Cases that were violated or could not be set up run again too.
  struct Supervisor: Sendable {
    let isolation: Isolation
    let options: RunOptions

    /// How a worker ended.
    private struct Ending: Sendable {
      let how: String
      /// `crashed` if the worker ended by itself, or `hung` if it hung and was ended.
      let kind: Verdict.Kind
      /// The cases in progress, each with the verdict that the ending implies; `passed` if only another case hung.
      let underWay: [(planned: PlannedCase, kind: Verdict.Kind)]
      /// The cases that the worker judged last, newest first.
      let recent: [PlannedCase]

      /// Returns the cases with another verdict when they run alone, with both verdicts. A case that was only running
      /// when another one hung is left out.
      func hurt(_ results: ResultsByKey) -> [Bystander] {
        underWay.compactMap { planned, inCompany in
          guard inCompany != .passed, let alone = results[planned.key]?.verdict.kind, alone != inCompany else {
            return nil
          }
          return (planned.key, inCompany, alone)
        }
      }
    }

    /// How many of the cases judged before a process ended are checked as possible causes.
    private static let suspects = 8
    /// How long to watch a process for late effects after its case.
    private static let linger = Duration.milliseconds(250)
    /// How long to wait for late effects of a step before the next step.
    private static let pause = Duration.milliseconds(100)

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
    private func runLane(_ queue: CaseQueue, in folder: RunFolder) async throws -> Execution {
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
          guard let rest = underWay.map(\.deadline.rest).min() else { break }
          switch await worker.next(within: rest) {
          case .began, .followed: continue
          case .stepped(let key):
            for index in underWay.indices where underWay[index].planned.key == key { underWay[index].deadline.putOff() }
          case .judged(let key, let verdict, let trace):
            guard let index = underWay.firstIndex(where: { $0.planned.key == key }) else { continue }
            let (planned, deadline) = underWay.remove(at: index)
            let result = ScenarioResult(planned, verdict, trace, taking: deadline.elapsed)
            if result.isFailureOfTheWorld { try endIfVanished(folder, worker, queue) }
            execution.results[key] = result
            recent.insert(result.planned, at: 0)
            if queue.note(result) { break worker }
          case .ended(let how):
            let hurt = underWay.map { ($0.planned, Verdict.Kind.crashed) }
            ending = Ending(how: how, kind: .crashed, underWay: hurt, recent: recent)
            if hasMore { queue.putBack(next) }
            queue.endIfFailingFast()
            break worker
          case .timePassed:
            guard underWay.contains(where: \.deadline.hasPassed) else { continue }
            worker.end()
            let hung = underWay.filter(\.deadline.hasPassed).map(\.planned.key)
            if let onHangs = options.onHangs, let progress = queue.noteHangs(hung) { onHangs(progress) }
            let kinds = underWay.map { ($0.planned, $0.deadline.hasPassed ? Verdict.Kind.hung : .passed) }
            ending = Ending(how: "ended at the time limit", kind: .hung, underWay: kinds, recent: recent)
            if hasMore { queue.putBack(next) }
            queue.endIfFailingFast()
            break worker
          }
        }
        // Detects late effects of the last cases. With a process for each case, that would add a wait for each.
        if underWay.isEmpty, !queue.isEndedEarly, isolation.sharing != .nothing, let after = await aftermath(of: worker)
        {
          ending = Ending(how: after.kind.words, kind: after.kind, underWay: [], recent: recent)
        }
        worker.end()
        if let ended = ending.take() {
          try await explain(ended, in: folder, &execution)
          for (planned, _) in ended.underWay {
            if let result = execution.results[planned.key] { queue.note(result) }
          }
        }
      }
      return execution
    }

    // MARK: Reruns

    /// Runs the cases that the end of a worker may have affected once more, each alone in a fresh process.
    ///
    /// If one of them ends the process the same way, the others were bystanders by chance, which says nothing about
    /// them. If none does, each keeps both verdicts. Because a process may end a little after the step that is to
    /// blame, a crash is repeated with a pause after each step, once for all crashes with the same description.
    private func explain(_ ending: Ending, in folder: RunFolder, _ execution: inout Execution) async throws {
      let kind = ending.kind
      var isExplained = false
      for (planned, _) in ending.underWay {
        var result = try await judgeAlone(planned, in: folder)
        if result.verdict.kind == kind { isExplained = true }
        if case .crashed(let how) = result.verdict, execution.placedCrashes.insert(how).inserted {
          let unhurried = try await judgeAlone(planned, in: folder, isUnhurried: true)
          if unhurried.verdict.kind == .crashed { result = unhurried }
        }
        execution.results[planned.key] = result
        if isExplained, options.failsFast { return }
      }
      if isExplained { return execution.note(ending.hurt(execution.results)) }
      // No case in progress ends the process while it runs alone. The end may be a late effect of such a case, or of an
      // earlier case.
      let suspects = ending.underWay.map(\.planned) + ending.recent.prefix(Self.suspects)
      for planned in suspects {
        let result = try await judgeAlone(planned, in: folder, isUnhurried: true)
        guard result.verdict.kind == .crashed || result.verdict.kind == .hung else { continue }
        execution.results[planned.key] = result
        return execution.note(ending.hurt(execution.results))
      }
      for (key, inCompany, alone) in ending.hurt(execution.results) {
        execution.results[key]?.runs = [inCompany, alone]
      }
      execution.incidents.append(
        "a process \(kind == .hung ? "hung" : "ended") (\(ending.how)) that ran \(suspects.map(\.key).joined(separator: ", ")); "
          + "none of them does it alone"
          + (kind == .hung ? "; --time-limit gives a busy machine longer" : ""))
    }

    /// Judges a case alone in a fresh process, with each step traced.
    ///
    /// - Parameter isUnhurried: whether to watch the process for late effects after each step and after the case.
    private func judgeAlone(
      _ planned: PlannedCase, in folder: RunFolder, isUnhurried: Bool = false
    ) async throws -> ScenarioResult {
      let worker = try await Worker.start(isolation, in: folder.url)
      defer { worker.end() }
      let pause = isUnhurried ? Self.pause : .zero
      worker.judge(planned.key, isTraced: true, pause: pause, within: options.timeLimit)
      var deadline = Deadline(options.timeLimit)
      while true {
        switch await worker.next(within: deadline.rest) {
        case .began, .followed: continue
        case .stepped: deadline.putOff(pause: pause)
        case .judged(_, let verdict, let trace):
          let after = isUnhurried ? await aftermath(of: worker) : nil
          guard let after else { return ScenarioResult(planned, verdict, trace, taking: deadline.elapsed) }
          // The late effect comes from one of the steps.
          var last = worker.lastTrace
          last.isOver = false
          return ScenarioResult(planned, after, last, taking: deadline.elapsed)
        case .ended(let how):
          return ScenarioResult(planned, .crashed(how: how), worker.lastTrace, taking: deadline.elapsed)
        case .timePassed: return ScenarioResult(planned, deadline.hung, worker.lastTrace, taking: deadline.elapsed)
        }
      }
    }

    /// Returns how a worker ended or hung after its case was judged, or nil if it still responds.
    private func aftermath(of worker: Worker) async -> Verdict? {
      if case .ended(let how) = await worker.next(within: Self.linger) {
        return .crashed(how: "\(how), after the scenario had ended")
      }
      worker.probe()
      switch await worker.next(within: options.timeLimit) {
      case .began, .stepped, .judged, .followed: return nil
      case .ended(let how): return .crashed(how: "\(how), after the scenario had ended")
      case .timePassed: return .hung(seconds: options.timeLimit.seconds)
      }
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

    /// Runs the violated cases, and those whose world failed, once more, one after another in a fresh process.
    ///
    /// A case that can be set up this time gets the verdict of this run. If the verdict on a violated case changes, the
    /// case runs twice more, as does the first violated case of each rule, and the report has the verdicts of all runs.
    private func runAgain(
      _ planned: [PlannedCase], in folder: RunFolder, _ execution: inout Execution
    ) async throws {
      let failed = planned.filter { execution.results[$0.key]?.isFailureOfTheWorld == true }
      // Known deviations are expected, and may be slow.
      let violated = planned.filter { $0.deviation == nil && execution.results[$0.key]?.verdict.kind == .violated }
      if failed.isEmpty, violated.isEmpty { return }
      let second = try await runAlone(failed + violated.reversed(), in: folder)
      for planned in failed { execution.setUpAlone(planned.key, second[planned.key]) }
      var kinds: [String: [Verdict.Kind]] = [:]
      for planned in violated { kinds[planned.key] = [.violated] }
      func note(_ results: ResultsByKey) {
        for (key, result) in results { kinds[key]?.append(result.verdict.kind) }
      }
      note(second)
      var rules: Set<String> = []
      let repeated = violated.filter { planned in
        let isFirst = rules.insert("\(planned.variant ?? "") \(planned.scenario.rule.id)").inserted
        return isFirst || kinds[planned.key]?.last != .violated
      }
      for _ in 2..<runsOfViolated { note(try await runAlone(repeated, in: folder)) }
      for planned in violated {
        if let runs = kinds[planned.key], Set(runs).count > 1 { execution.note(runs, of: planned.key) }
      }
    }

    /// Runs cases one after another in a fresh process.
    private func runAlone(_ cases: [PlannedCase], in folder: RunFolder) async throws -> ResultsByKey {
      let oneByOne = Isolation(executable: isolation.executable, arguments: isolation.arguments)
      let queue = CaseQueue(cases, failsFast: false)
      let lane = try await Supervisor(isolation: oneByOne, options: options).runLane(queue, in: folder)
      return lane.results
    }

    /// Raises the limit of open descriptors as far as allowed, and throws if too few may be open even then.
    private func checkDescriptors() throws(RunError) {
      var limit = rlimit()
      #if canImport(Glibc)
        let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
      #else
        let resource = RLIMIT_NOFILE
      #endif
      guard getrlimit(resource, &limit) == 0 else { return }
      let wanted = rlim_t(256)
      if limit.rlim_cur < wanted {
        limit.rlim_cur = min(wanted, limit.rlim_max)
        _ = setrlimit(resource, &limit)
      }
      if limit.rlim_cur < 64 {
        throw .cannotIsolate("only \(limit.rlim_cur) descriptors may be open, and 64 are needed: raise `ulimit -n`")
      }
    }
  }

  /// A case that was running when its process ended, with its verdict then and its verdict alone.
  private typealias Bystander = (key: String, inCompany: Verdict.Kind, alone: Verdict.Kind)

  extension Execution {
    fileprivate mutating func note(_ hurt: [Bystander]) {
      bystanders += hurt.map { key, inCompany, alone in
        "\(key) was under way when its process \(inCompany == .hung ? "hung" : "ended"), and \(alone.words) alone"
      }
    }

    /// Records the verdicts of a violated case in all of its runs, because they were not the same.
    fileprivate mutating func note(_ runs: [Verdict.Kind], of key: String) {
      results[key]?.runs = runs
      let alone = Set(runs.dropFirst())
      let why = alone.count == 1 ? "depends on what else runs" : "is a matter of chance, as in a race"
      incidents.append("\(key), \(runs.words), the first beside other scenarios: its verdict \(why)")
    }

    /// Gives a case whose world failed beside other cases the result of its run alone.
    fileprivate mutating func setUpAlone(_ key: String, _ alone: ScenarioResult?) {
      guard var alone, !alone.isFailureOfTheWorld, let first = results[key] else { return }
      bystanders.append("\(key) could not be set up beside other scenarios, and \(alone.verdict.kind.words) alone")
      alone.runs = [first.verdict.kind, alone.verdict.kind]
      results[key] = alone
    }
  }
#endif
