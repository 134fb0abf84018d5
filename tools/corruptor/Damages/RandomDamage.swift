import CacheSpec

extension SeededGenerator {
  /// Random bytes.
  mutating func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

  /// A random range within this many bytes: usually short, sometimes long.
  mutating func range(in count: Int) -> Range<Int> {
    let start = number(below: count)
    let longest = chance(60) ? 16 : chance(60) ? 600 : count
    return start..<min(count, start + 1 + number(below: longest))
  }
}
