/// A value in a graph, as a server returns it. Texts are compared byte by byte: those that only look alike are
/// different.
public indirect enum GraphValue: Hashable, Sendable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction.
  case fraction(Double)
  /// A text.
  case text(String)
  /// A list of values.
  case list([GraphValue])
  /// An object: values by name.
  case object([String: GraphValue])

  /// How many levels a value may have: a number has one, a list of numbers two. Reading, writing and comparing take a
  /// part of the stack for each level, and with more of them the smallest stacks of threads, of 512 KB, would not do.
  public static let mostLevels = 200

  /// Whether the value has more levels than this.
  package func isDeeper(than levels: Int) -> Bool {
    switch self {
    case .null, .bool, .integer, .fraction, .text: levels < 1
    case .list(let items): levels < 1 || items.contains { $0.isDeeper(than: levels - 1) }
    case .object(let fields): levels < 1 || fields.values.contains { $0.isDeeper(than: levels - 1) }
    }
  }

  /// A field of an object. Nil if this is not an object, or has no such field.
  public subscript(field: String) -> GraphValue? {
    if case .object(let fields) = self { fields[field] } else { nil }
  }
}

extension GraphValue {
  public static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.fraction(let one), .fraction(let other)): one == other
    case (.text(let one), .text(let other)): one.hasBytes(of: other)
    case (.list(let one), .list(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .integer(let number): hasher.combine(number)
    case .fraction(let number): hasher.combine(number)
    case .text(let text): hasher.combine(text)
    case .list(let items): hasher.combine(items)
    case .object(let fields): hasher.combine(fields)
    }
  }
}

// There is no `nil` literal, because where an optional is expected, `nil` would silently become null.
extension GraphValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int64) { self = .integer(number) }
  public init(floatLiteral number: Double) { self = .fraction(number) }
  public init(booleanLiteral bool: Bool) { self = .bool(bool) }
  public init(arrayLiteral items: GraphValue...) { self = .list(items) }
  public init(dictionaryLiteral fields: (String, GraphValue)...) {
    self = .object(Dictionary(fields) { _, last in last })
  }
}

extension GraphValue: CustomStringConvertible {
  /// The value as reports show it. A long one is truncated, and identified by a checksum of the whole.
  public var description: String {
    let whole = written
    guard whole.utf8.count > 400 else { return whole }
    let sum = whole.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\(whole.prefix(120))…\(whole.suffix(40)) (\(whole.utf8.count) B, checksum \(String(sum, radix: 16)))"
  }

  private var written: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .integer(let number): "\(number)"
    case .fraction(let number): "\(number)"
    case .text(let text): "\"\(text.escaped)\""
    case .list(let items): "[\(items.map(\.written).joined(separator: ", "))]"
    case .object(let fields):
      "{"
        + fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.written)" }.joined(separator: ", ") + "}"
    }
  }
}

extension String {
  /// Whether both texts have the same bytes. Texts of the same storage do: models compare long ones at every step.
  fileprivate func hasBytes(of other: String) -> Bool {
    var (one, other) = (self, other)
    return one.withUTF8 { one in
      other.withUTF8 { other in
        one.count == other.count && (one.baseAddress == other.baseAddress || one.elementsEqual(other))
      }
    }
  }

