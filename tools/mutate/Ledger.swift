import Mutation

/// The mutants that change nothing that a document speaks of. An entry that no longer fits a place fails the run, and so
/// does one whose mutants are all noticed.
let ledger = Ledger(errorTexts + damage + tuning + checksum)

private func entries(_ reason: String, _ entries: [(file: String, line: String, kind: ChangeKind, change: String?)])
  -> [LedgerEntry]
{
  entries.map { LedgerEntry($0.file, $0.line, $0.kind, $0.change, because: reason) }
}

// swift-format-ignore
private let errorTexts = entries(
  "What an error says: no document speaks of it.",
  [
    ("Normalized/SQLiteRecordStore.swift", "action: \"reading from\", place: path, reason: \"the record '\\(record.text.prefix(80))' is damaged\",", .arguments, nil),
    ("Normalized/SQLiteRecordStore.swift", "action: \"reading from\", place: path, reason: \"the record '\\(record.text.prefix(80))' is damaged\",", .constant, nil),
    ("Normalized/Selection.swift", "\"cache miss: nothing is stored for '\\(field)' of '\\(record.text.prefix(80))'; fetch the query with a policy that may ask the server\"", .constant, nil),
    ("Paywall/FallbackPaywalls.swift", "throw UnreadableFallback(file: file.lastPathComponent, reason: \"it is missing, or cannot be opened\")", .arguments, nil),
    ("Paywall/FallbackPaywalls.swift", "throw UnreadableFallback(file: file.lastPathComponent, reason: \"it holds something else than paywalls\")", .arguments, nil),
    ("Paywall/PaywallCache.swift", "failures += failed", .statement, nil),
    ("Paywall/PaywallCache.swift", "failures.append(LayerFailure(layer: move.layer, reason: \"\\(error)\"))", .statement, nil),
    ("Paywall/PaywallCache.swift", "failures.append(LayerFailure(layer: move.layer, reason: \"\\(error)\"))", .arguments, nil),
    ("Paywall/PaywallCache.swift", "let name = placement.unicodeScalars.prefix(40).map { $0.escaped(asASCII: false) }.joined()", .constant, nil),
    ("Paywall/PaywallCache.swift", "let name = placement.unicodeScalars.prefix(40).map { $0.escaped(asASCII: false) }.joined()", .boolean, nil),
    ("Paywall/PaywallNetwork.swift", "failures.append(LayerFailure(layer: remote.name, reason: \"the answer (\\(bytes.count) B) is no paywall\"))", .statement, nil),
    ("Paywall/PaywallNetwork.swift", "failures.append(LayerFailure(layer: remote.name, reason: \"the answer (\\(bytes.count) B) is no paywall\"))", .arguments, nil),
    ("Paywall/PaywallNetwork.swift", "failures.append(LayerFailure(layer: remote.name, reason: \"\\(error)\"))", .statement, nil),
    ("Paywall/PaywallNetwork.swift", "failures.append(LayerFailure(layer: remote.name, reason: \"\\(error)\"))", .arguments, nil),
    ("Storage/CacheFile.swift", "if error.isOfTheMachine { throw StorageError(\"opening\", path, error) }", .arguments, nil),
    ("Storage/CacheFile.swift", "action: \"replacing\", place: path, reason: error.localizedDescription,", .arguments, nil),
    ("Storage/CacheFile.swift", "throw StorageError(\"replacing\", path, error)", .arguments, nil),
    ("Storage/CacheFile.swift", "action: \"opening\", place: path, reason: \"it is another app's database, or another cache's\",", .arguments, nil),
    ("Storage/CacheFile.swift", "self.init(action: action, place: path, reason: error.reason, advice: advice)", .arguments, nil),
    ("Storage/OpenCacheFile.swift", "action: action, place: file.path, reason: \"the storage was closed\", advice: \"open the file anew\")", .arguments, nil),
    ("Storage/OpenCacheFile.swift", "guard error.meansDamage else { throw StorageError(action, file.path, error) }", .arguments, nil),
    ("Storage/OpenCacheFile.swift", "throw StorageError(action, file.path, error)", .arguments, nil),
  ])

