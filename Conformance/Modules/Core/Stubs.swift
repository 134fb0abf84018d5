extension ShippedModules {
  /// A module that does nothing: no call answers, requests, stores or notifies anything.
  package static var null: ChapterImplementation { ChapterImplementation { (_) in NullChecker<Self>() } }

  /// The reference, except that each kind of call always returns the first answer that it ever gave.
  package static var alwaysHit: ChapterImplementation {
    reference(on: .memory).performing { (perform: @escaping Performer<Self>) in
      let first = Memo<[String: [Fact<Answer>]]>([:])
      return { action in
        var observation = try await perform(action)
        guard let answer = observation.answer, answer.contains(where: \.isValue) else { return observation }
        observation.answer = first.change { first in
          first[action.kind] = first[action.kind] ?? answer
          return first[action.kind]
        }
        return observation
      }
    }
  }
}

/// A checker for a world in which no action has an effect.
private struct NullChecker<Action: ScenarioAction>: Checker {
  func perform(_ action: Action) -> StepObservation<Action> { .nothing }
  func tearDown() {}
}
