/// The mutants that change nothing that a document specifies. A run fails if an entry no longer matches any mutant, or
/// if all mutants of an entry are noticed.
let exemptions = Exemptions(
  errorTexts + damage + tuning + checksum + identity + depth + waiting + letting + choices + defaults + paths)

private func entries(
  _ reason: String, noticedByChance: Bool = false,
  _ entries: [(file: String, line: String, kind: ChangeKind, change: String?)]
) -> [Exemption] {
  entries.map {
    Exemption($0.file, $0.line, $0.kind, $0.change, because: reason, isNoticedByChance: noticedByChance)
  }
}

// swift-format-ignore
private let errorTexts = entries(
  "What an error says: no document speaks of it.",
  [
    ("Paywall/PaywallCache.swift", "failures += failed", .statement, nil),
  ])

// swift-format-ignore
private let damage = entries(
  "What is done about a damaged or a foreign file: scenarios damage stored copies as a whole, and the tests of storage damage the rest.",
  [
    ("Storage/CacheFile.swift", "try check(connection)", .statement, nil),
    ("Storage/CacheFile.swift", "let id = header.dropFirst(68).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }", .constant, "0 → 1"),
    ("Storage/CacheFile.swift", "].contains(code & 0xFF)", .constant, nil),
    ("Storage/CacheFileCheck.swift", "guard encoding.dropLast().allSatisfy({ $0 == 0 }), encoding.last ?? 0 <= 1 else {", .constant, "0 → 1"),
    ("Storage/CacheFileCheck.swift", "guard encoding.dropLast().allSatisfy({ $0 == 0 }), encoding.last ?? 0 <= 1 else {", .constant, "1 → 2"),
    ("Storage/CacheFileCheck.swift", "if let writer = header.dropFirst(18).first, writer > 2 {", .constant, "2 → 3"),
    ("Response/ResponseStore.swift", "gone.append(key)", .statement, nil),
    ("Storage/OpenCacheFile.swift", "connection = nil", .statement, nil),
    ("Storage/OpenCacheFile.swift", "connection = fresh", .statement, nil),
    ("Storage/SQLiteConnection.swift", "var meansDamage: Bool { code & 0xFF == CSQLITE_CORRUPT || code & 0xFF == CSQLITE_NOTADB }", .constant, nil),
    ("Storage/SQLiteConnection.swift", "var meansDamage: Bool { code & 0xFF == CSQLITE_CORRUPT || code & 0xFF == CSQLITE_NOTADB }", .comparison, nil),
    ("Storage/SQLiteConnection.swift", "var meansDamage: Bool { code & 0xFF == CSQLITE_CORRUPT || code & 0xFF == CSQLITE_NOTADB }", .connective, nil),
  ])

// swift-format-ignore
private let tuning = entries(
  "How long another process is waited for, how files are numbered and logged, and what is left in free pages: no document speaks of it.",
  [
    ("Storage/OpeningLock.swift", "descriptor = open(path + \"-lock\", O_RDONLY | O_CREAT | O_CLOEXEC, 0o644)", .constant, nil),
    ("Storage/OpeningLock.swift", "var waited = 0", .constant, nil),
    ("Storage/OpeningLock.swift", "usleep(1000)", .constant, nil),
    ("Storage/OpeningLock.swift", "waited += 1", .constant, nil),
    ("Storage/OpeningLock.swift", "guard waited < patience, errno == EWOULDBLOCK || errno == EINTR else {", .comparison, "< → <="),
    ("Storage/CacheFile.swift", "try connection.run(\"PRAGMA journal_mode = WAL\")", .statement, nil),
    ("Storage/CacheFile.swift", "try connection.run(\"PRAGMA synchronous = NORMAL\")", .statement, nil),
    ("Storage/CacheFile.swift", "try connection.run(\"PRAGMA synchronous = OFF\")", .statement, nil),
    ("Storage/CacheFile.swift", "defer { try? copy.close() }", .statement, nil),
    ("Storage/CacheFile.swift", "let header = try connection.fileBytes(100)", .constant, nil),
    ("Storage/SQLiteConnection.swift", "init(path: String, patience: Int = 2000) throws(SQLiteError) {", .constant, nil),
    ("Storage/SQLiteConnection.swift", "var number: Int64 = 0", .constant, nil),
    ("Storage/SQLiteConnection.swift", "let code = sqlite3_prepare_v2(database, sql, -1, &statement, nil)", .constant, nil),
    ("Storage/SQLiteConnection.swift", "withUnsafePointer(to: UInt8(0)) { none in", .constant, nil),
    ("Storage/SQLiteStorage.swift", "public init(file: URL, patience: Int = 2000) throws(StorageError) {", .constant, nil),
    ("Storage/SQLiteStorage.swift", "kind: .storage, path: file.path, version: 2,", .constant, nil),
  ])

