package import CacheConformance
import NormalizedRules

extension QueryCachePolicy: JSONValue {}
extension CacheKind: JSONValue {}
extension GraphOperation.Kind: JSONValue {}

extension GraphValue: JSONValue {
  package static var shape: JSONShape { .anything }

  package init(_ json: JSON, name: String) { self.init(json) }

  private init(_ json: JSON) {
    self =
      switch json {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .integer(let number): .integer(number)
      case .fraction(let number): .fraction(number)
      case .text(let text): .text(text)
      case .list(let items): .list(items.map { Self($0) })
      case .object(let fields): .object(fields.mapValues { Self($0) })
      }
  }

  package var json: JSON {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .integer(let number): .integer(number)
    case .fraction(let number): .fraction(number)
    case .text(let text): .text(text)
    case .list(let items): .list(items.map(\.json))
    case .object(let fields): .object(fields.mapValues(\.json))
    }
  }
}

extension GraphArgument: JSONStructure {
  package static let structure = Structure<Self>("Argument", Member("name", \.name), Member("value", \.value)) {
    Self($0, $1)
  }
}

extension GraphField: JSONStructure {
  package static let structure = Structure<Self>(
    "Field", Member("name", \.name), Member("alias", \.alias), Member("arguments", \.arguments, or: []),
    Member("fields", \.fields, or: []), Member("fragments", \.fragments, or: [])
  ) { Self($0, as: $1, $2, $3, fragments: $4) }
}

extension GraphFragment: JSONStructure {
  package static let structure = Structure<Self>("Fragment", Member("name", \.name), Member("fields", \.fields)) {
    Self($0, $1)
  }
}

extension GraphOperation: JSONStructure {
  package static let structure = Structure<Self>(
    "Operation", Member("name", \.name), Member("fields", \.fields), Member("kind", \.kind)
  ) { Self($0, $1, kind: $2) }
}

extension GraphAnswer: JSONValue {
  package static var shape: JSONShape {
    .named("Answer") {
      .object([JSONField("data", .optional(.anything)), JSONField("errors", .optional(.list(.text)))])
    }
  }
  package init(_ json: JSON, name: String) throws {
    // An answer without data has no key `data`, because null may be data.
    self.init(json["data"].map { GraphValue($0, name: "data") }, errors: try json.find("errors") ?? [])
  }
  package var json: JSON {
    let errors: JSON = errors.json
    return data.map { ["data": $0.json, "errors": errors] } ?? ["errors": errors]
  }
}

/// What was asked for, under a key, or an error in its place.
struct Outcome<Value: JSONValue>: JSONValue {
  let result: Result<Value, any Error>

  init(_ result: Result<Value, any Error>) { self.result = result }

  static var shape: JSONShape { .either(JSONField("data", Value.shape), or: JSONField("error", ErrorAnswer.shape)) }

  init(_ json: JSON, name: String) throws {
    result = if let error = json["error"] { .failure(ErrorAnswer(error).meant) } else { .success(try json.get("data")) }
  }

  var json: JSON {
    switch result {
    case .success(let data): ["data": data.json]
    case .failure(let error): ["error": ErrorAnswer(error).json]
    }
  }
}

extension GraphChange: JSONEnum {
  package static let cases = JSONCases<Self>(
    "Change", by: "change",
    JSONCases.Case("set", path, Parameter("value", GraphValue.self), make: { .set($0, to: $1) }) {
      if case .set(let path, let value) = $0 { (path, value) } else { nil }
    },
    JSONCases.Case("append", path, Parameter("value", GraphValue.self), make: { .append($0, $1) }) {
      if case .append(let path, let item) = $0 { (path, item) } else { nil }
    },
    JSONCases.Case("increment", path, make: { .increment($0) }) {
      if case .increment(let path) = $0 { path } else { nil }
    })

  private static let path = Parameter("path", String.self)
}

extension TransactionStep: JSONEnum {
  package static let cases = JSONCases<Self>(
    "Step", by: "step",
    JSONCases.Case("read", query, make: { .read($0) }) { if case .read(let query) = $0 { query } else { nil } },
    JSONCases.Case("readObject", fragment, key, make: { .readObject($0, key: $1) }) {
      if case .readObject(let fragment, let key) = $0 { (fragment, key) } else { nil }
    },
    JSONCases.Case("update", query, change, make: { .update($0, $1) }) {
      if case .update(let query, let change) = $0 { (query, change) } else { nil }
    },
    JSONCases.Case("updateObject", fragment, key, change, make: { .updateObject($0, key: $1, $2) }) {
      if case .updateObject(let fragment, let key, let change) = $0 { (fragment, key, change) } else { nil }
    },
    JSONCases.Case("remove", key, make: { .remove(key: $0) }) { if case .remove(let key) = $0 { key } else { nil } },
    JSONCases.Case("removeMatching", Parameter("pattern", String.self), make: { .removeMatching($0) }) {
      if case .removeMatching(let pattern) = $0 { pattern } else { nil }
    },
    JSONCases.Case("fail", make: { .fail }) { if case .fail = $0 { () } else { nil } })

  private static let query = Parameter("query", GraphOperation.self)
  private static let fragment = Parameter("fragment", GraphFragment.self)
  private static let key = Parameter("key", String.self)
  private static let change = Parameter("change", GraphChange.self)
}
