import CacheSpecChapters
import Testing

/// The actions of a lamp that is switched on and off, and that may ignore the first switch.
private enum LampAction: ScenarioAction {
  typealias Answer = Light
  typealias Request = NoValue

  case toggle, look

  static let chapters: [Chapter<Self>] = []
  var requires: Set<Capability> { [] }
  var description: String { "\(self == .look ? "look" : "switch")" }
}

private enum Light: String, ObservedValue, DescribedByRawValue { case on, off }

/// The rules of the lamp.
private struct LampModel: Model {
  struct State: Hashable {
    var light = Light.off
    var isFirst = true
  }

  var start: State { State() }

  func continuations(of state: State, on action: LampAction) -> [Continuation<LampAction, State>] {
    switch action {
    case .look: return [Continuation(to: state, [.answers(state.light).demanded(by: "lamp.stays")])]
    case .toggle:
      let toggled = State(light: state.light == .on ? .off : .on, isFirst: false)
      let ignored = State(light: state.light, isFirst: false)
      return [Continuation(to: toggled)] + (state.isFirst ? [Continuation(to: ignored)] : [])
    }
  }
}

/// A lamp in fog: each switch doubles what may have happened, and whatever happened, it is off.
private struct FogModel: Model {
  var start: Int { 1 }

  func continuations(of state: Int, on action: LampAction) -> [Continuation<LampAction, Int>] {
    switch action {
    case .look: [Continuation(to: state, [.answers(Light.off).demanded(by: "lamp.stays")])]
    case .toggle: [Continuation(to: state * 2), Continuation(to: state * 2 + 1)]
    }
  }
}

/// A lamp that may be on or off.
private struct TwoWaysModel: Model {
  var start: Int { 0 }

  func continuations(of state: Int, on action: LampAction) -> [Continuation<LampAction, Int>] {
    [
      Continuation(to: 0, [.answers(Light.on).demanded(by: "lamp.on")]),
      Continuation(to: 1, [.answers(Light.off).demanded(by: "lamp.off")]),
    ]
  }
}

@Suite("Models that follow a run")
struct ModelRunTests {
  private func breaches(goingOn continuesAfterBreach: Bool = false, _ steps: (LampAction, Light?)...) -> [[Breach]] {
    var run = ModelRun<LampAction>([AnyModel(LampModel())], continuesAfterBreach: continuesAfterBreach)
    return steps.map { action, light in run.take(action, StepObservation(answer: light.map { [.value($0)] })) }
  }

  @Test("Of two ways that a step misses by as little, the expectations of both are known")
  func namesEveryNearestWay() {
    var run = ModelRun<LampAction>([AnyModel(TwoWaysModel())])
    let breaches = run.take(.look, StepObservation(answer: [.nothing]))
    #expect(breaches.map(\.rules) == [["lamp.off"]])
    #expect(run.unmet.joined().map(\.rule) == ["lamp.off"] && run.unmetOtherwise.map(\.rule) == ["lamp.on"])
  }

  @Test("The first observation that shows a choice settles it for the rest of the run")
  func choicesAreBound() {
    #expect(breaches((.toggle, nil), (.look, .on), (.look, .on)).joined().isEmpty)
    #expect(breaches((.toggle, nil), (.look, .off), (.toggle, nil), (.look, .on)).joined().isEmpty)
    #expect(breaches((.toggle, nil), (.look, .off), (.look, .on)).map(\.count) == [0, 0, 1])
  }

  @Test("A breach names the rule, the expectation and the observation")
  func breachIsTold() {
    let told = breaches((.look, .on)).joined().map(\.description)
    #expect(told == ["lamp.stays: expected off, actual on"])
  }

  @Test("A model judges nothing more in a run after its first breach")
  func endsAtTheFirstBreach() {
    #expect(breaches((.look, .on), (.look, .on)).map(\.count) == [1, 0])
  }

  @Test("A model that goes on after a breach reports each breach as if it were the first")
  func continuesAfterBreach() {
    #expect(breaches(goingOn: true, (.look, .on), (.look, .off), (.look, .on)).map(\.count) == [1, 0, 1])
  }

  @Test("A model that is in more than 32 states judges nothing more of the run", arguments: [(5, 1), (6, 0)])
  func isLost(_ switches: Int, _ count: Int) {
    var run = ModelRun<LampAction>([AnyModel(FogModel())])
    for _ in 0..<switches { _ = run.take(.toggle, StepObservation()) }
    #expect(run.take(.look, StepObservation(answer: [.value(.on)])).count == count)
  }

  @Test("An aspect that was not observed is not judged")
  func unobservedIsNotJudged() { #expect(breaches((.look, nil)).joined().isEmpty) }
}
