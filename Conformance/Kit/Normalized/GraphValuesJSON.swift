import NormalizedRules

/// The result or error that a fetch or watcher delivers.
typealias GraphDelivery = Result<GraphAnswer, any Error>

extension QueryCachePolicy: JSONValue {}
extension CacheKind: JSONValue {}
extension GraphOperation.Kind: JSONValue {}

extension GraphArgument: JSONValue {
  package init(_ json: JSON, name: String) throws { self.init(try json.get("name"), try json.get("value")) }
  package var json: JSON { ["name": name.json, "value": value] }
}

extension GraphField: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(
      try json.get("name"), as: try json.find("alias"), try json.find("arguments") ?? [],
      try json.find("fields") ?? [], fragments: try json.find("fragments") ?? [])
  }
  package var json: JSON {
    [
      "name": name.json, "alias": alias.json, "arguments": arguments.json, "fields": fields.json,
      "fragments": fragments.json,
    ]
  }
}

extension GraphFragment: JSONValue {
  package init(_ json: JSON, name: String) throws { self.init(try json.get("name"), try json.get("fields")) }
  package var json: JSON { ["name": name.json, "fields": fields.json] }
}

extension GraphOperation: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(try json.get("name"), try json.get("fields"), kind: try json.get("kind"))
  }
  package var json: JSON { ["name": name.json, "fields": fields.json, "kind": kind.json] }
}

extension GraphAnswer: JSONValue {
  package init(_ json: JSON, name: String) throws {
    // An answer without data has no key `data`, because null may be data.
    self.init(json["data"], errors: try json.find("errors") ?? [])
  }
  package var json: JSON {
    let errors: JSON = errors.json
    return data.map { ["data": $0, "errors": errors] } ?? ["errors": errors]
  }
}

extension Result where Success == GraphAnswer, Failure == any Error {
  init(_ json: JSON) throws {
    self = if let error = json["error"] { .failure(ErrorAnswer(error).meant) } else { .success(try json.get("answer")) }
  }

  /// The message that delivers the result to the receiver with this number.
  func json(to number: Int) -> JSON {
    switch self {
    case .success(let answer): ["to": number.json, "answer": answer.json]
    case .failure(let error): ["to": number.json, "error": ErrorAnswer.to(error)]
    }
  }
}

/// What a step of a transaction has read, or its error.
struct GraphOutcome: JSONValue {
  let result: Result<GraphValue, any Error>

  init(_ result: Result<GraphValue, any Error>) { self.result = result }

  init(_ json: JSON, name: String) throws {
    result = if let error = json["error"] { .failure(ErrorAnswer(error).meant) } else { .success(try json.get("data")) }
  }

  var json: JSON {
    switch result {
    case .success(let data): ["data": data]
    case .failure(let error): ["error": ErrorAnswer.to(error)]
    }
  }
}

extension GraphChange: JSONValue {
  package init(_ json: JSON, name: String) throws {
    let path: String = try json.get("path")
    switch try json.get("change", as: String.self) {
    case "set": self = .set(path, to: try json.get("value"))
    case "append": self = .append(path, try json.get("value"))
    case "increment": self = .increment(path)
    default: throw UnexpectedJSON(name: name, wanted: "set, append or increment")
    }
  }
  package var json: JSON {
    switch self {
    case .set(let path, let value): ["change": "set", "path": path.json, "value": value]
    case .append(let path, let item): ["change": "append", "path": path.json, "value": item]
    case .increment(let path): ["change": "increment", "path": path.json]
    }
  }
}

extension TransactionStep: JSONValue {
  package init(_ json: JSON, name: String) throws {
    switch try json.get("step", as: String.self) {
    case "read": self = .read(try json.get("query"))
    case "readObject": self = .readObject(try json.get("fragment"), key: try json.get("key"))
    case "update": self = .update(try json.get("query"), try json.get("change"))
    case "updateObject":
      self = .updateObject(try json.get("fragment"), key: try json.get("key"), try json.get("change"))
    case "remove": self = .remove(key: try json.get("key"))
    case "removeMatching": self = .removeMatching(try json.get("pattern"))
    case "fail": self = .fail
    default: throw UnexpectedJSON(name: name, wanted: "a step of a transaction")
    }
  }
  package var json: JSON {
    switch self {
    case .read(let query): ["step": "read", "query": query.json]
    case .readObject(let fragment, let key): ["step": "readObject", "fragment": fragment.json, "key": key.json]
    case .update(let query, let change): ["step": "update", "query": query.json, "change": change.json]
    case .updateObject(let fragment, let key, let change):
      ["step": "updateObject", "fragment": fragment.json, "key": key.json, "change": change.json]
    case .remove(let key): ["step": "remove", "key": key.json]
    case .removeMatching(let pattern): ["step": "removeMatching", "pattern": pattern.json]
    case .fail: ["step": "fail"]
    }
  }
}
