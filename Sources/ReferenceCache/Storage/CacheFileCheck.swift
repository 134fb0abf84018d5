import CSQLite

extension CacheFile {
  /// Damage that no read would meet by itself is met here: a broken tree takes what is written, and gives it to nobody.
  func check(_ connection: Connection) throws(SQLiteError) {
    var schema: [String] = []
    try connection.run("SELECT sql FROM sqlite_schema") { schema.append(String(decoding: $0.bytes(0), as: UTF8.self)) }
    guard schema == [table.creation] else { throw .otherVersion }
    // SQLite takes some wrong numbers of an encoding for UTF-8, until it reads the schema again: then nothing goes on. None
    // is named yet as long as the schema stands in the log alone.
    let encoding = header.dropFirst(56).prefix(4)
    guard encoding.dropLast().allSatisfy({ $0 == 0 }), encoding.last ?? 0 <= 1 else {
      throw SQLiteError(code: CSQLITE_CORRUPT, reason: "its header has no encoding of texts that is one")
    }
    // A number that SQLite does not know makes a file one that is only read, as missing permissions do.
    if let writer = header.dropFirst(18).first, writer > 2 {
      throw SQLiteError(code: CSQLITE_CORRUPT, reason: "its header has no version that can be written")
    }
    // Its short form, `quick_check`, does not look at the order of the keys.
    var findings: [String] = []
    try connection.run("PRAGMA integrity_check(1)") { findings.append(String(decoding: $0.bytes(0), as: UTF8.self)) }
    guard findings == ["ok"] else { throw SQLiteError(code: CSQLITE_CORRUPT, reason: findings.joined(separator: "; ")) }
    try removeStrangers(connection)
  }

  /// Removes rows that are not what was stored under their key. Where it is the key that was damaged, nothing else would
  /// ever reach them: no removal, and no clearing.
  private func removeStrangers(_ connection: Connection) throws(SQLiteError) {
    let (name, key, other) = (table.name, table.key.0, table.key.1)
    let areBytes = "(typeof(\(key)) = 'blob' AND typeof(\(other)) = 'blob')"
    var strangers: [[[UInt8]]] = []
    try connection.run("SELECT \(key), \(other), value, \(areBytes) FROM \(name)") { row in
      let (one, two) = (row.bytes(0), row.bytes(1))
      if row.integer(3) == 0 || SealedEntry.open(row.bytes(2), at: one, two) == nil { strangers.append([one, two]) }
    }
    guard !strangers.isEmpty else { return }
    try connection.transaction { () throws(SQLiteError) in
      for place in strangers { try connection.run("DELETE FROM \(name) WHERE \(key) = ?1 AND \(other) = ?2", place) }
      // Keys are bound as bytes: one that is a text or a number now is equal to none.
      try connection.run("DELETE FROM \(name) WHERE NOT \(areBytes)")
    }
  }
}