  /// The text with invisible characters and string delimiters escaped.
  fileprivate var escaped: String {
    guard unicodeScalars.contains(where: { $0.value < 0x20 || $0 == "\"" || $0 == "\\" }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// An argument of a field.
public struct GraphArgument: Hashable, Sendable {
  /// Its name.
  public let name: String
  /// Its value.
  public let value: GraphValue

  /// Makes an argument.
  public init(_ name: String, _ value: GraphValue) {
    self.name = name
    self.value = value
  }
}

/// A field that an operation selects.
public struct GraphField: Hashable, Sendable {
  /// Its name in the schema.
  public let name: String
  /// The name in the answer, if it differs.
  public let alias: String?
  /// Its arguments, in the order of the operation.
  public let arguments: [GraphArgument]
  /// The fields selected from the object or objects that it holds. A field without any, and without fragments, holds a
  /// value.
  public let fields: [GraphField]
  /// The fragments selected from the object or objects that it holds.
  public let fragments: [GraphFragment]

  /// Selects a field.
  public init(
    _ name: String, as alias: String? = nil, _ arguments: [GraphArgument] = [], _ fields: [GraphField] = [],
    fragments: [GraphFragment] = []
  ) {
    self.name = name
    self.alias = alias
    self.arguments = arguments
    self.fields = fields
    self.fragments = fragments
  }

  /// The name in the answer.
  public var responseName: String { alias ?? name }

  /// All fields selected from the object or objects that it holds, those of fragments included.
  public var selected: [GraphField] { fragments.isEmpty ? fields : fields + fragments.flatMap(\.fields) }

  /// Its arguments, and those of all fields selected within it.
  fileprivate var allArguments: [GraphArgument] { arguments + selected.flatMap(\.allArguments) }

  /// Whether it selects through more levels than this, or an argument has more.
  fileprivate func isDeeper(than levels: Int) -> Bool {
    levels < 1 || arguments.contains { $0.value.isDeeper(than: levels) }
      || fields.contains { $0.isDeeper(than: levels - 1) }
      || fragments.contains { $0.fields.contains { $0.isDeeper(than: levels - 1) } }
  }
}

extension GraphField: ExpressibleByStringLiteral {
  public init(stringLiteral name: String) { self.init(name) }
}

/// A named selection of an object's fields, which operations share.
public struct GraphFragment: Hashable, Sendable, CustomStringConvertible {
  /// Its name.
  public let name: String
  /// The fields that it selects.
  public let fields: [GraphField]

  /// Makes a fragment.
  public init(_ name: String, _ fields: [GraphField]) {
    self.name = name
    self.fields = fields
  }

  public var description: String { name }
}

/// A named operation. A client with generated code identifies it by its name, and takes the arguments of its first
/// field.
public struct GraphOperation: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of operation.
  public enum Kind: String, Sendable, CaseIterable {
    /// It reads.
    case query
    /// It writes.
    case mutation
  }

  /// Its kind.
  public let kind: Kind
  /// Its name.
  public let name: String
  /// The fields that it selects at the root.
  public let fields: [GraphField]

  /// Makes an operation.
  public init(_ name: String, _ fields: [GraphField], kind: Kind = .query) {
    self.kind = kind
    self.name = name
    self.fields = fields
  }

  // Few operations share a name, and hashing a whole selection takes longer than comparing two.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Whether a selection or an argument has more levels than this.
  package func isDeeper(than levels: Int) -> Bool { fields.contains { $0.isDeeper(than: levels) } }

  /// Its arguments: those of its first field.
  public var arguments: [GraphArgument] { fields.first?.arguments ?? [] }

  /// Its name and the arguments of all its fields, so that operations that differ in one argument are described
  /// differently.
  public var description: String {
    let arguments = fields.flatMap(\.allArguments)
    return arguments.isEmpty
      ? name : "\(name)(\(arguments.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))"
  }
}

/// A server's answer to an operation.
public struct GraphAnswer: Hashable, Sendable {
  /// The data, or nil for none.
  public let data: GraphValue?
  /// The server's error messages.
  public let errors: [String]

  /// Makes an answer.
  public init(_ data: GraphValue?, errors: [String] = []) {
    self.data = data
    self.errors = errors
  }
}

/// The kinds of normalized cache.
@nonexhaustive
public enum CacheKind: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The one that this variant of the module uses.
  case usual
  /// The default: no cache is named when the client is made.
  case unnamed
  /// An in-memory cache.
  case memory
  /// A cache in a SQLite file.
  case sqlite

  /// The kinds that the document names.
  package static let named: [CacheKind] = [.memory, .sqlite]
}
