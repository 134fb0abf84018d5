import CacheSpec

extension Array {
  /// A random selection of elements that depends only on the seed.
  func sample(_ count: Int, seed: Int) -> [Element] {
    let chosen = Set(Array<Int>(indices).shuffled(seed: seed).prefix(count))
    return indices.filter(chosen.contains).map { self[$0] }
  }

  /// The elements in a random order that depends only on the seed.
  func shuffled(seed: Int) -> [Element] {
    var generator = SeededGenerator(seed)
    return shuffled(using: &generator)
  }
}
