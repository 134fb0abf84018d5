/// A value with a checksum over itself and the key that it is stored under. A value that was changed, or is read under
/// another key, is rejected.
enum SealedEntry {
  /// The value sealed for a key.
  static func seal(_ value: [UInt8], at place: [UInt8]...) -> [UInt8] { value + checksum(of: value[...], place) }

  /// The value that was sealed for a key, or nil if these bytes are anything else.
  static func open(_ sealed: [UInt8], at place: [UInt8]...) -> [UInt8]? {
    let value = sealed.dropLast(8)
    return checksum(of: value, place).elementsEqual(sealed.suffix(8)) ? Array(value) : nil
  }

  private static func checksum(of value: ArraySlice<UInt8>, _ place: [[UInt8]]) -> [UInt8] {
    let sum = place.reduce(0) { ReferenceCache.checksum(of: $1[...], after: $0) }
    return withUnsafeBytes(of: ReferenceCache.checksum(of: value, after: sum).littleEndian, Array.init)
  }
}
