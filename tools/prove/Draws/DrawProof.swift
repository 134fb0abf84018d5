import BrokenModules
import CacheConformance
import CacheConformanceModules
import CacheSpecChapters

/// Which pairs of values the draws of the chapters bring together, without a module.
///
/// A value of an action meets the last values of all other kinds before it in its run: a fetch meets its own policy, the
/// state that the server is in, and the shape of the answer that it has. What has been replaced since is not met.
struct DrawProof {
  /// The shares, and the pairs that were not met.
  let text: String
  let holds: Bool

  /// Draws runs of the chapters whose actions say what values they have, of each for as long as the options say.
  init(of chapter: String?, _ options: ExploreOptions) throws(ProveError) {
    let actions = Chapters.shipped.compactMap { $0 as? any DrawnAction.Type }
    let chosen = actions.filter { chapter == nil || $0.names.contains(chapter ?? "") }
    guard !chosen.isEmpty else { throw .usage("no action of '\(chapter ?? "")' says what values it has") }
    let counts = chosen.map { $0.pairs(options) }
    text = counts.map(\.text).joined(separator: "\n")
    holds = counts.allSatisfy(\.holds)
  }
}

extension DrawnAction {
  fileprivate static var names: [String] { chapters.map(\.name) }

  fileprivate static func pairs(_ options: ExploreOptions) -> DrawnPairs {
    var pairs = DrawnPairs(names.joined(separator: ", "), drawableValues)
    guard let draw else { return pairs }
    let end = ContinuousClock.now + (options.duration ?? .seconds(30))
    repeat {
      pairs.runs += 1
      var random = SeededGenerator(options.seed, pairs.runs)
      var run = DrawnRun(draw)
      for _ in 0..<options.steps { run.drawStep(lacking: [], using: &random) }
      pairs.note(run.actions.map(\.drawnValues))
    } while ContinuousClock.now < end
    return pairs
  }
}

/// The pairs of values of one chapter, and those that runs have brought together.
private struct DrawnPairs {
  private struct Value: Hashable, Comparable {
    let kind: String
    let value: String

    static func < (one: Self, other: Self) -> Bool { (one.kind, one.value) < (other.kind, other.value) }
  }

  private struct Pair: Hashable {
    let first: Value
    let second: Value

    init(_ one: Value, _ other: Value) { (first, second) = (min(one, other), max(one, other)) }
  }

  let name: String
  var runs = 0
  private let values: [Value]
  private var met: Set<Pair> = []
  /// Values that no list of the chapter has.
  private var unlisted: Set<Value> = []

  init(_ name: String, _ values: [String: [String]]) {
    self.name = name
    self.values = values.flatMap { kind, values in values.map { Value(kind: kind, value: $0) } }.sorted()
  }

  mutating func note(_ run: [[String: String]]) {
    let listed = Set(values)
    var last: [String: Value] = [:]
    for action in run {
      let own = action.map { Value(kind: $0.key, value: $0.value) }
      unlisted.formUnion(Set(own).subtracting(listed))
      for value in own { last[value.kind] = value }
      for value in own {
        for other in last.values where other.kind != value.kind { met.insert(Pair(value, other)) }
      }
    }
  }

  private var possible: [Pair] {
    values.indices.flatMap { place in
      values[(place + 1)...].filter { $0.kind != values[place].kind }.map { Pair(values[place], $0) }
    }
  }

  /// Whether nine in ten pairs are met.
  var holds: Bool { unlisted.isEmpty && met.count * 10 >= possible.count * 9 }

  var text: String {
    let missed = Dictionary(grouping: possible.filter { !met.contains($0) }, by: \.first)
    let lines = missed.sorted { $0.key < $1.key }.map { value, pairs in
      "  \(value.kind) \(value.value), never with: "
        + pairs.map { "\($0.second.kind) \($0.second.value)" }.joined(separator: "; ")
    }
    let unlisted = unlisted.sorted().map { "  not listed: \($0.kind) \($0.value)" }
    let count = possible.count
    let share = count == 0 ? 0 : met.count * 1000 / count
    return
      ([
        "\(name): \(met.count) of \(count) pairs of \(values.count) values were drawn (\(share / 10).\(share % 10) %), "
          + "in \(runs) runs"
      ] + unlisted + lines).joined(separator: "\n")
  }
}
