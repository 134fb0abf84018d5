import SeededRandom

extension Array {
  /// Some of the elements, chosen by a number: the same number chooses the same of them.
  public func sample(_ count: Int, seed: UInt64) -> [Element] {
    var generator = SeededGenerator(seed: seed)
    let chosen = Set(indices.shuffled(using: &generator).prefix(count))
    return indices.filter(chosen.contains).map { self[$0] }
  }
}
