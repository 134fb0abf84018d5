import CacheSpec
import Synchronization

/// The places where several scenarios hung or ended their process, and that no scenario passed.
///
/// A scenario that would reach one would end there too, so it is not run: each hang costs its time limit, and waiting
/// for a module that cannot do the first thing would take hours.
final class DeadEnds: Sendable {
  /// A place where a case of one variant and chapter may end.
  private struct Place: Hashable {
    enum Kind: Hashable {
      case making
      case state(String)
      case action(String)
      case end
    }

    let ground: String
    let kind: Kind

    /// How many cases have to end here: a single one may be an exception, and actions of one kind are not all alike.
    var needed: Int { if case .action = kind { 5 } else { 2 } }
  }

  private struct State {
    /// The cases that ran before any hung or crashed.
    var unread: [JudgedCase] = []
    var passed: Set<Place> = []
    var ended: [Place: [JudgedCase]] = [:]
  }

  private let state = Mutex(State())

  /// Records the judgement of a case that ran.
  func note(_ planned: PlannedCase, _ judgement: Judgement) {
    if judgement.verdict.kind == .notAssessed { return }
    state.withLock { state in
      state.unread.append(JudgedCase(planned: planned, judgement: judgement))
      // Reading is the expensive part, and most modules never hang or crash.
      if state.ended.isEmpty, !judgement.hasEnded { return }
      for judged in state.unread { Self.read(judged, into: &state) }
      state.unread = []
    }
  }

  /// Returns the judgement of a case that would reach a dead end, or nil for a case that is to be run. A case with a
  /// known deviation is always run, to see whether it still deviates.
  func judgement(of planned: PlannedCase) -> Judgement? {
    guard planned.deviation == nil, state.withLock({ !$0.ended.isEmpty }) else { return nil }
    let places = Self.places(of: planned).flatMap(\.all)
    let instead = state.withLock { state in
      places.first { !state.passed.contains($0) && state.ended[$0, default: []].count >= $0.needed }
        .flatMap { state.ended[$0] }
    }
    guard let instead, var judgement = instead.first?.judgement else { return nil }
    judgement.notRun = NotRun(instead: instead)
    return judgement
  }

  /// A step of a case: the places where the case may end, and those that it has passed once the step is done.
  private struct Waypoint {
    var all: [Place] = []
    var past: [Place] = []
  }

  /// Returns the waypoints of a case: making its module, its steps, and ending the app.
  private static func places(of planned: PlannedCase) -> [Waypoint] {
    let place = { (kind: Place.Kind) in Place(ground: planned.ground, kind: kind) }
    let alone = { (kind: Place.Kind) in Waypoint(all: [place(kind)], past: [place(kind)]) }
    let steps = planned.way.map { step in
      var waypoint = alone(.action(step.action))
      if let state = step.state { waypoint.all.append(place(.state(state))) }
      if let state = step.reached { waypoint.past.append(place(.state(state))) }
      return waypoint
    }
    return [alone(.making)] + steps + [alone(.end)]
  }

  /// Records how far a case got, and where it ended.
  private static func read(_ judged: JudgedCase, into state: inout State) {
    let places = places(of: judged.planned)
    let count = judged.judgement.passedCount(of: places.count)
    state.passed.formUnion(places.prefix(count).flatMap(\.past))
    // Whatever the verdict, the app was ended without hanging or crashing.
    guard judged.judgement.hasEnded else { return state.passed.formUnion(places.suffix(1).flatMap(\.past)) }
    guard places.indices.contains(count) else { return }
    for place in places[count].all { state.ended[place, default: []].append(judged) }
  }
}

/// Why a case was not run: others ended at a place that it would reach, and none passed it.
struct NotRun: Sendable {
  /// The cases that ran and ended there.
  let instead: [JudgedCase]

  /// The reason, in words.
  var words: String {
    "\(instead.prefix(2).map(\.planned.key).joined(separator: " and ")) came to the same here, and nothing came past it"
  }
}

extension Judgement {
  /// Whether the module hung or crashed.
  fileprivate var hasEnded: Bool { verdict.kind == .crashed || verdict.kind == .hung }

  /// Returns how many of this many places the scenario passed: making the module, the steps, and ending the app.
  fileprivate func passedCount(of count: Int) -> Int {
    switch verdict.kind {
    case .passed: count
    case .crashed, .hung: trace.isOver ? count - 1 : trace.step
    // A step whose outcome was not allowed still completed, if there was a step.
    default: trace.step == 0 ? 0 : trace.step + 1
    }
  }
}

/// The part of a step that other scenarios can share.
struct WayStep: Sendable {
  /// The kind of its action.
  let action: String
  /// The fixture state that the step leads towards, or nil for one of the scenario's own steps.
  let state: String?
  /// The fixture state that the step completes, or nil.
  let reached: String?
}

extension Scenario {
  /// Its steps, starting with those of the fixture.
  var way: [WayStep] {
    fixture.stages.flatMap { stage in
      stage.steps.enumerated().map { index, step in
        WayStep(
          action: step.action.kind, state: stage.name, reached: index == stage.steps.count - 1 ? stage.name : nil)
      }
    } + steps.map { WayStep(action: $0.action.kind, state: nil, reached: nil) }
  }
}
