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
package protocol JSONValue {
  /// Reads the value that a message has under a name.
  init(_ json: JSON, name: String) throws
  var json: JSON { get }
}

extension GraphValue {
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

extension GraphValue {
  /// Returns the whole answer as a value.
  package func whole<Value: JSONValue>(as _: Value.Type = Value.self) throws -> Value {
    try Value(self, name: "result")
  }

  /// Returns the whole answer as a value, or nil if the answer is null.
  package func found<Value: JSONValue>() throws -> Value? { self == .null ? nil : try Value(self, name: "result") }
}

extension GraphValue: JSONValue {
  package init(_ json: JSON, name: String) { self = json }
  package var json: JSON { self }
}

extension String: JSONValue {
  package init(_ json: JSON, name: String) throws {
    guard case .text(let text) = json else { throw UnexpectedJSON(name: name, wanted: "a text") }
    self = text
  }
  package var json: JSON { .text(self) }
}

extension Bool: JSONValue {
  package init(_ json: JSON, name: String) throws {
    guard case .bool(let bool) = json else { throw UnexpectedJSON(name: name, wanted: "true or false") }
    self = bool
  }
  package var json: JSON { .bool(self) }
}

extension Int: JSONValue {
  package init(_ json: JSON, name: String) throws {
    guard case .integer(let number) = json, let number = Int(exactly: number) else {
      throw UnexpectedJSON(name: name, wanted: "a whole number")
    }
    self = number
  }
  package var json: JSON { .integer(Int64(self)) }
}

extension Double: JSONValue {
  package init(_ json: JSON, name: String) throws {
    switch json {
    case .integer(let number): self = Double(number)
    case .fraction(let number): self = number
    default: throw UnexpectedJSON(name: name, wanted: "a number")
    }
  }
  package var json: JSON { .fraction(self) }
}

/// A duration is exchanged in seconds.
extension Duration: JSONValue {
  package init(_ json: JSON, name: String) throws {
    let seconds = try Double(json, name: name)
    // A number that is greater than the longest duration is read as the longest duration.
    self = seconds >= 9.2e18 ? .seconds(Int64.max) : .seconds(max(seconds, -9.2e18))
  }
  package var json: JSON { seconds.json }
}

/// A date is exchanged in seconds since 1970.
extension Date: JSONValue {
  package init(_ json: JSON, name: String) throws { self.init(timeIntervalSince1970: try Double(json, name: name)) }
  package var json: JSON { timeIntervalSince1970.json }
}

extension Array: JSONValue where Element: JSONValue {
  package init(_ json: JSON, name: String) throws {
    guard case .list(let items) = json else { throw UnexpectedJSON(name: name, wanted: "a list") }
    self = try items.map { try Element($0, name: name) }
  }
  package var json: JSON { .list(map(\.json)) }
}

extension Dictionary: JSONValue where Key == String, Value: JSONValue {
  package init(_ json: JSON, name: String) throws {
    guard case .object(let fields) = json else { throw UnexpectedJSON(name: name, wanted: "an object") }
    self = try fields.mapValues { try Value($0, name: name) }
  }
  package var json: JSON { .object(mapValues(\.json)) }
}

extension Optional where Wrapped: JSONValue {
  /// The value, or null.
  package var json: JSON { self?.json ?? .null }
}

/// Bytes, which are exchanged in Base64.
package struct Base64: JSONValue {
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
  package init(_ json: JSON, name: String) throws {
    guard let value = Self(rawValue: try String(json, name: name)) else {
      throw UnexpectedJSON(name: name, wanted: "one of \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self = value
  }
  package var json: JSON { .text(rawValue) }
}