// swift-format-ignore
private let checksum = entries(
  "Another sum tells damage apart as well; the tests of storage damage every byte.",
  [
    ("Storage/ByteCoding.swift", "func checksum(of bytes: ArraySlice<UInt8>, after sum: UInt64 = 0) -> UInt64 {", .constant, nil),
    ("Storage/ByteCoding.swift", "var (sum, start) = (sum ^ 0xCBF2_9CE4_8422_2325, 0)", .constant, nil),
    ("Storage/ByteCoding.swift", "while start + 8 <= bytes.count {", .constant, nil),
    ("Storage/ByteCoding.swift", "while start + 8 <= bytes.count {", .comparison, "<= → <"),
    ("Storage/ByteCoding.swift", "sum = checksum(after: sum, UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)))", .arguments, nil),
    ("Storage/ByteCoding.swift", "last = last << 8 | UInt64(bytes[start])", .constant, nil),
    ("Storage/ByteCoding.swift", "return checksum(after: sum, last)", .arguments, nil),
    ("Storage/ByteCoding.swift", "let product = (sum ^ word) &* 0x100_0000_01B3", .constant, nil),
    ("Storage/ByteCoding.swift", "return product ^ product >> 32", .constant, nil),
    ("Storage/SealedEntry.swift", "checksum(of: value, after: place.reduce(0) { checksum(of: $1[...], after: $0) })", .constant, nil),
  ])

// swift-format-ignore
private let identity = entries(
  "Numbers that only tell one from another, and which of two goes first that never meet.",
  [
    ("Customer/CustomerCache.swift", "var requestCount = 0", .constant, "0 → 1"),
    ("Customer/CacheEntry.swift", "var lastChange = 0", .constant, "0 → 1"),
    ("Customer/CustomerFetching.swift", "requestCount += 1", .constant, "1 → 2"),
    ("Customer/CustomerStorage.swift", "private static let format: Int64 = 2", .constant, "2 → 3"),
    ("Normalized/SQLiteRecordStore.swift", "kind: .graph, path: path, version: 1,", .constant, "1 → 2"),
    ("Normalized/Watchers.swift", "private var lastID = 0", .constant, "0 → 1"),
    ("Normalized/Watchers.swift", "lastID += 1", .constant, "1 → 2"),
    ("Customer/CustomerFetching.swift", "let isNewest = isCurrent(ticket, at: .info) && ticket.number > entries.info.lastChange", .comparison, "> → >="),
    ("Paywall/PaywallStore.swift", "var begun = 0", .constant, "0 → 1"),
    ("Paywall/PaywallStore.swift", "state.begun += 1", .constant, "1 → 2"),
    ("Paywall/PaywallStore.swift", "guard !state.isClosed, request > state.newest[placement] ?? 0 else { return }", .comparison, "> → >="),
    ("Response/BoundedStore.swift", "private var next = 0", .constant, "0 → 1"),
    ("Response/BoundedStore.swift", "next += 1", .constant, "1 → 2"),
    ("Response/ResponseStore.swift", "state.count += 1", .constant, "1 → 2"),
  ])

// swift-format-ignore
private let depth = entries(
  "How many levels data may have: no document says, and scenarios have fewer than half of what the reference takes.",
  [
    ("Normalized/Selection.swift", "let levels = levels - 1", .constant, nil),
  ])

// swift-format-ignore
private let waiting = entries(
  "What a test waits for: a cache that is not waited for is done in time, or is not.", noticedByChance: true,
  [
    ("Paywall/PaywallCache.swift", "public func waitUntilIdle() async { await updates?.waitUntilIdle() }", .statement, nil),
    ("Customer/CustomerLife.swift", "await cycle?.waitUntilIdle()", .statement, nil),
    ("Response/ResponseSession.swift", "public func waitUntilIdle() async { await refreshes.waitUntilIdle() }", .statement, nil),
    ("Paywall/PaywallRepository.swift", "for preload in preloads.values { _ = await preload.value }", .statement, nil),
  ])

