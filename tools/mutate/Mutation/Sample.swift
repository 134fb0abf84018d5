extension Array {
  /// Some of the elements, chosen by a number: the same number chooses the same of them.
  public func sample(_ count: Int, seed: UInt64) -> [Element] {
    var generator = SeededGenerator(state: seed)
    let chosen = Set(indices.shuffled(using: &generator).prefix(count))
    return indices.filter(chosen.contains).map { self[$0] }
  }
}

/// Numbers that a seed decides (splitmix64).
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
