import CacheSpec

extension Implementation {
  /// Runs a scenario on a fresh module in a fresh world and judges it. Known deviations are not considered.
  func judge(
    _ scenario: Scenario<Action>, lacking: [Capability: String], _ progress: ScenarioProgress
  ) async -> Verdict {
    progress.begin(step: 0, action: { "make the module" }, stage: nil)
    let checker: any Checker<Action>
    do {
      checker = try await makeChecker(lacking)
    } catch {
      return .setupFailed(.world("could not be made: \(error.inWords)"))
    }
    await progress.pauseAfterStep()
    let verdict = await judge(scenario, lacking: Set(lacking.keys), by: checker, progress)
    progress.beginEnd()
    await checker.tearDown()
    if verdict.kind == .passed, let how = await checker.breakdown() {
      progress.noteBadEnd()
      return .crashed(how: how)
    }
    return verdict
  }

  private func judge(
    _ scenario: Scenario<Action>, lacking: Set<Capability>, by checker: any Checker<Action>,
    _ progress: ScenarioProgress
  ) async -> Verdict {
    var recorded: [String] = []
    let firstKill = progress.kill.flatMap { _ in scenario.firstKill }
    var performed: [PerformedStep<Action>] = []
    for (index, (step, stage)) in scenario.plannedSteps.enumerated() {
      progress.begin(step: index + 1, action: { step.action.description }, stage: stage)
      let observation: StepObservation<Action>
      do {
        if let kill = progress.kill, index == firstKill {
          try await kill.end(checker)
        }
        observation = try await checker.perform(step.action)
      } catch let breakdown as Breakdown {
        return .crashed(how: breakdown.how)
      } catch {
        return .setupFailed(.world("failed at step \(index + 1), \(step.action): \(error)"))
      }
      await progress.pauseAfterStep()
      performed.append(PerformedStep(step.action, observation))
      let actual: @Sendable () -> String = { observation.description(of: step.judgedAspects(in: observation)) }
      let outcome = step.outcomes.first { $0.matches(observation) }
      // A failure in the fixture counts against the rule under test if neither its stage nor a later one has a rule.
      let isOwn = stage == nil || outcome == nil && stage?.ruled == nil
      progress.end(isOwn: isOwn) {
        [step.action.description, actual()].filter { !$0.isEmpty }.joined(separator: ": ")
      }
      if let unseen = step.unseenAspect(in: observation) {
        return .setupFailed(
          .mistake("step \(index + 1), \(step.action), judges what its checker does not look at: \(unseen)"))
      }
      if step.outcomes.isEmpty { continue }
      guard let outcome else {
        // Not only errors: a cache that cannot write may answer as if nothing had been stored.
        if let lack = Machine.lack {
          return .setupFailed(.world("failed at step \(index + 1), \(step.action): \(lack)"))
        }
        let told = [actual(), await checker.remark()].compactMap(\.self).joined(separator: "; ")
        if let lack = step.needs.min(), observation.answer == [.nothing] {
          return .notAssessed(why: "needs \(lack), which the module shows to lack: \(step.action): \(told)")
        }
        if !isOwn {
          return .setupFailed(
            .fixture("step \(index + 1), \(step.action): expected \(step.expected), actual \(told)"))
        }
        if progress.followsModels { follow(scenario, performed, lacking, progress) }
        let unmet = step.brokenRules(in: observation, of: scenario.rule).sorted()
        return .violated(
          Violation(
            expected: step.expected, actual: told,
            Evidence(
              unmet: unmet, premises: scenario.premises(of: performed, for: unmet),
              symptoms: step.symptoms(of: observation, of: scenario.rule))))
      }
      if stage == nil, step.outcomes.count > 1 { recorded.append(outcome.name) }
    }
    if progress.followsModels { follow(scenario, performed, lacking, progress) }
    return .passed(recorded: recorded)
  }

  /// Judges what was observed by the models of the chapters.
  private func follow(
    _ scenario: Scenario<Action>, _ performed: [PerformedStep<Action>], _ lacking: Set<Capability>,
    _ progress: ScenarioProgress
  ) {
    var models = ModelRun(chapters.flatMap(\.models), lacking: lacking, continuesAfterBreach: true)
    for step in performed { progress.note(models.take(step.action, step.observation)) }
    progress.note(scenario.premises(of: performed))
  }
}

extension SignalKill {
  /// Ends the app before the step that kills it.
  fileprivate func end(_ checker: any Checker) async throws {
    switch end {
    case .signal: leave(await checker.remains())
    case .takingOver(let remains): try await checker.takeOver(remains)
    }
  }
}

extension Scenario {
  /// The steps of the fixture, each with the stage that it belongs to, and then the steps of the scenario itself.
  fileprivate var plannedSteps: [(Step<Action>, ScenarioTrace.Stage?)] {
    fixture.stages.indices.flatMap { index in
      let (stage, next) = (fixture.stages[index], fixture.stages[index...].first { $0.rule != nil })
      return stage.steps.map { ($0, ScenarioTrace.Stage(name: stage.name, ruled: next?.ruled)) }
    } + steps.map { ($0, nil) }
  }
}

extension Step {
  /// Returns an aspect that is judged but that the checker did not observe, which is a mistake in the checker, or nil.
  /// After an error nothing is observed, and an action without an answer has no answer to observe.
  fileprivate func unseenAspect(in observation: StepObservation<Action>) -> Aspect? {
    if observation.isFailure { return nil }
    for outcome in outcomes {
      for expectation in outcome.expectations {
        let aspect = expectation.aspect
        if aspect != .answer, !observation.has(aspect) { return aspect }
      }
    }
    return nil
  }

  /// Returns the aspects to print: those that are judged, and an unexpected error.
  fileprivate func judgedAspects(in observation: StepObservation<Action>) -> Set<Aspect> {
    if outcomes.isEmpty { return observation.tellingAspects }
    return observation.isFailure ? judgedAspects.union([.answer]) : judgedAspects
  }
}
