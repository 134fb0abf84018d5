import CacheSpec

/// The rules as a function of what has happened, for runs that no one wrote down.
struct FlagsModel: Model {
  struct Copy: Hashable {
    var state: FlagState
    var read: Duration
  }

  struct State: Hashable {
    var now = Duration.zero
    var on: Set<Flag> = []
    var known: [Flag: Copy] = [:]
  }

  let start = State()

  func continuations(of state: State, on action: FlagsAction) -> [Continuation<FlagsAction, State>] {
    var next = state
    switch action {
    case .world(.advance(let time)): next.now += time
    case .turnOn(let flags): next.on = flags
    case .read(let flag): return reading(flag, state)
    case .world:
      // The documents leave open what is kept: either may be so from now on.
      next.known = [:]
      return [Continuation(to: state), Continuation(to: next)]
    }
    return [Continuation(to: next)]
  }

  private func reading(_ flag: Flag, _ state: State) -> [Continuation<FlagsAction, State>] {
    var ways: [Continuation<FlagsAction, State>] = []
    let copy = state.known[flag]
    let age = copy.map { state.now - $0.read }
    // At exactly an hour both are right.
    if let copy, let age, age <= .seconds(3600) {
      let kept: [Expectation<FlagsAction>] = [.answers(copy.state), .requestsNothing]
      ways.append(Continuation(to: state, kept.map { $0.demanded(by: "flags.read.kept") }))
    }
    if age.map({ $0 >= .seconds(3600) }) ?? true {
      var next = state
      let current = state.on.contains(flag) ? FlagState.on : .off
      next.known[flag] = Copy(state: current, read: state.now)
      let renewed: [Expectation<FlagsAction>] = [.answers(current), .requests(flag)]
      ways.append(Continuation(to: next, renewed.map { $0.demanded(by: "flags.read.renewed") }))
    }
    return ways
  }
}

/// What may come next in such a run.
struct FlagsDraw: Draw {
  var choices: [Choice<FlagsAction>] {
    [
      Choice("read", 6, Flag.allCases) { .read($0) },
      Choice("turn on", 3, [[], [.search], [.search, .checkout]]) { .turnOn($0) },
      Choice("advance", 4, [1800, 1, 3599, 3600, 3601]) { .advance(.seconds($0)) },
      Choice("restart", 1) { .restart },
    ]
  }

  mutating func note(_ action: FlagsAction) {}
}
