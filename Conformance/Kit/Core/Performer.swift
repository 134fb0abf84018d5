package import CacheSpec

/// Performs an action, and says what was observed.
package typealias Performer<Action: ScenarioAction> = @Sendable (Action) async throws -> Observation<Action>

/// A checker on which actions are performed otherwise.
private struct OtherChecker<Action: ScenarioAction>: Checker {
  let checker: any Checker<Action>
  let performer: Performer<Action>

  func perform(_ action: Action) async throws -> Observation<Action> { try await performer(action) }
  func tearDown() async { await checker.tearDown() }
  func remains() async -> Remains { await checker.remains() }
  func takeOver(_ remains: Remains) async throws { try await checker.takeOver(remains) }
}

extension ChapterImplementation {
  /// The module with which actions are performed otherwise.
  ///
  /// - Parameter change: is given how an action is performed, once for each world, and says how it is then.
  package func performing<Action: ScenarioAction>(
    _ change: @escaping @Sendable (@escaping Performer<Action>) -> Performer<Action>
  ) -> Self {
    let sound = implementation(of: Action.self)
    let own = chapters.compactMap { $0 as? Chapter<Action> }
    return Self(missing: missing, chapters: sound == nil ? nil : own) { lacking in
      guard let sound else { throw ActionsOfAnotherChapter(actions: "\(Action.self)") }
      let checker = try await sound.makeChecker(lacking)
      return OtherChecker(checker: checker, performer: change { try await checker.perform($0) })
    }
  }

  /// The module that takes each action for another: the arguments of a call, one call for another, or one for none.
  ///
  /// - Parameter taking: what an action is taken for; `.advance(.zero)` for nothing that happens.
  package func taking<Action: ScenarioAction>(_ taking: @escaping @Sendable (Action) -> Action) -> Self {
    performing { perform in { try await perform(taking($0)) } }
  }
}

/// A module is to do otherwise what it is never told to: a slip, and no run of it may pass.
private struct ActionsOfAnotherChapter: Error, CustomStringConvertible {
  let actions: String

  var description: String { "the module is given no \(actions) that it could take otherwise" }
}
