import CacheSpec
import Foundation

/// The error when a field of a message is missing, or has another value than it should.
package struct UnexpectedJSON: Error, CustomStringConvertible {
  package let name: String
  package let wanted: String

  package init(name: String, wanted: String) { (self.name, self.wanted) = (name, wanted) }

  package var description: String { "'\(name)' of a message is not \(wanted)" }
}

/// A value that is exchanged with a program as JSON.
package protocol JSONValue: Sendable {
  /// What the value looks like.
  static var shape: JSONShape { get }
  /// Reads the value that a message has under a name.
  init(_ json: JSON, name: String) throws
  var json: JSON { get }
}

extension JSON {
  /// Returns the value of a field.
  ///
  /// - Throws: `UnexpectedJSON` if there is no such field, or its value has another type.
  package func get<Value: JSONValue>(_ name: String, as _: Value.Type = Value.self) throws -> Value {
    guard let value = self[name] else { throw UnexpectedJSON(name: name, wanted: "there") }
    return try Value(value, name: name)
  }

  /// Returns the value of a field; nil if there is no such field, or it is null.
  package func find<Value: JSONValue>(_ name: String, as _: Value.Type = Value.self) throws -> Value? {
    guard let value = self[name], value != .null else { return nil }
    return try Value(value, name: name)
  }
}

extension JSON: JSONValue {
  package static var shape: JSONShape { .anything }
  package init(_ json: JSON, name: String) { self = json }
  package var json: JSON { self }
}

extension String: JSONValue {
  package static var shape: JSONShape { .text }
  package init(_ json: JSON, name: String) throws {
    guard case .text(let text) = json else { throw UnexpectedJSON(name: name, wanted: "a text") }
    self = text
  }
  package var json: JSON { .text(self) }
}

extension Bool: JSONValue {
  package static var shape: JSONShape { .bool }
  package init(_ json: JSON, name: String) throws {
    guard case .bool(let bool) = json else { throw UnexpectedJSON(name: name, wanted: "true or false") }
    self = bool
  }
  package var json: JSON { .bool(self) }
}

extension Int: JSONValue {
  package static var shape: JSONShape { .integer }
  package init(_ json: JSON, name: String) throws {
    guard case .integer(let number) = json, let number = Int(exactly: number) else {
      throw UnexpectedJSON(name: name, wanted: "a whole number")
    }
    self = number
  }
  package var json: JSON { .integer(Int64(self)) }
}

extension Double: JSONValue {
  package static var shape: JSONShape { .number }
  package init(_ json: JSON, name: String) throws {
    switch json {
    case .integer(let number): self = Double(number)
    case .fraction(let number): self = number
    default: throw UnexpectedJSON(name: name, wanted: "a number")
    }
  }
  package var json: JSON { .fraction(self) }
}

/// A duration is exchanged in seconds, to the nanosecond: 0.1 + 0.2 is not later than 0.3.
extension Duration: JSONValue {
  package static var shape: JSONShape { .duration }
  package init(_ json: JSON, name: String) throws {
    let seconds = try Double(json, name: name)
    self =
      switch abs(seconds) {
      case ..<9e9: .nanoseconds(Int64((seconds * 1e9).rounded()))
      case ..<9.2e18: .seconds(seconds)
      // A number that is greater than the longest duration is read as the longest duration.
      default: .seconds(seconds > 0 ? Int64.max : -9_200_000_000_000_000_000)
      }
  }
  package var json: JSON { seconds.json }
}

/// A date is exchanged in seconds since 1970.
extension Date: JSONValue {
  package static var shape: JSONShape { .date }
  package init(_ json: JSON, name: String) throws { self.init(timeIntervalSince1970: try Double(json, name: name)) }
  package var json: JSON { timeIntervalSince1970.json }
}

extension Array: JSONValue where Element: JSONValue {
  package static var shape: JSONShape { .list(Element.shape) }
  package init(_ json: JSON, name: String) throws {
    guard case .list(let items) = json else { throw UnexpectedJSON(name: name, wanted: "a list") }
    self = try items.map { try Element($0, name: name) }
  }
  package var json: JSON { .list(map(\.json)) }
}

extension Dictionary: JSONValue where Key == String, Value: JSONValue {
  package static var shape: JSONShape { .dictionary(Value.shape) }
  package init(_ json: JSON, name: String) throws {
    guard case .object(let fields) = json else { throw UnexpectedJSON(name: name, wanted: "an object") }
    self = try fields.mapValues { try Value($0, name: name) }
  }
  package var json: JSON { .object(mapValues(\.json)) }
}

/// A value, or null.
extension Optional: JSONValue where Wrapped: JSONValue {
  package static var shape: JSONShape { .optional(Wrapped.shape) }
  package init(_ json: JSON, name: String) throws { self = json == .null ? nil : try Wrapped(json, name: name) }
  package var json: JSON { self?.json ?? .null }
}

/// Bytes, which are exchanged in Base64.
package struct Base64: JSONValue {
  package static var shape: JSONShape { .bytes }
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ json: JSON, name: String) throws {
    guard case .text(let text) = json, let data = Data(base64Encoded: text) else {
      throw UnexpectedJSON(name: name, wanted: "bytes in Base64")
    }
    bytes = [UInt8](data)
  }
  package var json: JSON { .text(Data(bytes).base64EncodedString()) }
}

extension JSONValue where Self: RawRepresentable, RawValue == String, Self: CaseIterable {
  package static var shape: JSONShape {
    // Without the name of the module: `GraphOperationKind`.
    let name = String(reflecting: Self.self).split(separator: ".").dropFirst().joined()
    return .named(name) { .oneOf(allCases.map(\.rawValue)) }
  }
  package init(_ json: JSON, name: String) throws {
    guard let value = Self(rawValue: try String(json, name: name)) else {
      throw UnexpectedJSON(name: name, wanted: "one of \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self = value
  }
  package var json: JSON { .text(rawValue) }
}
