import CacheConformance
import CacheSpec

#if os(macOS) || os(Linux)
  /// Running cases again, to find out which of them is at fault and whether it always is.
  extension Supervisor {
    /// How many of the cases judged before a process ended are checked as possible causes.
    private static let suspects = 8
    /// How long to watch a process for late effects after its case.
    private static let linger = Duration.milliseconds(250)
    /// How long to wait for late effects of a step before the next step: less in a scenario of many steps, so that its
    /// pauses take one time limit at most.
    static func pause(ofSteps count: Int, within limit: Duration) -> Duration {
      min(.milliseconds(100), limit / max(1, count))
    }

    /// How many times the time limit a case has, alone, before it is told that it hung: a busy machine is slow too.
    private static let patience = 3

    /// Runs the cases that the end of a process may have affected once more, each alone in a fresh process.
    ///
    /// If one of them ends the process the same way, the others were bystanders by chance, which says nothing about
    /// them. If none does, each keeps both verdicts; one that hung is only slow, which fails no run. Because a process may
    /// end a little after the step that is to blame, a crash is repeated with a pause after each step, once for all crashes
    /// with the same description.
    func explain(_ ending: Ending, in folder: RunFolder, _ execution: inout Execution) async throws {
      let kind = ending.kind
      let limit = kind == .hung ? options.timeLimit * Self.patience : options.timeLimit
      var isExplained = false
      for (planned, _) in ending.underWay {
        var result = try await judgeAlone(planned, within: limit, in: folder)
        if result.verdict.kind == kind || result.isFailureOfTheWorld { isExplained = true }
        if case .crashed(let how) = result.verdict, execution.placedCrashes.insert(how).inserted {
          let watched = try await judgeAlone(planned, within: limit, in: folder, watchesForLateEffects: true)
          if watched.verdict.kind == .crashed { result = watched }
        }
        execution.results[planned.key] = result
        if isExplained, options.failsFast, result.failsByItself { return }
      }
      if isExplained { return execution.note(ending.hurt(execution.results)) }
      // No case in progress ends the process while it runs alone. The end may be a late effect of such a case, or of an
      // earlier case.
      let suspects = ending.underWay.map(\.planned) + ending.recent.prefix(Self.suspects)
      for planned in suspects {
        let result = try await judgeAlone(planned, within: limit, in: folder, watchesForLateEffects: true)
        guard result.verdict.kind == .crashed || result.verdict.kind == .hung else { continue }
        execution.results[planned.key] = result
        return execution.note(ending.hurt(execution.results))
      }
      for (key, inCompany, alone) in ending.hurt(execution.results) {
        execution.results[key]?.runs = [inCompany.kind, alone]
        if case .hung(let seconds) = inCompany { execution.results[key]?.noteSlow(Self.patience, seconds) }
      }
      if kind == .hung { return }
      execution.incidents.append(
        "a process ended (\(ending.how)) that ran \(suspects.map(\.key).joined(separator: ", ")); none of them does it alone"
      )
    }

    /// Judges a case alone in a fresh process, with each step traced.
    ///
    /// - Parameter watchesForLateEffects: whether to do so after each step and after the case.
    private func judgeAlone(
      _ planned: PlannedCase, within limit: Duration, in folder: RunFolder, watchesForLateEffects: Bool = false
    ) async throws -> ObservedScenario {
      let worker = try await Worker.start(isolation, in: folder.url)
      defer { worker.end() }
      let pause =
        watchesForLateEffects ? Self.pause(ofSteps: planned.scenario.stepCount, within: options.timeLimit) : .zero
      worker.judge(planned.key, isTraced: true, pause: pause, within: limit)
      var deadline = Deadline(limit)
      while true {
        switch await worker.next(within: deadline.timeLeft) {
        case .began, .followed: continue
        case .stepped: deadline.extend(pause: pause * LateEffects.mostPauses)
        case .judged(_, let verdict, let trace):
          let after = watchesForLateEffects ? await aftermath(of: worker) : nil
          guard let after else { return ObservedScenario(planned, verdict, trace, taking: deadline.elapsed) }
          // The late effect comes from one of the steps.
          var last = worker.lastTrace
          last.isOver = false
          return ObservedScenario(planned, after, last, taking: deadline.elapsed)
        case .ended(let how):
          return ObservedScenario(planned, Machine.verdict(onEnd: how), worker.lastTrace, taking: deadline.elapsed)
        case .timePassed: return ObservedScenario(planned, deadline.hung, worker.lastTrace, taking: deadline.elapsed)
        }
      }
    }

    /// Returns how a worker ended or hung after its case was judged, or nil if it still responds.
    func aftermath(of worker: Worker) async -> Verdict? {
      worker.probe(after: Self.linger)
      switch await worker.next(within: options.timeLimit + Self.linger * LateEffects.mostPauses) {
      case .began, .stepped, .judged, .followed: return nil
      case .ended(let how): return .crashed(how: "\(how), after the scenario had ended")
      case .timePassed: return .hung(seconds: options.timeLimit.seconds)
      }
    }

    /// Runs the violated cases, and those whose world failed, once more, one after another in a fresh process.
    ///
    /// A case that can be set up this time gets the verdict of this run. If the verdict on a violated case changes, the
    /// case runs twice more, as does the first violated case of each rule, and the report has the verdicts of all runs.
    /// With `repeats`, every case that failed runs that many times more.
    func runAgain(
      _ planned: [PlannedCase], in folder: RunFolder, _ execution: inout Execution
    ) async throws {
      let unset = planned.filter { execution.results[$0.key]?.isFailureOfTheWorld == true }
      let failed = planned.filter { execution.results[$0.key].map(isRepeated) ?? false }
      if unset.isEmpty, failed.isEmpty { return }
      let second = try await runAlone(unset + failed.reversed(), in: folder)
      for planned in unset { execution.setUpAlone(planned.key, second[planned.key]) }
      var kinds: [String: [Verdict.Kind]] = [:]
      for planned in failed { kinds[planned.key] = execution.results[planned.key].map { [$0.verdict.kind] } }
      func note(_ results: ResultsByKey) {
        for (key, result) in results where result.notRun == nil { kinds[key]?.append(result.verdict.kind) }
      }
      note(second)
      var rules: Set<String> = []
      let repeated = failed.filter { planned in
        let isFirst = rules.insert("\(planned.variant ?? "") \(planned.scenario.rule.id)").inserted
        return options.repeats != nil || isFirst || kinds[planned.key]?.last != .violated
      }
      let count = options.repeats.map { 1 + $0 } ?? runsOfViolated
      for _ in 2..<count { note(try await runAlone(repeated, in: folder)) }
      for planned in failed {
        guard let runs = kinds[planned.key], options.repeats != nil || Set(runs).count > 1 else { continue }
        execution.results[planned.key]?.runs = runs
      }
    }

    /// Whether a case is run again. Known deviations are expected, and may be slow, so they are only on request; then
    /// those that did not happen are, too, because they may be unsteady.
    private func isRepeated(_ result: ObservedScenario) -> Bool {
      let (kind, deviation) = (result.verdict.kind, result.planned.deviation)
      if options.repeats == nil { return kind == .violated && deviation == nil }
      let isGone = kind == .passed && deviation?.id == result.scenario.id && deviation?.isUnsteady == false
      return (kind.isBreach || isGone) && result.notRun == nil
    }

    /// Runs cases one after another in a fresh process.
    private func runAlone(_ cases: [PlannedCase], in folder: RunFolder) async throws -> ResultsByKey {
      var oneByOne = isolation
      oneByOne.sharing = .worker
      let queue = CaseQueue(cases, failsFast: false)
      let lane = try await Supervisor(isolation: oneByOne, options: options).runLane(queue, in: folder)
      return lane.results
    }
  }

  /// A case that was running when its process ended, with its verdict then and its verdict alone.
  typealias Bystander = (key: String, inCompany: Verdict, alone: Verdict.Kind)

  extension ObservedScenario {
    /// Records that the case hung, and did not when it ran again, alone and with this many times the limit.
    fileprivate mutating func noteSlow(_ patience: Int, _ seconds: Double) {
      slow =
        "no answer within \(seconds.trimmed) s; again, alone and with \(patience) times the limit, \(verdict.kind.words) "
        + "in \((duration ?? .zero).inWords)"
    }
  }

  extension Execution {
    fileprivate mutating func note(_ hurt: [Bystander]) {
      bystanders += hurt.map { key, inCompany, alone in
        "\(key) was under way when its process \(inCompany.kind == .hung ? "hung" : "ended"), and \(alone.words) alone"
      }
    }

    /// Gives a case whose world failed beside other cases the result of its run alone.
    fileprivate mutating func setUpAlone(_ key: String, _ alone: ObservedScenario?) {
      guard var alone, !alone.isFailureOfTheWorld, let first = results[key] else { return }
      bystanders.append("\(key) could not be set up beside other scenarios, and \(alone.verdict.kind.words) alone")
      alone.runs = [first.verdict.kind, alone.verdict.kind]
      results[key] = alone
    }
  }
#endif
