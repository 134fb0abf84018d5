public import CacheVocabulary
/// A field that an operation or fragment selects, with its key computed once.
struct Selection: Sendable {
  let key: FieldKey
  let responseName: String
  let selected: [Selection]

  /// Selects a field, and all that is selected of its object or objects.
  private init(_ field: GraphField, _ selected: [GraphField]) {
    key = FieldKey(field.name, field.arguments)
    responseName = field.responseName
    self.selected = Self.all(selected)
  }

  /// All that is selected. What is selected more than once under one name is one field, with what any of them selects:
  /// GraphQL, 6.3.2, 'Field Collection'.
  static func all(_ fields: [GraphField]) -> [Selection] {
    var places: [String: Int] = [:]
    var collected: [(field: GraphField, selected: [GraphField])] = []
    for field in fields {
      if let place = places[field.responseName] {
        collected[place].selected += field.selected
      } else {
        places[field.responseName] = collected.count
        collected.append((field, field.selected))
      }
    }
    return collected.map { Selection($0.field, $0.selected) }
  }
}

/// A record where reading starts, and the fields to read from there.
struct Reading: Sendable {
  let root: RecordKey
  let selected: [Selection]

  init(root: RecordKey, _ fields: [GraphField]) {
    self.root = root
    selected = Selection.all(fields)
  }

  init(_ operation: GraphOperation) {
    self.init(root: operation.kind == .query ? .queryRoot : .mutationRoot, operation.fields)
  }
}

/// A part of the requested data is not in the cache.
public struct CacheMiss: DescribedError, Hashable {
  /// The key of the record.
  public let record: RecordKey
  /// The field that is missing.
  public let field: FieldKey

  public var description: String {
    "cache miss: nothing is stored for '\(field)' of '\(record.text.prefix(80))'; fetch the query with a policy that may ask the server"
  }
}

/// The result of a read.
struct ReadResult {
  /// The data, or the reason why there is none.
  var data: Result<GraphValue, any Error>
  /// The fields that were read, including missing ones: a watcher is notified when any of them changes.
  var fields: Set<RecordField>
}

/// Reads data from records. Anything missing makes the whole read a miss, but reading goes on to collect the other
/// fields that it needs. What lies deeper than `GraphValue.mostLevels` is missing: no write has put it there.
struct GraphReader {
  private let value: (FieldKey, RecordKey) throws -> RecordValue?
  private var fields: Set<RecordField> = []
  private var failure: (any Error)?

  /// Reads the data, getting stored values from a closure.
  static func read(
    _ reading: Reading, _ value: @escaping (FieldKey, RecordKey) throws -> RecordValue?
  ) -> ReadResult {
    var reader = Self(value: value)
    let data = reader.object(reading.root, reading.selected, levels: GraphValue.mostLevels)
    return ReadResult(data: reader.failure.map(Result.failure) ?? .success(data), fields: reader.fields)
  }

  private init(value: @escaping (FieldKey, RecordKey) throws -> RecordValue?) { self.value = value }

  private mutating func object(_ record: RecordKey, _ selected: [Selection], levels: Int) -> GraphValue {
    var object: [String: GraphValue] = [:]
    for selection in selected {
      fields.insert(RecordField(record: record, field: selection.key))
      do {
        guard let stored = try value(selection.key, record), let value = shown(stored, selection, levels: levels)
        else {
          throw CacheMiss(record: record, field: selection.key)
        }
        object[selection.responseName] = value
      } catch {
        failure = failure ?? error
      }
    }
    return .object(object)
  }

  /// The value as the answer shows it. Nil if an object is stored where a value is selected, or the other way round.
  private mutating func shown(_ stored: RecordValue, _ selection: Selection, levels: Int) -> GraphValue? {
    let levels = levels - 1
    guard levels > 0 else { return nil }
    switch stored {
    case .scalar(let value): return selection.selected.isEmpty || value == .null ? value : nil
    case .reference(let key):
      return selection.selected.isEmpty ? nil : object(key, selection.selected, levels: levels)
    case .list(let items):
      var list: [GraphValue] = []
      for item in items {
        guard let value = shown(item, selection, levels: levels) else { return nil }
        list.append(value)
      }
      return .list(list)
    }
  }
}

/// Returns the key of an object from its fields as the answer names them, or nil to key it by its path.
public typealias ObjectKeyFunction = @Sendable ([String: GraphValue]) -> String?

/// Splits data into the fields of records.
struct Normalizer {
  private let keyOf: ObjectKeyFunction?
  private let write: (RecordKey, FieldKey, RecordValue) -> Void

  init(keyOf: ObjectKeyFunction?, write: @escaping (RecordKey, FieldKey, RecordValue) -> Void) {
    self.keyOf = keyOf
    self.write = write
  }

  /// Writes the selected fields of an object that are present.
  func normalize(_ data: GraphValue, _ selected: [Selection], at record: RecordKey) {
    for selection in selected {
      guard let value = data[selection.responseName] else { continue }
      write(record, selection.key, stored(value, selection, path: { record.child(selection.key.description) }))
    }
  }

  private func stored(_ value: GraphValue, _ selection: Selection, path: () -> RecordKey) -> RecordValue {
    guard !selection.selected.isEmpty else { return .scalar(value) }
    switch value {
    case .object(let fields):
      let key = keyOf?(fields).map(RecordKey.init(given:)) ?? path()
      normalize(value, selection.selected, at: key)
      return .reference(key)
    case .list(let items):
      return .list(
        items.enumerated().map { index, item in stored(item, selection, path: { path().child("\(index)") }) })
    case .null, .bool, .integer, .fraction, .text: return .scalar(value)
    }
  }
}
