/// A value with a checksum over itself and the key that it is stored under. A value that was changed, or is read under
/// another key, is rejected.
enum SealedEntry {
  /// The value sealed for a key.
  static func seal(_ value: [UInt8], at place: [UInt8]...) -> [UInt8] {
    withUnsafeBytes(of: sum(of: value[...], place).littleEndian) { value + $0 }
  }

  /// The value that was sealed for a key, or nil if these bytes are anything else.
  static func open(_ sealed: [UInt8], at place: [UInt8]...) -> [UInt8]? {
    guard sealed.count >= 8 else { return nil }
    let value = sealed.dropLast(8)
    let stored = sealed.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: value.count, as: UInt64.self) }
    return sum(of: value, place) == UInt64(littleEndian: stored) ? Array(value) : nil
  }

  private static func sum(of value: ArraySlice<UInt8>, _ place: [[UInt8]]) -> UInt64 {
    checksum(of: value, after: place.reduce(0) { checksum(of: $1[...], after: $0) })
  }
}
