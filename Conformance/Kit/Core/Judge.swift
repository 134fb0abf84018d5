public import CacheSpec
import Synchronization

/// Follows a scenario from outside while it runs: what a hung or crashed module was doing is read off it.
public final class Progress: Sendable {
  private let state = Mutex(Trace())
  private let onStep: @Sendable (Trace) -> Void

  /// Calls back before each step.
  public init(onStep: @escaping @Sendable (Trace) -> Void = { _ in }) { self.onStep = onStep }

  /// The trace so far.
  public var trace: Trace { state.withLock(\.self) }

  func begin(step: Int, action: String) {
    let trace = state.withLock { trace in
      trace.step = step
      trace.action = action
      return trace
    }
    onStep(trace)
  }

  func end(given text: String) { state.withLock { $0.given.append(text) } }
  func end(step text: String) { state.withLock { $0.steps.append(text) } }
}

extension Subject {
  /// Holds a fresh module in a fresh world against a scenario. Deviations on record are not looked at.
  public func judge(_ scenario: Scenario<Action>, progress: Progress = Progress()) async -> Verdict {
    if let why = lack(of: scenario) { return .notAssessed(why: why) }
    progress.begin(step: 0, action: "make the module")
    let checker: any Checker<Action>
    do {
      checker = try await makeChecker()
    } catch {
      return .setupFailed(why: "the module could not be made: \(error)")
    }
    let verdict = await Self.judge(scenario, by: checker, progress: progress)
    await checker.tearDown()
    return verdict
  }

  /// Why the module cannot take a scenario, or nil.
  func lack(of scenario: Scenario<Action>) -> String? {
    scenario.requires.sorted().lazy.compactMap { capability in
      lacking[capability].map { "needs \(capability): \($0)" }
    }.first
  }

  private static func judge(
    _ scenario: Scenario<Action>, by checker: any Checker<Action>, progress: Progress
  ) async -> Verdict {
    var recorded: [String] = []
    for (index, step) in (scenario.given + scenario.steps).enumerated() {
      let isGiven = index < scenario.given.count
      progress.begin(step: index + 1, action: step.action.description)
      let observation: Observation
      do {
        observation = try await checker.perform(step.action)
      } catch {
        return .setupFailed(why: "the world failed at step \(index + 1), \(step.action): \(error)")
      }
      let actual = observation.description(of: step.judgedAspects(in: observation))
      if isGiven {
        progress.end(given: "\(step.action)")
      } else {
        progress.end(step: actual.isEmpty ? "\(step.action)" : "\(step.action): \(actual)")
      }
      guard let outcome = step.outcomes.first(where: { $0.matches(observation) }) else {
        return isGiven
          ? .setupFailed(
            why: "step \(index + 1), \(step.action): "
              + "expected \(step.expected), actual \(actual)")
          : .violated(Violation(expected: step.expected, actual: actual))
      }
      if step.outcomes.count > 1 { recorded.append(outcome.name) }
    }
    return .passed(recorded: recorded)
  }
}

extension Step {
  /// The aspects to print: those that are judged, and an error that nobody expected.
  fileprivate func judgedAspects(in observation: Observation) -> Set<Aspect> {
    let failed = observation[.answer]?.contains(where: \.isFailure) == true
    return failed ? judgedAspects.union([.answer]) : judgedAspects
  }
}