// swift-format-ignore
private let letting = entries(
  "What ends with the cache, or goes on where nobody waits: no document speaks of it.",
  [
    ("Customer/CustomerCache.swift", "endCycle()", .statement, nil),
    ("Customer/CustomerCache.swift", "listener = nil", .statement, nil),
    ("Customer/CustomerCache.swift", "storage.close()", .statement, nil),
    ("Customer/CustomerLife.swift", "endCycle()", .statement, nil),
    ("Customer/CustomerLife.swift", "package func endCycle() { cycle?.stop() }", .statement, nil),
    ("Time/PeriodicTask.swift", "round?.cancel()", .statement, nil),
    ("Customer/CustomerStorage.swift", "func close() { storage.close() }", .statement, nil),
    ("Normalized/GraphCache.swift", "firstFetches[watcher]?.cancel()", .statement, nil),
    ("Normalized/GraphCache.swift", "for id in watchers.all { cancel(id) }", .statement, nil),
    ("Normalized/GraphCache.swift", "records.close()", .statement, nil),
    ("Normalized/SQLiteRecordStore.swift", "public func close() { file.close() }", .statement, nil),
    ("Paywall/PaywallCache.swift", "updates?.stop()", .statement, nil),
    ("Paywall/PaywallNetwork.swift", "waiting.cancel()", .statement, nil),
    ("Response/Refreshes.swift", "deinit { close() }", .statement, nil),
    ("Response/Refreshes.swift", "state.isClosed = true", .statement, nil),
    ("Response/Refreshes.swift", "state.isClosed = true", .boolean, "true → false"),
    ("Response/Refreshes.swift", "for task in tasks { task.cancel() }", .statement, nil),
    ("Response/ResponseSession.swift", "public func close() { refreshes.close() }", .statement, nil),
    ("Response/ResponseSession.swift", "try Task.checkCancellation()", .statement, nil),
  ])

// swift-format-ignore
private let choices = entries(
  "What documents leave to a cache: within a documented span, or with nothing said of it.",
  [
    // A cache may store less than it may (RFC 9111, 3), and need not keep in memory what it has read from the disk.
    ("HTTP/Freshness.swift", "let isExplicit = control.has(\"max-age\") || fields[\"Expires\"] != nil", .connective, "|| → &&"),
    ("Response/ResponseStore.swift", "_ = state.memory.insert(entry, size: item.size, storedAt: item.storedAt, for: key)", .statement, nil),
    // A list of directives that begins with a quote is invalid.
    ("HTTP/CacheControl.swift", "var (isQuoted, isEscaped) = (false, false)", .boolean, "false → true"),
    ("Customer/CustomerCache.swift", "static let backgroundInterval: Duration = .seconds(24.5 * 3600)", .constant, "3600 → 3601"),
    ("Dashboard/DashboardCache.swift", "case (.newCustomers, _), (.activeUsers, _), (.activeSubscriptions, .large): 1.5 * 3600", .constant, "3600 → 3601"),
    ("Paywall/PaywallStore.swift", "try storage.scrub()", .statement, nil),
    ("Normalized/SQLiteRecordStore.swift", "try file.scrub()", .statement, nil),
    ("Response/BoundedStore.swift", "guard size <= capacity else { return [key] }", .comparison, "<= → <"),
    ("Response/BoundedStore.swift", "while usage > limit, let (key, _) = items.min(by: { $0.value.number < $1.value.number }) {", .comparison, "> → >="),
    ("Time/Stopwatch.swift", "var seconds: TimeInterval { TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18 }", .constant, "1e18 → 2e+18"),
    ("Normalized/SQLiteRecordStore.swift", "public init(file: URL, patience: Int = 2000) throws(StorageError) {", .constant, "2000 → 2001"),
  ])

// swift-format-ignore
private let defaults = entries(
  "What a program gets that says nothing: modules say it.",
  [
    ("Normalized/GraphCache.swift", "showsOldData: @escaping @Sendable (any Error) -> Bool = { _ in false },", .boolean, "false → true"),
    ("Paywall/PaywallCache.swift", "remotes: [PaywallRemote], fallback: URL? = nil, timeOut: Duration = .seconds(10), updateInterval: Duration? = nil", .constant, "10 → 11"),
  ])

// swift-format-ignore
private let paths = entries(
  "How the path to an object without a key is written, and how watchers are found: what is read and told is the same.",
  [
    ("Normalized/RecordKey.swift", "text.unicodeScalars.append(scalar)", .statement, nil),
    ("Normalized/Watchers.swift", "show([], for: id)", .statement, nil),
    ("Normalized/Watchers.swift", "if byField[field]?.isEmpty == true { byField[field] = nil }", .statement, nil),
    ("Normalized/Watchers.swift", "var isMissing = false", .boolean, "false → true"),
  ])
