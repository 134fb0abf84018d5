import CacheSpec

extension Array {
  /// A random selection of elements that depends only on the seed.
  public func sample(_ count: Int, seed: UInt64) -> [Element] {
    let chosen = Set(Array<Int>(indices).shuffled(seed: seed).prefix(count))
    return indices.filter(chosen.contains).map { self[$0] }
  }

  /// The elements in a random order that depends only on the seed.
  public func shuffled(seed: UInt64) -> [Element] {
    var generator = SeededGenerator(seed: seed)
    return shuffled(using: &generator)
  }
}
