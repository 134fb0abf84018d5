/// The key of a record: the one that the key function returned for its object, or the path to it.
///
/// Keys are compared byte by byte, so ids that only look alike are different. A path is never equal to a key from the
/// key function, whatever text a server uses for its ids.
public struct RecordKey: Hashable, Sendable, CustomStringConvertible {
  private enum Origin {
    static let given = UInt8(ascii: "k")
    static let path = UInt8(ascii: "q")
    static let pathBelowGiven = UInt8(ascii: "b")
    static let mutation = UInt8(ascii: "m")
  }

  /// The key as it is stored: a byte for its origin, then its text.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  private init(_ origin: UInt8, _ text: String) { bytes = [origin] + Array(text.utf8) }

  /// A key that the key function returned.
  public init(given text: String) { self.init(Origin.given, text) }

  /// The record where queries start.
  static let queryRoot = RecordKey(Origin.path, "QUERY_ROOT")
  /// The record where mutations start. It is never read.
  static let mutationRoot = RecordKey(Origin.mutation, "MUTATION_ROOT")

  /// The records that an app may mean by a text: the object with that key, or the one with that path.
  static func named(_ text: String) -> [RecordKey] {
    [Origin.given, Origin.path, Origin.pathBelowGiven].map { RecordKey($0, text) }
  }

  /// The key of an object that has none of its own: the path to it from this record.
  func child(_ component: String) -> RecordKey {
    let isGiven = bytes.first == Origin.given
    let parent = isGiven ? text.escapedComponent : text
    return RecordKey(
      isGiven ? Origin.pathBelowGiven : bytes.first ?? Origin.path, "\(parent).\(component.escapedComponent)")
  }

  /// Whether a record with this key is never read.
  var isUnreachable: Bool { bytes.first == Origin.mutation }

  /// The key as apps write it.
  public var text: String { String(decoding: bytes.dropFirst(), as: UTF8.self) }

  /// Whether its text contains a pattern, ignoring case. Every text contains the empty pattern.
  func contains(_ pattern: String) -> Bool {
    pattern.isEmpty || text.lowercased().utf8.firstRange(of: pattern.lowercased().utf8) != nil
  }

  public var description: String { text }
}

extension String {
  /// The characters that are escaped in a component of a path: the separator, and the escape itself.
  private static let separators: [Unicode.Scalar] = [".", "\\"]

  /// The text as a component of a path, in which a period does not end it.
  fileprivate var escapedComponent: String {
    guard unicodeScalars.contains(where: Self.separators.contains) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if Self.separators.contains(scalar) { text.append("\\") }
      text.unicodeScalars.append(scalar)
    }
  }
}
