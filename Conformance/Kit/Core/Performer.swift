package import CacheSpec

/// Performs an action, and returns what was observed.
package typealias Performer<Action: ScenarioAction> = @Sendable (Action) async throws -> StepObservation<Action>

/// A checker that performs actions in another way.
private struct OtherChecker<Action: ScenarioAction>: Checker {
  let checker: any Checker<Action>
  let performer: Performer<Action>

  func perform(_ action: Action) async throws -> StepObservation<Action> { try await performer(action) }
  func tearDown() async { await checker.tearDown() }
  func remains() async -> Remains { await checker.remains() }
  func breakdown() async -> String? { await checker.breakdown() }
  func remark() async -> String? { await checker.remark() }
  func takeOver(_ remains: Remains) async throws { try await checker.takeOver(remains) }
}

extension ChapterImplementation {
  /// Returns the module with its actions performed in another way.
  ///
  /// - Parameter change: called once for each world, with the performer of actions. Returns the one to use instead.
  package func performing<Action: ScenarioAction>(
    _ change: @escaping @Sendable (@escaping Performer<Action>) -> Performer<Action>
  ) -> Self {
    let sound = implementation(of: Action.self)
    return Self(missing: missing, chapters: sound?.chapters) { lacking in
      guard let sound else { throw ActionsOfAnotherChapter(actions: "\(Action.self)") }
      let checker = try await sound.makeChecker(lacking)
      return OtherChecker(checker: checker, performer: change { try await checker.perform($0) })
    }
  }

  /// Returns the module with each action replaced: other arguments for a call, another call, or none.
  ///
  /// - Parameter taking: returns the action to perform instead; `.advance(.zero)` does nothing.
  package func taking<Action: ScenarioAction>(_ taking: @escaping @Sendable (Action) -> Action) -> Self {
    performing { perform in { try await perform(taking($0)) } }
  }
}

/// The error when a change is for actions that the module never receives. It is a mistake, and no such run may pass.
struct ActionsOfAnotherChapter: Error, CustomStringConvertible {
  let actions: String

  var description: String { "the module is given no \(actions) that it could take otherwise" }
}
