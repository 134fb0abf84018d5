/// Random choices that come again with the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// A generator for one purpose: each list of numbers has choices of its own.
  init(_ numbers: Int...) {
    state = 0x9E37_79B9_7F4A_7C15
    for number in numbers {
      state ^= UInt64(bitPattern: Int64(number))
      state = next()
    }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from zero up to a limit, which is not reached. Zero where the limit is.
  mutating func number(below limit: Int) -> Int { limit > 0 ? Int.random(in: 0..<limit, using: &self) : 0 }

  /// Whether something happens that does so many times in a hundred.
  mutating func chance(_ percent: Int) -> Bool { number(below: 100) < percent }

  /// One of several; there has to be one.
  mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  /// Bytes without any order.
  mutating func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

  /// A part of so many bytes: mostly a short one, sometimes a long one.
  mutating func range(in count: Int) -> Range<Int> {
    let start = number(below: count)
    let longest = chance(60) ? 16 : chance(60) ? 600 : count
    return start..<min(count, start + 1 + number(below: longest))
  }
}
