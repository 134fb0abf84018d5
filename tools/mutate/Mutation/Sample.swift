import SeededRandom

extension Array {
  /// Some of the elements, chosen by a number: the same number chooses the same of them.
  public func sample(_ count: Int, seed: UInt64) -> [Element] {
    let chosen = Set(Array<Int>(indices).shuffled(seed: seed).prefix(count))
    return indices.filter(chosen.contains).map { self[$0] }
  }

  /// The elements in an order that a number chooses: the same number chooses the same.
  public func shuffled(seed: UInt64) -> [Element] {
    var generator = SeededGenerator(seed: seed)
    return shuffled(using: &generator)
  }
}
