import Synchronization

/// Where one scenario after another hung or ended its process, and past which none came: in a stage of their fixtures, or
/// where the module is made or let go of.
///
/// A scenario that would get there would end there too, and is not run: what hangs costs its time limit each time, and a
/// module that cannot do the first thing would be waited for by the hour.
final class DeadEnds: Sendable {
  /// The module's variant and chapter, and the names of a fixture's stages, to some stage.
  private typealias Path = ArraySlice<String>

  private struct State {
    /// How far each case came: past so many of its path.
    var ways: [(path: Path, passed: Int)] = []
    /// What ended at each path, as far as nothing has come past it.
    var ended: [Path: [JudgedCase]] = [:]
    /// Where something ended, and something came past.
    var open: Set<Path> = []

    /// What ends at a path, if enough has and nothing came past.
    mutating func deadEnd(_ path: Path) -> Judgement? {
      guard !open.contains(path), let ended = ended[path], ended.count >= DeadEnds.needed else { return nil }
      if ways.contains(where: { $0.passed >= path.count && $0.path.starts(with: path) }) {
        open.insert(path)
        return nil
      }
      var judgement = ended[0].judgement
      judgement.notRun = NotRun(instead: Array(ended.prefix(DeadEnds.needed)))
      return judgement
    }
  }

  /// How many have to end at one place. One may do so by itself.
  private static let needed = 2

  private let state = Mutex(State())

  /// Takes what a case came to that was run.
  func note(_ planned: PlannedCase, _ judgement: Judgement) {
    guard judgement.verdict.kind != .notAssessed else { return }
    let path = planned.path[...]
    let failed = judgement.deadEnd(on: path)
    let hasEnded = judgement.verdict.kind == .crashed || judgement.verdict.kind == .hung
    state.withLock { state in
      state.ways.append((path, failed ?? path.endIndex))
      guard hasEnded, let failed else { return }
      state.ended[path[...failed], default: []].append(JudgedCase(planned: planned, judgement: judgement))
    }
  }

  /// What a case comes to that starts from a dead end, or nil for one that is to be run. One on record as a deviation is
  /// run, to see whether it still deviates.
  func judgement(of planned: PlannedCase) -> Judgement? {
    guard planned.deviation == nil, state.withLock({ !$0.ended.isEmpty }) else { return nil }
    let path = planned.path[...]
    return state.withLock { state in
      for index in path.indices { if let judgement = state.deadEnd(path[...index]) { return judgement } }
      return nil
    }
  }
}

/// Why a case was not run: others ended in a stage of its fixture, and nothing came past it.
struct NotRun: Sendable {
  /// Those that were run.
  let instead: [JudgedCase]

  /// Why, in words.
  var words: String {
    "\(instead.map(\.planned.key).joined(separator: " and ")) came to the same here, and nothing came past it"
  }
}

extension Judgement {
  /// Where on its path the case failed, or nil where it came past all of it: at its beginning where its module was not made,
  /// or could not be let go of.
  fileprivate func deadEnd(on path: ArraySlice<String>) -> Int? {
    switch verdict {
    case .setupFailed, .crashed, .hung: break
    default: return nil
    }
    if trace.step == 0 || trace.isOver { return path.startIndex }
    return trace.stage.flatMap { path.lastIndex(of: $0.name) }
  }
}
