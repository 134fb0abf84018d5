import CacheVocabulary
import Foundation

/// Encodes values as bytes: integers in eight bytes, a length before variable-size data, and a checksum at the end.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func write(_ number: Double) { write(Int64(bitPattern: number.bitPattern)) }

  mutating func write(_ data: some Collection<UInt8>) {
    write(Int64(data.count))
    bytes.append(contentsOf: data)
  }

  mutating func write(_ text: String) { write(text.utf8) }

  /// The bytes followed by their checksum.
  var sealed: [UInt8] { SealedEntry.seal(bytes) }
}

/// Decodes what `ByteWriter` sealed. Returns nil for truncated or altered bytes, and for numbers that it never writes.
struct ByteReader {
  private var rest: ArraySlice<UInt8>
  /// How many lists the value that is being read lies in.
  private var level = 0

  /// Reads bytes that are already verified.
  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Verifies sealed bytes, and reads them.
  init?(sealed bytes: [UInt8]) {
    guard let content = SealedEntry.open(bytes) else { return nil }
    self.init(content)
  }

  mutating func readInteger() -> Int64? {
    guard rest.count >= 8 else { return nil }
    defer { rest = rest.dropFirst(8) }
    return rest.withUnsafeBytes { Int64(littleEndian: $0.loadUnaligned(as: Int64.self)) }
  }

  mutating func readDouble() -> Double? { readInteger().map { Double(bitPattern: UInt64(bitPattern: $0)) } }

  mutating func readDate() -> Date? {
    readDouble().flatMap { $0.isFinite ? Date(timeIntervalSinceReferenceDate: $0) : nil }
  }

  /// Reads a number of bytes, or of elements, that may lie elsewhere.
  mutating func readCount() -> Int? { readInteger().flatMap(Int.init(exactly:)).flatMap { $0 < 0 ? nil : $0 } }

  mutating func readBytes() -> [UInt8]? {
    guard let count = readCount(), count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func readText() -> String? { readBytes().map { String(decoding: $0, as: UTF8.self) } }

  /// Reads a count, then as many values. They may lie in as many lists as a value that is written: a forger's would
  /// overflow the stack.
  mutating func readList<Element>(_ element: (inout Self) -> Element?) -> [Element]? {
    guard level < GraphValue.mostLevels, let count = readCount(), count <= rest.count else { return nil }
    level += 1
    defer { level -= 1 }
    var list: [Element] = []
    for _ in 0..<count {
      guard let next = element(&self) else { return nil }
      list.append(next)
    }
    return list
  }
}

/// FNV-1a over words of eight bytes. It detects damage, but is no defence against forgery.
///
/// - Parameters:
///   - bytes: what is added up.
///   - sum: the checksum of the bytes before these.
func checksum(of bytes: ArraySlice<UInt8>, after sum: UInt64 = 0) -> UInt64 {
  bytes.withUnsafeBytes { bytes in
    var (sum, start) = (sum ^ 0xCBF2_9CE4_8422_2325, 0)
    while start + 8 <= bytes.count {
      sum = checksum(after: sum, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))
      start += 8
    }
    // The count tells bytes from the same bytes and zeros.
    var last = UInt64(bytes.count)
    while start < bytes.count {
      last = last << 8 | UInt64(bytes[start])
      start += 1
    }
    return checksum(after: sum, last)
  }
}

private func checksum(after sum: UInt64, _ word: UInt64) -> UInt64 {
  let product = (sum ^ word) &* 0x100_0000_01B3
  // A product changes only the bits above those that differ.
  return product ^ product >> 32
}
