/// The key of a field in its record: its name and arguments, compared byte by byte.
public struct FieldKey: Hashable, Sendable, CustomStringConvertible {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The key of a field, whatever the order of its arguments.
  public init(_ name: String, _ arguments: [GraphArgument] = []) {
    let written = arguments.map { "\($0.name):\($0.value.canonical)" }.sorted()
    bytes = Array((arguments.isEmpty ? name : "\(name)(\(written.joined(separator: ",")))").utf8)
  }

  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension GraphValue {
  /// A text that is unique to the value. Texts in it carry their length, so that nothing in them can end them.
  fileprivate var canonical: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .integer(let number): "\(number)"
    case .fraction(let number): "\(number)f"
    case .text(let text): "\(text.utf8.count)'\(text)'"
    case .list(let items): "[\(items.map(\.canonical).joined(separator: ","))]"
    case .object(let fields):
      "{" + fields.map { "\($0.utf8.count)'\($0)':\($1.canonical)" }.sorted().joined(separator: ",") + "}"
    }
  }
}
