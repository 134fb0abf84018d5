import CacheConformance
import NormalizedRules

extension NormalizedChecker {
  /// Performs the same actions on a fresh client of each kind, each in its own world, and compares the observations.
  func compareKinds(_ actions: [NormalizedAction]) async throws -> GraphAnswerModel {
    var seen: [[StepObservation<NormalizedAction>]] = []
    for kind in CacheKind.named { seen.append(try await observe(actions, in: kind)) }
    let steps = zip(actions, zip(seen[0], seen[1]))
    guard let (place, (action, (one, other))) = steps.enumerated().first(where: { $0.element.1.0 != $0.element.1.1 })
    else { return .kinds(differAt: nil) }
    let served = actions[..<place].served(for: action)
    let words = zip(CacheKind.named, [one, other]).map { kind, observed in
      let isServed = served.map { observed.answer == [.value(.data($0))] } ?? false
      return "\(observed) in \(kind)\(isServed ? ", which is what the server has" : "")"
    }
    return .kinds(differAt: "\(action): \(words.joined(separator: "; "))")
  }

  private func observe(_ actions: [NormalizedAction], in kind: CacheKind) async throws -> [StepObservation<
    NormalizedAction
  >] {
    let checker = NormalizedChecker(app: app.copy(in: NormalizedWorld()))
    do {
      _ = try await checker.perform(.makeClient(ClientSetup(kind: kind)))
      var observations: [StepObservation<NormalizedAction>] = []
      for action in actions { observations.append(try await checker.perform(action).withoutWords) }
      await checker.tearDown()
      return observations
    } catch {
      await checker.tearDown()
      throw error
    }
  }
}

extension Collection<NormalizedAction> {
  /// The last data that these actions serve for the query that an action fetches, or nil.
  fileprivate func served(for action: NormalizedAction) -> GraphValue? {
    guard case .fetch(let query, _) = action else { return nil }
    return compactMap { if case .serve(let data, to: query) = $0 { data } else { nil } }.last
  }
}

extension StepObservation<NormalizedAction> {
  /// The observation without the module's wording of errors, so that only the fact of an error is compared.
  fileprivate var withoutWords: Self {
    var observation = self
    observation.answer = answer?.map { $0.isFailure ? .failure("") : $0 }
    return observation
  }
}
