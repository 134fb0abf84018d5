/// A value with a checksum of itself and of the place that it is stored in: one that comes out anywhere else, or was
/// changed, reads as nothing.
enum SealedEntry {
  /// The value as it is stored at a place.
  static func seal(_ value: [UInt8], at place: [UInt8]...) -> [UInt8] { value + checksum(of: value[...], place) }

  /// The value that was stored at a place, or nil where that is not what these bytes are.
  static func open(_ sealed: [UInt8], at place: [UInt8]...) -> [UInt8]? {
    guard sealed.count >= 8 else { return nil }
    let value = sealed.dropLast(8)
    return checksum(of: value, place).elementsEqual(sealed.suffix(8)) ? Array(value) : nil
  }

  private static func checksum(of value: ArraySlice<UInt8>, _ place: [[UInt8]]) -> [UInt8] {
    var writer = ByteWriter()
    for part in place { writer.write(part) }
    writer.write(value)
    return withUnsafeBytes(of: ReferenceCache.checksum(of: writer.bytes[...]).littleEndian, Array.init)
  }
}
