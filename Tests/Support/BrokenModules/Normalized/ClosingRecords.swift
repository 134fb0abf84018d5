/// Records whose writes are deferred until they are closed, like a cache that writes when the app ends.
final class ClosingRecords: RecordStore {
  private let base: any RecordStore
  private let view = MemoryRecordStore()
  private let pending = Memo<[@Sendable (any RecordStore) throws -> Void]>([])

  init(_ base: any RecordStore) throws {
    self.base = base
    for key in try base.keys() {
      view.apply(try base.fields(of: key).map { .write(key, $0.key, $0.value) })
    }
  }

  func value(of field: FieldKey, in record: RecordKey) -> RecordValue? { view.value(of: field, in: record) }
  func fields(of record: RecordKey) -> [FieldKey: RecordValue] { view.fields(of: record) }
  func keys() -> [RecordKey] { view.keys() }

  func apply(_ changes: [RecordChange]) {
    view.apply(changes)
    pending.change { $0.append { try $0.apply(changes) } }
  }

  func removeAll() {
    view.removeAll()
    pending.change { $0.append { try $0.removeAll() } }
  }

  func close() {
    // A change that fails while closing is lost, as in a cache that works like this.
    for change in pending.value { try? change(base) }
    base.close()
  }
}
