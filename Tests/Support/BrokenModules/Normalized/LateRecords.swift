/// Records that are opened on first use.
final class LateRecords: RecordStore {
  private let open: @Sendable () throws -> any RecordStore
  private let opened = Memo<(any RecordStore)?>(nil)

  init(open: @escaping @Sendable () throws -> any RecordStore) { self.open = open }

  private func records() throws(StorageError) -> any RecordStore {
    let result = opened.change { [open] opened in
      Result {
        let records = try opened ?? open()
        opened = records
        return records
      }
    }
    do {
      return try result.get()
    } catch {
      throw error as? StorageError
        ?? StorageError(action: "opening", place: "records", reason: "\(error)", advice: "remove the file")
    }
  }

  func value(of field: FieldKey, in record: RecordKey) throws(StorageError) -> RecordValue? {
    try records().value(of: field, in: record)
  }
  func fields(of record: RecordKey) throws(StorageError) -> [FieldKey: RecordValue] {
    try records().fields(of: record)
  }
  func keys() throws(StorageError) -> [RecordKey] { try records().keys() }
  func apply(_ changes: [RecordChange]) throws(StorageError) { try records().apply(changes) }
  func removeAll() throws(StorageError) { try records().removeAll() }
  func close() { opened.value?.close() }
}
