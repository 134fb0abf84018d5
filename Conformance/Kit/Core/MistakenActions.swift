package import CacheSpec

/// A checker whose module takes each action for another: what happens to it is not what the scenario says.
private struct MistakenActions<Action: ScenarioAction>: Checker {
  let checker: any Checker<Action>
  let taking: @Sendable (Action) -> Action

  func perform(_ action: Action) async throws -> Observation<Action> { try await checker.perform(taking(action)) }
  func tearDown() async { await checker.tearDown() }
  func remains() async -> Remains { await checker.remains() }
  func takeOver(_ remains: Remains) async throws { try await checker.takeOver(remains) }
}

extension ChapterImplementation {
  /// The module that takes each action for another: the arguments of a call, one call for another, or one for none.
  ///
  /// - Parameter taking: what an action is taken for; `.advance(.zero)` for nothing that happens.
  package func taking<Action: ScenarioAction>(_ taking: @escaping @Sendable (Action) -> Action) -> Self {
    let sound = implementation(of: Action.self)
    let own = chapters.compactMap { $0 as? Chapter<Action> }
    return Self(missing: missing, chapters: sound == nil ? nil : own) { lacking in
      guard let sound else { throw ActionsOfAnotherChapter(actions: "\(Action.self)") }
      return MistakenActions(checker: try await sound.makeChecker(lacking), taking: taking)
    }
  }
}

/// A module is to take actions for others that it is never given: a slip, and no run of it may pass.
private struct ActionsOfAnotherChapter: Error, CustomStringConvertible {
  let actions: String

  var description: String { "the module is given no \(actions) that it could take for another" }
}
