/// Random choices that come again with the same seed, on every platform and in every version (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// A generator for one purpose: each list of numbers has choices of its own.
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

  /// A number from zero up to a limit, which is not reached. Zero where the limit is.
  package mutating func number(below limit: Int) -> Int { limit > 0 ? Int.random(in: 0..<limit, using: &self) : 0 }

  /// Whether something happens that does so many times in a hundred.
  package mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  /// One of several; there has to be one.
  package mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }
}
