import Synchronization

/// Records in memory, which are lost with the object.
public final class MemoryRecordStore: RecordStore {
  private let records = Mutex<[RecordKey: [FieldKey: RecordValue]]>([:])

  /// Makes an empty store.
  public init() {}

  public func value(of field: FieldKey, in record: RecordKey) -> RecordValue? {
    records.withLock { $0[record]?[field] }
  }

  public func fields(of record: RecordKey) -> [FieldKey: RecordValue] { records.withLock { $0[record] ?? [:] } }

  public func keys() -> [RecordKey] { records.withLock { Array($0.keys) } }

  public func apply(_ changes: [RecordChange]) {
    records.withLock { records in
      for change in changes {
        switch change {
        case .write(let key, let field, let value): records[key, default: [:]][field] = value
        case .remove(let key): records[key] = nil
        }
      }
    }
  }

  public func removeAll() { records.withLock { $0 = [:] } }

  /// Does nothing, because nothing is held open.
  public func close() {}
}
