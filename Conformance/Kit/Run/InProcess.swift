import CacheSpec
import Foundation
import Synchronization

/// Runs scenarios concurrently in this process, each with the time limit.
func runInProcess(_ planned: [PlannedCase], _ options: RunOptions) async -> ResultsByKey {
  #if os(macOS) || os(Linux)
    Machine.raiseDescriptorLimit()
  #endif
  let lanes = options.width == 1 ? Lanes(1) : Lanes.shared
  return await withTaskGroup(of: ObservedScenario.self) { group in
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
  ) async -> ObservedScenario {
    let progress = ScenarioProgress(followsModels: followsModels)
    let (verdict, duration) = await lanes.run {
      var deadline = Deadline(limit)
      let verdict = await withTimeLimit(limit, since: { progress.stepBegan }, onHang: progress.hang) {
        await self.judge(progress, within: limit)
      }
      deadline.extend(since: progress.stepBegan)
      return (verdict ?? deadline.hung, deadline.elapsed)
    }
    return ObservedScenario(
      self, verdict, progress.trace(of: verdict), judged: progress.judged, taking: duration)
  }

  /// Runs the scenario. If its world fails, it runs once more. If it is violated, it runs several times, because the
  /// violation may come from a race.
  func repeatedResult(within limit: Duration, in memory: ModuleMemory) async -> ObservedScenario {
    let run: @Sendable () async -> ObservedScenario = { await self.result(within: limit, in: memory.lanes) }
    var result = await memory.newResult(of: key, run)
    if result.isFailureOfTheWorld { result = await memory.newResult(of: key, run) }
    guard result.mayComeFromARace(within: limit) else { return result }
    var kinds = [Verdict.Kind.violated]
    while kinds.count < runsOfViolated { kinds.append(await run().verdict.kind) }
    if Set(kinds).count > 1 { result.runs = kinds }
    return result
  }
}

extension ObservedScenario {
  /// Whether to run it again, to find out whether it is violated each time. What has waited for a call that did not return
  /// would only wait again.
  ///
  /// - Parameter limit: the time limit of a step.
  package func mayComeFromARace(within limit: Duration) -> Bool {
    verdict.kind == .violated && planned.deviation == nil && duration ?? .zero < Patience.within(limit)
  }
}

/// How many times in all a violated scenario runs, to find out whether the violation is a race.
package let runsOfViolated = 4