// swift-format-ignore
private let damage = entries(
  "What is done about a damaged or a foreign file: scenarios damage stored copies as a whole, and the corruptor tries the rest.",
  [
    ("Storage/ByteCoding.swift", "guard bytes.count >= 8 else { return nil }", .comparison, ">= → >"),
    ("Storage/ByteCoding.swift", "guard bytes.count >= 8 else { return nil }", .constant, nil),
    ("Storage/ByteCoding.swift", "let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }", .constant, "8 → 9"),
    ("Storage/ByteCoding.swift", "let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }", .constant, "0 → 1"),
    ("Storage/CacheFile.swift", "if error.isForeign || (isDatabase && !isOurs) { throw foreign }", .connective, "|| → &&"),
    ("Storage/CacheFile.swift", "if isDatabase || !FileManager.default.fileExists(atPath: path) {", .connective, nil),
    ("Storage/CacheFile.swift", "if isDatabase || !FileManager.default.fileExists(atPath: path) {", .negation, nil),
    ("Storage/CacheFile.swift", "try remove(asidePath)", .statement, nil),
    ("Storage/CacheFile.swift", "try FileManager.default.moveItem(atPath: path, toPath: asidePath)", .statement, nil),
    ("Storage/CacheFile.swift", "try remove(path)", .statement, nil),
    ("Storage/CacheFile.swift", "try check(connection)", .statement, nil),
    ("Storage/CacheFile.swift", "let id = header.dropFirst(68).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }", .constant, "0 → 1"),
    ("Storage/CacheFile.swift", "].contains(code & 0xFF)", .constant, nil),
    ("Storage/CacheFile.swift", "switch error.code & 0xFF {", .constant, nil),
    ("Storage/OpenCacheFile.swift", "connection = nil", .statement, nil),
    ("Storage/OpenCacheFile.swift", "connection = fresh", .statement, nil),
    ("Storage/SQLiteConnection.swift", "var meansDamage: Bool { code & 0xFF == CSQLITE_CORRUPT || code & 0xFF == CSQLITE_NOTADB }", .constant, nil),
    ("Storage/SQLiteConnection.swift", "var meansDamage: Bool { code & 0xFF == CSQLITE_CORRUPT || code & 0xFF == CSQLITE_NOTADB }", .comparison, nil),
    ("Storage/SQLiteConnection.swift", "var meansDamage: Bool { code & 0xFF == CSQLITE_CORRUPT || code & 0xFF == CSQLITE_NOTADB }", .connective, nil),
    ("Storage/SQLiteConnection.swift", "var isReadOnly: Bool { sqlite3_db_readonly(database, \"main\") == 1 }", .comparison, nil),
    ("Storage/SQLiteConnection.swift", "var isReadOnly: Bool { sqlite3_db_readonly(database, \"main\") == 1 }", .constant, nil),
    ("Storage/SQLiteConnection.swift", "try? run(\"ROLLBACK\")", .statement, nil),
    ("Storage/SealedEntry.swift", "guard sealed.count >= 8 else { return nil }", .comparison, ">= → >"),
    ("Storage/SealedEntry.swift", "guard sealed.count >= 8 else { return nil }", .constant, nil),
    ("Storage/SealedEntry.swift", "for part in place { writer.write(part) }", .statement, nil),
    ("Storage/SealedEntry.swift", "writer.write(value)", .statement, nil),
  ])

