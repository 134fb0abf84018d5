/// A JSON value, as it goes through the pipe to a program. A whole number and one with a fraction are two kinds, as in
/// graphs.
package indirect enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case fraction(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  /// How many levels a value that is read may have: reading takes a part of the stack for each.
  static let mostLevels = 200

  /// A field of an object. Nil if this is not an object, or has no such field.
  package subscript(field: String) -> JSON? {
    if case .object(let fields) = self { fields[field] } else { nil }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(stringLiteral text: String) { self = .text(text) }
  package init(arrayLiteral items: JSON...) { self = .list(items) }
  package init(dictionaryLiteral fields: (String, JSON)...) { self = .object(Dictionary(fields) { _, last in last }) }
}
