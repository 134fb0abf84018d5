/// Steps of a trace that follow each other several times, told once.
package struct RepeatedSteps: Equatable {
  /// The steps, each in words.
  package let steps: [String]
  /// How often they follow each other.
  package let times: Int

  /// A single step with the number of times: `load /a: version 1 (60 times)`.
  package static func line(_ step: String, times: Int) -> String {
    times == 1 ? step : "\(step) (\(times.counted("time")))"
  }

  fileprivate var lines: [String] {
    if steps.count == 1 { return [Self.line(steps[0], times: times)] }
    return ["\(times.counted("time")):"] + steps.map { "  \($0)" }
  }

  /// How many lines it saves.
  fileprivate var saving: Int { times == 1 ? 0 : steps.count * times - lines.count }
}

extension [String] {
  /// How many different steps a group that repeats has at most: more are not recognized as repeating by a reader.
  private static var longestGroup: Int { 4 }

  /// These steps in order, with each group that repeats told once.
  ///
  /// - Parameter isLastApart: whether the last step is told by itself, because the verdict is about it.
  package func repeated(isLastApart: Bool = true) -> [RepeatedSteps] {
    var (groups, rest) = ([RepeatedSteps](), isLastApart ? dropLast() : self[...])
    while let first = rest.first {
      let candidates = (1...Self.longestGroup).compactMap { rest.repetition(of: $0) }
      let best = candidates.reduce(RepeatedSteps(steps: [first], times: 1)) { $1.saving > $0.saving ? $1 : $0 }
      groups.append(best)
      rest = rest.dropFirst(best.steps.count * best.times)
    }
    return groups + (isLastApart ? suffix(1).map { RepeatedSteps(steps: [$0], times: 1) } : [])
  }

  /// The lines that tell these steps, with each group that repeats told once.
  ///
  /// - Parameter isLastApart: whether the last step is told by itself, because the verdict is about it.
  package func folded(isLastApart: Bool = true) -> [String] { repeated(isLastApart: isLastApart).flatMap(\.lines) }
}

extension ArraySlice<String> {
  /// The first steps, with the number of times that they follow each other from here on; nil if there are not as many.
  fileprivate func repetition(of count: Int) -> RepeatedSteps? {
    guard self.count >= count else { return nil }
    let steps = prefix(count)
    var (times, rest) = (1, dropFirst(count))
    while rest.prefix(count).elementsEqual(steps) {
      times += 1
      rest = rest.dropFirst(count)
    }
    return RepeatedSteps(steps: Array(steps), times: times)
  }
}
