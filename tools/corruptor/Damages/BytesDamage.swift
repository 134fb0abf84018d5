import CacheSpec

/// Damage to bytes, regardless of their meaning.
enum BytesDamage: String, CaseIterable {
  case bitFlipped = "a bit flipped"
  case bitsFlipped = "bits flipped"
  case byteSet = "a byte overwritten"
  case noise = "a range overwritten with noise"
  case zeros = "a range zeroed"
  case ones = "a range of ones"
  case cutShort = "cut short"
  case emptied = "emptied"
  case noiseAppended = "noise appended"
  case zerosAppended = "zeros appended"
  case inserted = "bytes inserted"
  case removed = "bytes removed"
  case copied = "a range copied elsewhere"

  func inflict(on bytes: inout [UInt8], by generator: inout SeededGenerator) {
    let range = generator.range(in: bytes.count)
    switch self {
    case .bitFlipped: Self.flip(1, of: &bytes, by: &generator)
    case .bitsFlipped: Self.flip(2 + generator.number(below: 200), of: &bytes, by: &generator)
    case .byteSet: bytes.set(generator.number(below: 256), at: generator.number(below: bytes.count), width: 1)
    case .noise: bytes.replaceSubrange(range, with: generator.noise(range.count))
    case .zeros: bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    case .ones: bytes.replaceSubrange(range, with: repeatElement(0xFF, count: range.count))
    case .cutShort: bytes.removeLast(generator.number(below: bytes.count))
    case .emptied: bytes = []
    case .noiseAppended: bytes += generator.noise(1 + generator.number(below: 10_000))
    case .zerosAppended: bytes += repeatElement(0, count: 1 + generator.number(below: 10_000))
    case .inserted: bytes.insert(contentsOf: generator.noise(range.count), at: range.lowerBound)
    case .removed: bytes.removeSubrange(range)
    case .copied:
      let start = generator.number(below: bytes.count - range.count)
      bytes.replaceSubrange(start..<start + range.count, with: Array(bytes[range]))
    }
  }

  private static func flip(_ count: Int, of bytes: inout [UInt8], by generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    for _ in 0..<count { bytes[generator.number(below: bytes.count)] ^= 1 << UInt8(generator.number(below: 8)) }
  }
}
