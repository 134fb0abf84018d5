import CacheSpec
import Synchronization

/// The places where two scenarios hung or ended their process, and that no scenario passed. A place is the end of
/// certain steps from the beginning of a scenario, or the end of the app.
///
/// A scenario that begins with the same steps would end there too, so it is not run: each hang costs its time limit,
/// and with a module that cannot even perform the first step, the hangs would take hours. The same step after other
/// steps is another place, so that no verdict depends on the order of the scenarios, or on their selection.
final class DeadEnds: Sendable {
  /// A place where a case of one variant and chapter may end.
  private struct Place: Hashable {
    enum Kind: Hashable {
      case steps(StepPrefix)
      case end
    }

    let chapterKey: String
    let kind: Kind
  }

  /// How many cases have to end at a place before others are not run. A single case may be an exception.
  private static let needed = 2

  private struct State {
    /// The results that have not been read yet, because no case had hung or crashed when they came.
    var unread: [ObservedScenario] = []
    var passed: Set<Place> = []
    var ended: [Place: [ObservedScenario]] = [:]
  }

  private let state = Mutex(State())

  /// Records the result of a case that ran.
  func note(_ result: ObservedScenario) {
    if result.verdict.kind == .notAssessed || result.isOnRecordAsUnsteady { return }
    state.withLock { state in
      state.unread.append(result)
      // Reading is the expensive part, and most modules never hang or crash.
      if state.ended.isEmpty, !result.hasEnded { return }
      for result in state.unread { Self.read(result, into: &state) }
      state.unread = []
    }
  }

  /// Returns the result of a case that would reach a dead end, or nil for a case that is to be run. A case with a known
  /// deviation is always run, to see whether it still deviates.
  func result(of planned: PlannedCase) -> ObservedScenario? {
    guard planned.deviation == nil, state.withLock({ !$0.ended.isEmpty }) else { return nil }
    let places = Self.places(of: planned)
    let instead = state.withLock { state in
      places.first { !state.passed.contains($0) && state.ended[$0, default: []].count >= Self.needed }
        .flatMap { state.ended[$0] }
    }
    guard let instead, let first = instead.first else { return nil }
    return ObservedScenario(planned, notRunFor: first, instead.dropFirst())
  }

  /// Returns the places of a case: making its module, each of its steps, and ending the app.
  private static func places(of planned: PlannedCase) -> [Place] {
    (planned.stepPrefixes.map(Place.Kind.steps) + [.end]).map { Place(chapterKey: planned.chapterKey, kind: $0) }
  }

  /// Records how far a case got, and where it ended.
  private static func read(_ result: ObservedScenario, into state: inout State) {
    let places = places(of: result.planned)
    let count = result.passedCount(of: places.count)
    state.passed.formUnion(places.prefix(count))
    // Whatever the verdict, the app was ended without hanging or crashing.
    guard result.hasEnded else { return state.passed.formUnion(places.suffix(1)) }
    if places.indices.contains(count) { state.ended[places[count], default: []].append(result) }
  }
}

extension ObservedScenario {
  /// Whether the module hung or crashed.
  fileprivate var hasEnded: Bool { verdict.kind == .crashed || verdict.kind == .hung }

  /// Returns how many of this many places the scenario passed: making the module, the steps, and ending the app.
  fileprivate func passedCount(of count: Int) -> Int {
    switch verdict.kind {
    case .passed: count
    case .crashed, .hung: trace.isOver ? count - 1 : trace.step ?? 0
    // A step whose outcome was not allowed still completed, if there was a step.
    default: trace.step.map { $0 + 1 } ?? 0
    }
  }
}

/// The first steps of a scenario, in a form that can be compared with those of other scenarios.
struct StepPrefix: Hashable, Sendable {
  private let count: Int
  private let hash: Int

  /// Returns the prefixes of a scenario: no steps, the first step, the first two, and so on to all.
  static func all(of actions: [some ScenarioAction]) -> [Self] {
    actions.reduce(into: [Self(count: 0, hash: 0)]) { all, action in
      var hasher = Hasher()
      hasher.combine(all.last)
      hasher.combine(action)
      all.append(Self(count: all.count, hash: hasher.finalize()))
    }
  }
}
