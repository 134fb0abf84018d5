/// A change to data that was read.
public enum GraphChange: Hashable, Sendable, CustomStringConvertible {
  /// The value at a path of names, joined by periods, becomes another.
  case set(String, to: GraphValue)
  /// The list at a path gets one more item.
  case append(String, GraphValue)
  /// The whole number at a path grows by one.
  case increment(String)

  /// The data after the change.
  ///
  /// - Throws: `GraphChangeError` where the data has nothing at the path that could be changed so.
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

/// Data that a change does not fit.
public struct GraphChangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path at which it does not.
  public let path: String
  /// What should have been there.
  public let wanted: String

  public var description: String { "there is no \(wanted) at '\(path)' to change; read the data first" }
}

/// One thing that the body of a transaction does.
public enum TransactionStep: Hashable, Sendable, CustomStringConvertible {
  /// Reads a query. A failure is a result like any other: the body goes on.
  case read(GraphOperation)
  /// Reads a fragment of the object with this key. A failure is a result like any other: the body goes on.
  case readObject(GraphFragment, key: String)
  /// Reads a query, changes its data and writes it.
  case update(GraphOperation, GraphChange)
  /// Reads a fragment of the object with this key, changes its data and writes it.
  case updateObject(GraphFragment, key: String, GraphChange)
  /// Removes the object with this key.
  case remove(key: String)
  /// Removes the objects whose keys match a pattern.
  case removeMatching(String)
  /// The body throws.
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

/// What the body of a transaction throws at `fail`: its own error, not the cache's.
public struct TransactionAbandoned: Error, Hashable, Sendable, CustomStringConvertible {
  /// Abandons a transaction.
  public init() {}

  public var description: String { "the body of the transaction threw" }
}
