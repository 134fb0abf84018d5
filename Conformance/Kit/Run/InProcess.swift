package import CacheSpec
import Dispatch
import Foundation
import Synchronization

/// Runs scenarios concurrently in this process, each with the time limit.
func runInProcess(_ planned: [PlannedCase], _ options: RunOptions) async -> ResultsByKey {
  #if os(macOS) || os(Linux)
    Machine.raiseDescriptorLimit()
  #endif
  let lanes = options.width == 1 ? Lanes(1) : Lanes.shared
  return await withTaskGroup(of: ScenarioResult.self) { group in
    let queue = CaseQueue(planned, failsFast: options.failsFast, onProgress: options.onProgress)
    func start() {
      guard let next = queue.next() else { return }
      group.addTask {
        await next.result(within: options.timeLimit, in: lanes, followsModels: options.followsModels)
      }
    }
    for _ in 0..<max(1, options.width) { start() }
    var results: ResultsByKey = [:]
    for await result in group {
      results[result.planned.key] = result
      queue.note(result)
      start()
    }
    return results.merging(queue.notRun) { ran, _ in ran }
  }
}

extension PlannedCase {
  /// Runs the scenario in this process, with a time limit that starts once a lane is free.
  func result(
    within limit: Duration, in lanes: Lanes = .shared, followsModels: Bool = false
  ) async -> ScenarioResult {
    let progress = ScenarioProgress(followsModels: followsModels)
    let (verdict, duration) = await lanes.run {
      var deadline = Deadline(limit)
      let verdict = await withTimeLimit(limit, since: { progress.stepBegan }, onHang: progress.hang) {
        await judge(progress, within: limit)
      }
      deadline.extend(since: progress.stepBegan)
      return (verdict ?? deadline.hung, deadline.elapsed)
    }
    return ScenarioResult(
      self, verdict, progress.trace(of: verdict), breaches: progress.breaches, taking: duration)
  }

  /// Runs the scenario. If its world fails, it runs once more. If it is violated, it runs several times, because the
  /// violation may come from a race.
  func repeatedResult(within limit: Duration, in memory: ModuleMemory) async -> ScenarioResult {
    let run: @Sendable () async -> ScenarioResult = { await self.result(within: limit, in: memory.lanes) }
    var result = await memory.newResult(of: key, run)
    if result.isFailureOfTheWorld { result = await memory.newResult(of: key, run) }
    guard result.verdict.kind == .violated, deviation == nil else { return result }
    var kinds = [Verdict.Kind.violated]
    while kinds.count < runsOfViolated { kinds.append(await run().verdict.kind) }
    if Set(kinds).count > 1 { result.runs = kinds }
    return result
  }
}

/// How many times in all a violated scenario runs, to find out whether the violation is a race.
package let runsOfViolated = 4

/// What a module's scenarios share when each is run on its own: their results, by which a failure is blamed on a rule,
/// and which rules were reported as not tried.
actor ModuleMemory {
  /// Limits how many of the module's scenarios run at once.
  nonisolated let lanes: Lanes
  private var rules: [RuleID: Task<[ScenarioResult], Never>] = [:]
  private var scenarios: [String: Task<ScenarioResult, Never>] = [:]
  private var reported: Set<RuleID> = []

  init(width: Int?) { lanes = width.map(Lanes.init) ?? .shared }

  /// Returns the results of a rule's scenarios, which are run once.
  func results(of rule: RuleID, _ run: @escaping @Sendable () async -> [ScenarioResult]) async -> [ScenarioResult] {
    if let task = rules[rule] { return await task.value }
    let task = Task { await run() }
    rules[rule] = task
    return await task.value
  }

  /// Returns the last result of a scenario, which is run if there is none.
  func result(of key: String, _ run: @escaping @Sendable () async -> ScenarioResult) async -> ScenarioResult {
    if let task = scenarios[key] { return await task.value }
    return await newResult(of: key, run)
  }

  /// Runs a scenario, even if there is a result of it.
  func newResult(of key: String, _ run: @escaping @Sendable () async -> ScenarioResult) async -> ScenarioResult {
    let task = Task { await run() }
    scenarios[key] = task
    return await task.value
  }

  /// Returns whether a rule has yet to be reported as not tried, which it is from now on.
  func isNotYetReported(_ rule: RuleID) -> Bool { reported.insert(rule).inserted }
}

extension CacheModule {
  /// Runs one scenario in this process, with the time limit, and returns its result with known deviations applied.
  ///
  /// If the failure may come from another rule, on which the fixture depends or which a step takes for granted, the
  /// scenarios of that rule are run too, once.
  ///
  /// - Parameters:
  ///   - scenario: a scenario of a chapter that the module implements.
  ///   - timeLimit: the time that a step may take; all steps together may take ten times that.
  /// - Returns: The result, or nil if the module does not implement the chapter.
  package func result<Action>(of scenario: Scenario<Action>, timeLimit: Duration) async -> ScenarioResult? {
    guard let implementation = implementations.lazy.compactMap({ $0.implementation(of: Action.self) }).first else {
      return nil
    }
    let rule = implementation.chapters.flatMap(\.rules).first { $0.id == scenario.rule }
    let planned = PlannedCase(scenario, rule, implementation, self, DeviationsOnRecord(deviations))
    if let mistake = mistakeInDeviations {
      return ScenarioResult(planned, .setupFailed(why: "\(mistake)"))
    }
    let observed = await planned.repeatedResult(within: timeLimit, in: memory)
    let result = [observed].blamed(by: await withSuspects([observed], timeLimit))[0]
    guard result.verdict.kind == .passed, let deviation = planned.deviationOfSeveral else { return result }
    return result.expecting(await isSeen(deviation, timeLimit) ? [] : [deviation])
  }

