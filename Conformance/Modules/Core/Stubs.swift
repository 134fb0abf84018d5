extension ShippedModules {
  /// No module at all: whatever is called, nothing is answered, requested, stored or told.
  package static var null: ChapterImplementation { ChapterImplementation { (_) in NullChecker<Self>() } }

  /// The reference until it has answered something: each call like that one is answered so from then on.
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

/// A checker in whose world nothing ever comes of an action.
private struct NullChecker<Action: ScenarioAction>: Checker {
  func perform(_ action: Action) -> Observation<Action> { .nothing }
  func tearDown() {}
}
