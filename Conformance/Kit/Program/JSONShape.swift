import CacheSpec

/// What a value looks like as JSON, for the protocol's page and its schema.
package indirect enum JSONShape: Sendable {
  case null
  case anything
  case text
  case bool
  case integer
  case number
  /// A number of seconds.
  case duration
  /// The seconds since 1970.
  case date
  /// Bytes in Base64.
  case bytes
  /// One of some texts.
  case oneOf([String])
  case list(JSONShape)
  /// An object with any keys.
  case dictionary(JSONShape)
  /// A value that may be null or left out.
  case optional(JSONShape)
  case object([JSONField])
  /// An object that has a text under this key, and further fields by that text.
  case choice(by: String, [(name: String, fields: [JSONField])])
  /// An object that has the one field or the other.
  case either(JSONField, or: JSONField)
  /// A value that has a name, and is described once. Its shape is made on demand, for it may contain itself.
  case named(String, @Sendable () -> JSONShape)
}

/// A field of an object, or a parameter of a call.
package struct JSONField: Sendable {
  package let name: String
  package let shape: JSONShape

  package init(_ name: String, _ shape: JSONShape) { (self.name, self.shape) = (name, shape) }
}

/// A field, or a parameter, whose value has this type.
package struct Parameter<Value: JSONValue>: Sendable {
  package let name: String

  package init(_ name: String, _: Value.Type = Value.self) { self.name = name }

  package var field: JSONField { JSONField(name, Value.shape) }

  /// Reads the value from the fields of a message. What is left out is read as null.
  func read(_ fields: JSON) throws -> Value { try Value(fields[name] ?? .null, name: name) }
}

/// A field of a structure, with the value that it has in Swift.
package struct Member<Root, Value: JSONValue>: Sendable {
  let name: String
  let value: @Sendable (Root) -> Value
  /// The value if the field is left out, or nil if it must be there.
  let usual: Value?

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - name: the field's name.
  ///   - path: the property that has its value.
  ///   - usual: the value if the field is null or left out, or nil if it must be there.
  package init(_ name: String, _ path: any KeyPath<Root, Value> & Sendable, or usual: Value? = nil) {
    (self.name, value, self.usual) = (name, { $0[keyPath: path] }, usual)
  }

  fileprivate var field: JSONField { JSONField(name, usual == nil ? Value.shape : .optional(Value.shape)) }

  fileprivate func read(_ fields: JSON) throws -> Value {
    let json = fields[name] ?? .null
    if json == .null, let usual { return usual }
    return try Value(json, name: name)
  }
}

extension Member where Value == Base64 {
  /// Makes a field of bytes, none if it is left out.
  package init(bytes name: String, _ path: any KeyPath<Root, [UInt8]> & Sendable, or usual: Base64? = nil) {
    (self.name, value, self.usual) = (name, { Base64($0[keyPath: path]) }, usual)
  }
}

/// How a structure is read from JSON and written as JSON, and what it looks like.
package struct Structure<Root>: Sendable {
  let name: String
  let fields: @Sendable () -> [JSONField]
  let read: @Sendable (JSON) throws -> Root
  let write: @Sendable (Root) -> [String: JSON]

  /// Describes a structure by its members, in the order in which it is made of them.
  package init<each Value: JSONValue>(
    _ name: String, _ members: repeat Member<Root, each Value>,
    make: @escaping @Sendable (repeat each Value) throws -> Root
  ) {
    self.name = name
    fields = {
      var fields: [JSONField] = []
      for member in repeat each members { fields.append(member.field) }
      return fields
    }
    read = { json in try make(repeat try (each members).read(json)) }
    write = { root in
      var fields: [String: JSON] = [:]
      for member in repeat each members { fields[member.name] = member.value(root).json }
      return fields
    }
  }
}

/// A structure that is exchanged with a program as an object.
package protocol JSONStructure: JSONValue {
  static var structure: Structure<Self> { get }
}

extension JSONStructure {
  package init(_ json: JSON, name: String) throws {
    guard case .object = json else { throw UnexpectedJSON(name: name, wanted: "an object") }
    self = try Self.structure.read(json)
  }
  package var json: JSON { .object(Self.structure.write(self)) }
  package static var shape: JSONShape { .named(structure.name) { .object(structure.fields()) } }
}

/// How an enum is read from JSON and written as JSON: an object with the case's name under one key, and the case's values
/// under further keys.
package struct JSONCases<Root>: Sendable {
  /// A case.
  package struct Case: Sendable {
    let name: String
    let fields: @Sendable () -> [JSONField]
    let read: @Sendable (JSON) throws -> Root
    let write: @Sendable (Root) -> [String: JSON]?

    /// Describes a case.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - parameters: its values.
    ///   - make: makes the case of its values.
    ///   - values: returns the values of the case, or nil for another case.
    package init<each Value: JSONValue>(
      _ name: String, _ parameters: repeat Parameter<each Value>, make: @escaping @Sendable (repeat each Value) -> Root,
      values: @escaping @Sendable (Root) -> (repeat each Value)?
    ) {
      self.name = name
      fields = {
        var fields: [JSONField] = []
        for parameter in repeat each parameters { fields.append(parameter.field) }
        return fields
      }
      read = { json in make(repeat try (each parameters).read(json)) }
      write = { root in
        guard let values = values(root) else { return nil }
        var fields: [String: JSON] = [:]
        for (parameter, value) in repeat (each parameters, each values) { fields[parameter.name] = value.json }
        return fields
      }
    }
  }

  let name: String
  let key: String
  let cases: [Case]

  /// Describes an enum by its cases.
  package init(_ name: String, by key: String, _ cases: Case...) {
    (self.name, self.key, self.cases) = (name, key, cases)
  }
}

/// An enum that is exchanged with a program as an object.
package protocol JSONEnum: JSONValue {
  static var cases: JSONCases<Self> { get }
}

extension JSONEnum {
  package init(_ json: JSON, name: String) throws {
    let all = Self.cases
    let chosen: String = try json.get(all.key)
    guard let found = all.cases.first(where: { $0.name == chosen }) else {
      throw UnexpectedJSON(name: all.key, wanted: "one of \(all.cases.map(\.name).joined(separator: ", "))")
    }
    self = try found.read(json)
  }

  package var json: JSON {
    let all = Self.cases
    for one in all.cases {
      if var fields = one.write(self) {
        fields[all.key] = .text(one.name)
        return .object(fields)
      }
    }
    return .null
  }

  package static var shape: JSONShape {
    .named(cases.name) { [cases] in .choice(by: cases.key, cases.cases.map { ($0.name, $0.fields()) }) }
  }
}
