import CacheSpec
import Synchronization

/// Where one scenario after another hung or ended its process, and past which none came.
///
/// A scenario that would get there would end there too, and is not run: what hangs costs its time limit each time, and a
/// module that cannot do the first thing would be waited for by the hour.
final class DeadEnds: Sendable {
  /// Where a case of one variant and chapter may end.
  private struct Place: Hashable {
    enum Kind: Hashable {
      case making
      case state(String)
      case action(String)
      case end
    }

    let ground: String
    let kind: Kind

    /// How many have to end here: one may do so by itself, and actions of a kind are not all alike.
    var needed: Int { if case .action = kind { 5 } else { 2 } }
  }

  private struct State {
    /// What was run while nothing had ended.
    var unread: [JudgedCase] = []
    var passed: Set<Place> = []
    var ended: [Place: [JudgedCase]] = [:]
  }

  private let state = Mutex(State())

  /// Takes what a case came to that was run.
  func note(_ planned: PlannedCase, _ judgement: Judgement) {
    if judgement.verdict.kind == .notAssessed { return }
    state.withLock { state in
      state.unread.append(JudgedCase(planned: planned, judgement: judgement))
      // Reading costs more than all else here, and most modules end nowhere.
      if state.ended.isEmpty, !judgement.hasEnded { return }
      for judged in state.unread { Self.read(judged, into: &state) }
      state.unread = []
    }
  }

  /// What a case comes to that would get to a dead end, or nil for one that is to be run. One on record as a deviation is
  /// run, to see whether it still deviates.
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

  /// What a case gets to in one step: the places where it may end, and those that it has then come past.
  private struct Waypoint {
    var all: [Place] = []
    var past: [Place] = []
  }

  /// What a case gets to: the making of its module, its steps, and its end.
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

  /// Notes how far a case came, and where it ended.
  private static func read(_ judged: JudgedCase, into state: inout State) {
    let places = places(of: judged.planned)
    let count = judged.judgement.passedCount(of: places.count)
    state.passed.formUnion(places.prefix(count).flatMap(\.past))
    // Whatever a scenario came to, its app was let go of.
    guard judged.judgement.hasEnded else { return state.passed.formUnion(places.suffix(1).flatMap(\.past)) }
    guard places.indices.contains(count) else { return }
    for place in places[count].all { state.ended[place, default: []].append(judged) }
  }
}

/// Why a case was not run: others ended where it would get to, and nothing came past.
struct NotRun: Sendable {
  /// Those that were run.
  let instead: [JudgedCase]

  /// Why, in words.
  var words: String {
    "\(instead.prefix(2).map(\.planned.key).joined(separator: " and ")) came to the same here, and nothing came past it"
  }
}

extension Judgement {
  /// Whether the module hung, or ended its process.
  fileprivate var hasEnded: Bool { verdict.kind == .crashed || verdict.kind == .hung }

  /// How many places it came past of so many: the making of the module, the steps, and the end.
  fileprivate func passedCount(of count: Int) -> Int {
    switch verdict.kind {
    case .passed: count
    case .crashed, .hung: trace.isOver ? count - 1 : trace.step
    // A step that came to something else came to its end all the same, where there was one.
    default: trace.step == 0 ? 0 : trace.step + 1
    }
  }
}

/// A step of a scenario, as far as others take it too.
struct WayStep: Sendable {
  /// The kind of its action.
  let action: String
  /// The state of the fixture that it is on the way to, or nil for one of the scenario's own.
  let state: String?
  /// The state that it completes.
  let reached: String?
}

extension Scenario {
  /// Its steps, those of the fixture first.
  var way: [WayStep] {
    fixture.stages.flatMap { stage in
      stage.steps.enumerated().map { index, step in
        WayStep(
          action: step.action.kind, state: stage.name, reached: index == stage.steps.count - 1 ? stage.name : nil)
      }
    } + steps.map { WayStep(action: $0.action.kind, state: nil, reached: nil) }
  }
}
