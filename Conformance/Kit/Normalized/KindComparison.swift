import CacheSpec

extension NormalizedChecker {
  /// Performs the same actions on a fresh client of each kind, each in its own world, and compares the observations.
  func compareKinds(_ actions: [NormalizedAction]) async throws -> GraphAnswerModel {
    var seen: [[Observation<NormalizedAction>]] = []
    for kind in CacheKind.named { seen.append(try await observe(actions, in: kind)) }
    let steps = zip(actions, zip(seen[0], seen[1]))
    guard let (action, (one, other)) = steps.first(where: { $0.1.0 != $0.1.1 }) else { return .kinds(differAt: nil) }
    return .kinds(differAt: "\(action): \(one) in \(CacheKind.named[0]), \(other) in \(CacheKind.named[1])")
  }

  private func observe(_ actions: [NormalizedAction], in kind: CacheKind) async throws -> [Observation<
    NormalizedAction
  >] {
    let checker = NormalizedChecker(app: app.copy(in: NormalizedWorld()))
    do {
      _ = try await checker.perform(.makeClient(ClientSetup(kind: kind)))
      var observations: [Observation<NormalizedAction>] = []
      for action in actions { observations.append(try await checker.perform(action).withoutWords) }
      await checker.tearDown()
      return observations
    } catch {
      await checker.tearDown()
      throw error
    }
  }
}

extension Observation<NormalizedAction> {
  /// The observation without the module's own words for errors.
  fileprivate var withoutWords: Self {
    var observation = self
    observation.answer = answer?.map { $0.isFailure ? .failure("") : $0 }
    return observation
  }
}
