/// A random number generator that repeats its sequence for the same seed, on every platform and in every version
/// (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Makes a generator whose seed is derived from a list of numbers, so that each purpose has a sequence of its own.
  package init(_ numbers: Int...) {
    state = 0x9E37_79B9_7F4A_7C15
    for number in numbers {
      state ^= UInt64(bitPattern: Int64(number))
      state = next()
    }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from zero up to, but not including, a limit. Zero if the limit is not positive.
  package mutating func number(below limit: Int) -> Int { limit > 0 ? Int.random(in: 0..<limit, using: &self) : 0 }

  /// Draws whether an event with a probability of this many percent happens.
  package mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  /// A random element.
  ///
  /// - Precondition: the array is not empty.
  package mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }
}
