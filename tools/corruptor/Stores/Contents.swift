import CacheSpec

/// The stored values. Each contains its key and version, and is unique.
enum Contents {
  private static let opening = Array("[k".utf8)
  private static let markLength = 16

  private static func mark(_ key: Int, _ version: Int) -> [UInt8] {
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
    }
    return Array("[k\(padded(key, 5))v\(padded(version, 7))]".utf8)
  }

  /// The text for a version of a key. Most are short, some fill pages.
  static func text(_ key: Int, _ version: Int) -> String {
    var generator = SeededGenerator(key, version)
    let size =
      switch generator.number(below: 100) {
      case 0..<60: 20 + generator.number(below: 180)
      case 60..<85: 200 + generator.number(below: 700)
      case 85..<95: 1000 + generator.number(below: 2000)
      default: 5000 + generator.number(below: 8000)
      }
    let mark = mark(key, version)
    var text: [UInt8] = []
    while text.count < size {
      text += mark
      for _ in 0..<6 { withUnsafeBytes(of: generator.next()) { text += $0.map { 0x61 + $0 % 26 } } }
    }
    return String(decoding: text.prefix(max(size, markLength)), as: UTF8.self)
  }

  /// The versions whose marks occur in bytes.
  static func versions(in bytes: [UInt8]) -> Set<Int> {
    var found: Set<Int> = []
    bytes.withUnsafeBufferPointer { bytes in
      for start in 0..<max(0, bytes.count - markLength + 1)
      where bytes[start] == opening[0] && bytes[start + 1] == opening[1] {
        guard bytes[start + 7] == UInt8(ascii: "v"), bytes[start + 15] == UInt8(ascii: "]") else { continue }
        if let version = Int(String(decoding: bytes[start + 8..<start + 15], as: UTF8.self)) { found.insert(version) }
      }
    }
    return found
  }
}
