/// A value in a graph, as a server answers with it. Texts are compared byte by byte: two that only look alike are two.
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
  /// Values in order.
  case list([GraphValue])
  /// Values by name.
  case object([String: GraphValue])

  /// A field of an object; nil when this is no object or has no such field.
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
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
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

// Not by the nil literal: where an optional is meant, `nil` would silently be null.
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
  /// The value as reports show it: long texts and lists are cut, and told apart by a checksum of the whole.
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
  /// The text with what a reader cannot see, and what would end it, written out.
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

  /// Names a value.
  public init(_ name: String, _ value: GraphValue) {
    self.name = name
    self.value = value
  }
}

/// A field that an operation asks for.
public struct GraphField: Hashable, Sendable {
  /// Its name in the schema.
  public let name: String
  /// The name that the answer gives it, when that is another.
  public let alias: String?
  /// Its arguments, in the order in which the operation writes them.
  public let arguments: [GraphArgument]
  /// What is asked for of the object, or objects, that it holds. A field without any, and without fragments, holds a
  /// value.
  public let fields: [GraphField]
  /// Fragments that are asked for of the object, or objects, that it holds.
  public let fragments: [GraphFragment]

  /// Asks for a field.
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

  /// The name that the answer gives it.
  public var responseName: String { alias ?? name }

  /// All that is asked for of the object, or objects, that it holds.
  public var selected: [GraphField] { fields + fragments.flatMap(\.fields) }

  /// Its arguments, and those of all that is asked for within it.
  fileprivate var allArguments: [GraphArgument] { arguments + selected.flatMap(\.allArguments) }
}

extension GraphField: ExpressibleByStringLiteral {
  public init(stringLiteral name: String) { self.init(name) }
}

/// A named part of an object that operations share.
public struct GraphFragment: Hashable, Sendable, CustomStringConvertible {
  /// Its name.
  public let name: String
  /// What it asks for.
  public let fields: [GraphField]

  /// Names a part of an object.
  public init(_ name: String, _ fields: [GraphField]) {
    self.name = name
    self.fields = fields
  }

  public var description: String { name }
}

/// A named operation. A client with generated code knows it by its name and takes the arguments of its first field.
public struct GraphOperation: Hashable, Sendable, CustomStringConvertible {
  /// What an operation does.
  public enum Kind: String, Sendable, CaseIterable {
    /// It reads.
    case query
    /// It writes.
    case mutation
  }

  /// What it does.
  public let kind: Kind
  /// Its name.
  public let name: String
  /// What it asks for at the root.
  public let fields: [GraphField]

  /// Names an operation.
  public init(_ name: String, _ fields: [GraphField], kind: Kind = .query) {
    self.kind = kind
    self.name = name
    self.fields = fields
  }

  /// Its arguments: those of its first field.
  public var arguments: [GraphArgument] { fields.first?.arguments ?? [] }

  /// Its name, and the arguments of all its fields: two operations that differ in one alone read differently.
  public var description: String {
    let arguments = fields.flatMap(\.allArguments)
    return arguments.isEmpty
      ? name : "\(name)(\(arguments.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))"
  }
}

/// What a server answers an operation with.
public struct GraphAnswer: Hashable, Sendable {
  /// The data, or nil for none.
  public let data: GraphValue?
  /// What went wrong, in the server's words.
  public let errors: [String]

  /// Gathers an answer.
  public init(_ data: GraphValue?, errors: [String] = []) {
    self.data = data
    self.errors = errors
  }
}

/// The kinds of normalized cache.
public enum CacheKind: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The one that this module is about, in this variant.
  case usual
  /// None is named when the client is made.
  case unnamed
  /// In memory.
  case memory
  /// In a SQLite file.
  case sqlite

  /// The kinds that the document names.
  package static let named: [CacheKind] = [.memory, .sqlite]
}
