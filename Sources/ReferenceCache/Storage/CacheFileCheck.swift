import ReferenceCacheSQLite

extension CacheFile {
  /// Finds damage that no read would reveal: a broken tree accepts writes, but does not return them.
  func check(_ connection: Connection) throws(SQLiteError) {
    let header = try connection.fileBytes(100)
    // SQLite treats some invalid encodings as UTF-8 until it reads the schema again, and then every operation fails.
    // The encoding is zero as long as the schema is in the log only.
    let encoding = header.dropFirst(56).prefix(4)
    guard encoding.dropLast().allSatisfy({ $0 == 0 }), encoding.last ?? 0 <= 1 else {
      throw SQLiteError(code: CSQLITE_CORRUPT, reason: "its header has no encoding of texts that is one")
    }
    // An unknown write version makes a file read-only, as missing permissions do.
    if let writer = header.dropFirst(18).first, writer > 2 {
      throw SQLiteError(code: CSQLITE_CORRUPT, reason: "its header has no version that can be written")
    }
    // `quick_check`, its short form, does not verify the order of the keys.
    var findings: [String] = []
    try connection.run("PRAGMA integrity_check(1)") { findings.append(String(decoding: $0.bytes(0), as: UTF8.self)) }
    guard findings == ["ok"] else { throw SQLiteError(code: CSQLITE_CORRUPT, reason: findings.joined(separator: "; ")) }
    try removeStrangers(connection)
  }

  /// Removes rows whose value was not stored under their key, or cannot be read. If the key was damaged, nothing else
  /// would ever reach the row, neither a removal nor clearing.
  private func removeStrangers(_ connection: Connection) throws(SQLiteError) {
    if try strangers(connection).isEmpty { return }
    try connection.transaction { () throws(SQLiteError) in
      // Another process may have stored a value there since the first look.
      for place in try strangers(connection) {
        try connection.run("DELETE FROM \(table.name) WHERE \(table.key.0) = ?1 AND \(table.key.1) = ?2", place)
      }
      // Keys are bound as blobs, so a key that is now a text or a number would never match.
      try connection.run("DELETE FROM \(table.name) WHERE NOT \(areBytes)")
    }
  }

  private var areBytes: String { "(typeof(\(table.key.0)) = 'blob' AND typeof(\(table.key.1)) = 'blob')" }

  /// The keys of those rows.
  private func strangers(_ connection: Connection) throws(SQLiteError) -> [[[UInt8]]] {
    var strangers: [[[UInt8]]] = []
    try connection.run("SELECT \(table.key.0), \(table.key.1), value, \(areBytes) FROM \(table.name)") { row in
      let (one, two) = (row.bytes(0), row.bytes(1))
      let value = row.integer(3) == 0 ? nil : SealedEntry.open(row.bytes(2), at: one, two)
      if !(value.map(isReadable) ?? false) { strangers.append([one, two]) }
    }
    return strangers
  }
}
