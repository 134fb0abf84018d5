/// A change to data that was read.
@nonexhaustive
public enum GraphChange: Hashable, Sendable, CustomStringConvertible {
  /// Sets the value at a path of names, joined by periods.
  case set(String, to: GraphValue)
  /// Appends an item to the list at a path.
  case append(String, GraphValue)
  /// Adds one to the whole number at a path.
  case increment(String)

  /// The data after the change.
  ///
  /// - Throws: `GraphChangeError` if the value at the path is missing or of the wrong type for the change.
  public func applied(to data: GraphValue) throws(GraphChangeError) -> GraphValue {
    switch self {
    case .set(let path, let value):
      return try data.changing(path.split(separator: ".")[...]) { _ throws(GraphChangeError) in value }
    case .append(let path, let item):
      return try data.changing(path.split(separator: ".")[...]) { old throws(GraphChangeError) in
        guard case .list(let items) = old else { throw GraphChangeError(path: path, wanted: "list") }
        return .list(items + [item])
      }
    case .increment(let path):
      return try data.changing(path.split(separator: ".")[...]) { old throws(GraphChangeError) in
        guard case .integer(let number) = old else { throw GraphChangeError(path: path, wanted: "whole number") }
        guard number < .max else { throw GraphChangeError(path: path, wanted: "number that can be greater") }
        return .integer(number + 1)
      }
    }
  }

  public var description: String {
    switch self {
    case .set(let path, let value): "set \(path) to \(value)"
    case .append(let path, let item): "append \(item) to \(path)"
    case .increment(let path): "increment \(path)"
    }
  }
}

extension GraphValue {
  fileprivate func changing(
    _ path: ArraySlice<Substring>, _ change: (GraphValue) throws(GraphChangeError) -> GraphValue
  ) throws(GraphChangeError) -> GraphValue {
    guard let name = path.first else { return try change(self) }
    guard case .object(var fields) = self, let inner = fields[String(name)] else {
      throw GraphChangeError(path: path.joined(separator: "."), wanted: "value")
    }
    fields[String(name)] = try inner.changing(path.dropFirst(), change)
    return .object(fields)
  }
}

/// A change that does not fit the data.
public struct GraphChangeError: DescribedError, Hashable {
  /// The path at which it does not fit.
  public let path: String
  /// The value that was expected there.
  public let wanted: String

  public var description: String { "there is no \(wanted) at '\(path)' to change; read the data first" }
}

/// One operation in the body of a transaction.
@nonexhaustive
public enum TransactionStep: Hashable, Sendable, CustomStringConvertible {
  /// Reads a query. A failure is a result like any other: the body continues.
  case read(GraphOperation)
  /// Reads a fragment of the object with this key. A failure is a result like any other: the body continues.
  case readObject(GraphFragment, key: String)
  /// Reads a query, changes its data and writes it.
  case update(GraphOperation, GraphChange)
  /// Reads a fragment of the object with this key, changes its data and writes it.
  case updateObject(GraphFragment, key: String, GraphChange)
  /// Removes the object with this key.
  case remove(key: String)
  /// Removes the objects whose keys match a pattern.
  case removeMatching(String)
  /// Throws from the body.
  case fail

  public var description: String {
    switch self {
    case .read(let query): "read \(query)"
    case .readObject(let fragment, let key): "read \(fragment) of \(GraphValue.text(key))"
    case .update(let query, let change): "in \(query) \(change)"
    case .updateObject(let fragment, let key, let change): "in \(fragment) of \(GraphValue.text(key)) \(change)"
    case .remove(let key): "remove \(GraphValue.text(key))"
    case .removeMatching(let pattern): "remove matching \(GraphValue.text(pattern))"
    case .fail: "throw"
    }
  }
}

/// The error that the body of a transaction throws at `fail`, as opposed to an error of the cache.
public struct TransactionAbandoned: DescribedError, Hashable {
  /// Makes the error.
  public init() {}

  public var description: String { "the body of the transaction threw" }
}