// swift-format-ignore
private let tuning = entries(
  "How long another process is waited for, how files are numbered and logged, and what is left in free pages: no document speaks of it.",
  [
    ("Storage/CacheFile.swift", "func open(patience: Int = 2000) throws(StorageError) -> Connection {", .constant, nil),
    ("Storage/CacheFile.swift", "func startClean(_ patience: Int = 2000) throws(StorageError) -> Connection {", .constant, nil),
    ("Storage/CacheFile.swift", "func removeWhatWasSetAside() { try? remove(asidePath) }", .statement, nil),
    ("Storage/CacheFile.swift", "try connection.run(\"PRAGMA busy_timeout = \\(patience)\")", .statement, nil),
    ("Storage/CacheFile.swift", "try connection.run(\"PRAGMA secure_delete = ON\")", .statement, nil),
    ("Storage/CacheFile.swift", "try connection.run(\"PRAGMA journal_mode = WAL\")", .statement, nil),
    ("Storage/CacheFile.swift", "try connection.run(\"PRAGMA synchronous = NORMAL\")", .statement, nil),
    ("Storage/CacheFile.swift", "try connection.run(\"PRAGMA synchronous = OFF\")", .statement, nil),
    ("Storage/CacheFile.swift", "defer { try? file.close() }", .statement, nil),
    ("Storage/CacheFile.swift", "return [UInt8]((try? file.read(upToCount: 100)) ?? Data())", .constant, nil),
    ("Storage/CacheFile.swift", "fileprivate static let foreign = SQLiteError(code: -1, reason: \"it is another app's database, or another cache's\")", .constant, nil),
    ("Storage/CacheFile.swift", "static let otherVersion = SQLiteError(code: -2, reason: \"it is of another version\")", .constant, nil),
    ("Storage/OpenCacheFile.swift", "if try connection.integer(\"SELECT EXISTS (SELECT * FROM \\(file.table.name))\") == 0 {", .comparison, nil),
    ("Storage/OpenCacheFile.swift", "if try connection.integer(\"SELECT EXISTS (SELECT * FROM \\(file.table.name))\") == 0 {", .constant, nil),
    ("Storage/OpenCacheFile.swift", "try connection.run(\"VACUUM\")", .statement, nil),
    ("Storage/OpenCacheFile.swift", "file.removeWhatWasSetAside()", .statement, nil),
    ("Storage/OpenCacheFile.swift", "connection.withLock { $0 = nil }", .statement, nil),
    ("Storage/SQLiteConnection.swift", "sqlite3_close_v2(database)", .statement, nil),
    ("Storage/SQLiteConnection.swift", "sqlite3_busy_timeout(database, 2000)", .statement, nil),
    ("Storage/SQLiteConnection.swift", "sqlite3_busy_timeout(database, 2000)", .constant, nil),
    ("Storage/SQLiteConnection.swift", "guard count > 0, let start = sqlite3_column_blob(statement, column) else { return [] }", .comparison, "> → >="),
    ("Storage/SQLiteConnection.swift", "guard count > 0, let start = sqlite3_column_blob(statement, column) else { return [] }", .constant, nil),
    ("Storage/SQLiteConnection.swift", "sqlite3_clear_bindings(statement)", .statement, nil),
    ("Storage/SQLiteConnection.swift", "var number: Int64 = 0", .constant, nil),
    ("Storage/SQLiteConnection.swift", "let code = sqlite3_prepare_v2(database, sql, -1, &statement, nil)", .constant, nil),
    ("Storage/SQLiteConnection.swift", "withUnsafePointer(to: UInt8(0)) { none in", .constant, nil),
    ("Storage/SQLiteStorage.swift", "public init(file: URL, patience: Int = 2000) throws(StorageError) {", .constant, nil),
    ("Storage/SQLiteStorage.swift", "kind: .storage, path: file.path, version: 1,", .constant, nil),
    ("Storage/SQLiteStorage.swift", "public func close() { file.close() }", .statement, nil),
  ])

// swift-format-ignore
private let checksum = entries(
  "Another sum tells damage apart as well.",
  [
    ("Storage/ByteCoding.swift", "var sum: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(buffer.count)", .constant, nil),
    ("Storage/ByteCoding.swift", "var place = 0", .constant, nil),
    ("Storage/ByteCoding.swift", "let isWhole = place + 8 <= buffer.count", .constant, nil),
    ("Storage/ByteCoding.swift", "let isWhole = place + 8 <= buffer.count", .comparison, "<= → <"),
    ("Storage/ByteCoding.swift", "sum = (sum ^ word) &* 0x100_0000_01B3", .statement, nil),
    ("Storage/ByteCoding.swift", "sum = (sum ^ word) &* 0x100_0000_01B3", .constant, nil),
    ("Storage/ByteCoding.swift", "sum ^= sum >> 32", .statement, nil),
    ("Storage/ByteCoding.swift", "sum ^= sum >> 32", .constant, nil),
    ("Storage/ByteCoding.swift", "place += isWhole ? 8 : 1", .constant, nil),
  ])