  /// Returns whether at least one scenario deviates as the known deviation says.
  private func isSeen(_ deviation: KnownDeviation, _ timeLimit: Duration) async -> Bool {
    let covered = Dictionary(grouping: plan().filter { $0.deviation == deviation }, by: \.scenario.rule.id)
    for (rule, cases) in covered {
      let keys = Set(cases.map(\.key))
      let results = await results(of: rule, timeLimit)
      if results.contains(where: { keys.contains($0.planned.key) && $0.verdict.kind == deviation.outcome }) {
        return true
      }
    }
    return false
  }

  /// Returns the results, and those of every rule that a failure may come from.
  func withSuspects(_ results: [ScenarioResult], _ timeLimit: Duration) async -> [ScenarioResult] {
    var (all, looked) = (results, Set<RuleID>())
    while let next = all.lazy.flatMap(\.suspectedRules).first(where: { !looked.contains($0) }) {
      looked.insert(next)
      all += await self.results(of: next, timeLimit)
    }
    return all
  }

  /// Returns the results of a rule's scenarios, which are run once, however often they are asked for.
  func results(of rule: RuleID, _ timeLimit: Duration) async -> [ScenarioResult] {
    await memory.results(of: rule) {
      // All at once, so that several that hang take no longer than one.
      let tasks = self.cases(in: rule.chapter).filter { $0.scenario.rule.id == rule }.map { planned in
        Task { await memory.result(of: planned.key) { await planned.result(within: timeLimit, in: memory.lanes) } }
      }
      var results: [ScenarioResult] = []
      for task in tasks { results.append(await task.value) }
      return results
    }
  }
}

/// Limits how many scenarios of this process run at once. Swift Testing starts all cases of a test together, so the
/// time limit of each would otherwise include its wait for a processor.
package final class Lanes: Sendable {
  /// Many more than there are processors, because most scenarios of a broken module only wait.
  static let shared = Lanes(max(16, 2 * ProcessInfo.processInfo.activeProcessorCount))

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// Creates this many lanes.
  package init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Runs work once a lane is free.
  package func run<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
    defer { leave() }
    return try await work()
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// Runs work outside the thread pool, and returns nil if the time limit passes first.
///
/// Work that does not return is abandoned, suspended or on its own thread. Only the end of the process can end it,
/// which is what `--isolated` is for.
///
/// - Parameters:
///   - lastProgress: returns when the work last made progress, from which the time limit counts; nil if it reports none.
///   - onHang: called when the time limit has passed, before the work is cancelled.
package func withTimeLimit<Value: Sendable>(
  _ limit: Duration, since lastProgress: (@Sendable () -> ContinuousClock.Instant)? = nil,
  onHang: (@Sendable () -> Void)? = nil, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
  await withCheckedContinuation { continuation in
    let first = FirstResult(continuation)
    let task = Task(executorPreference: QueueExecutor.shared) { first.finish(await work()) }
    first.onTimeLimit(Deadline(limit), lastProgress, onHang) { task.cancel() }
  }
}

/// A continuation that is resumed once, by the work or by the time limit.
private final class FirstResult<Value: Sendable>: Sendable {
  private struct State {
    var continuation: CheckedContinuation<Value?, Never>?
    var watch: Watchdog.Watch?
  }

  private let state: Mutex<State>

  init(_ continuation: CheckedContinuation<Value?, Never>) { state = Mutex(State(continuation: continuation)) }

  func onTimeLimit(
    _ deadline: Deadline, _ lastProgress: (@Sendable () -> ContinuousClock.Instant)?, _ onHang: (@Sendable () -> Void)?,
    _ abandon: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      guard state.continuation != nil else { return }
      state.watch = Watchdog.shared.watch(after: deadline.timeLeft) { [self] in
        var deadline = deadline
        if let lastProgress { deadline.extend(since: lastProgress()) }
        if !deadline.hasPassed { return deadline.timeLeft }
        onHang?()
        if finish(nil) { abandon() }
        return nil
      }
    }
  }

  @discardableResult
  func finish(_ value: Value?) -> Bool {
    let (continuation, watch) = state.withLock { state in
      defer { (state.continuation, state.watch) = (nil, nil) }
      return (state.continuation, state.watch)
    }
    if let watch { Watchdog.shared.stopWatching(watch) }
    continuation?.resume(returning: value)
    return continuation != nil
  }
}
