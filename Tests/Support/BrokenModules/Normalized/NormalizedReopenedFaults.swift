import Foundation

extension NormalizedAction {
  /// Differences between file and memory that show in keys, transactions and large amounts.
  static let reopenedFaults: [GraphFault] =
    [
      lookingUp("in small letters") { $0.lowercased() },
      lookingUp("in one form") { $0.precomposedStringWithCanonicalMapping },
      lookingUp("by letters and numbers alone") { $0.filter { $0.isLetter || $0.isNumber } },
      lookingUp("in ASCII") { String(decoding: $0.utf8.filter { $0 < 0x80 }, as: UTF8.self) },
      lookingUp("as numbers") { key in Double(key).map { "\($0)" } ?? key },
    ] + [
      .graph("normalized.update.survives-restart", is: "forgets what was written after a removal when it ends") {
        $0.records.whenItEnds { key, _ in [.remove(key)] }
      },
      .graph("normalized.remove.stays-removed", is: "forgets a removal before a write when it ends") {
        $0.records.whenItEnds { key, old in old.map { .write(key, $0.key, $0.value) } }
      },
      .graph("normalized.remove.stays-removed", is: "removes five hundred objects at once until it ends") {
        let count = Memo(0)
        $0.records.undoAtEnd { change in
          if case .remove = change { count.next() > 500 } else { false }
        }
      },
      .graph("normalized.sqlite.kept", is: "forgets what a failed transaction named when it ends") {
        let named = Memo<Set<String>>([])
        $0.leaveBehind { steps, _ in
          for case .update(_, .append(_, .object(let fields))) in steps {
            if case .text(let id) = fields["id"] { named.change { _ = $0.insert(id) } }
          }
        }
        $0.records.undoAtEnd { change in named.change { $0.contains(change.key.text) } }
      },
      .graph("normalized.sqlite.kept", is: "finds no long arguments in a file") {
        $0.finding { fields in fields.filter { $0.key.description.count < 1000 } }
      },
      .graph("normalized.sqlite.kept", is: "reads a megabyte of a file") {
        let size = Memo(0)
        $0.finding { fields in
          size.change { [fields] in $0 += fields.values.map(\.textSize).reduce(0, +) }
          return size.value < 1 << 20 ? fields : [:]
        }
      },
      .graph("normalized.sqlite.kept", is: "loses nulls when it ends after many writes") {
        let writes = Memo(0)
        $0.records.write = { changes, _ in
          writes.next()
          return changes
        }
        $0.records.close = { base in
          if writes.value > 40 { try base.keep { $0.filter { $0.value != .scalar(.null) } } }
          base.close()
        }
      },
    ]

  /// The reference that looks up what an earlier run stored by a changed key.
  private static func lookingUp(_ way: String, _ change: @escaping @Sendable (String) -> String) -> GraphFault {
    .graph("normalized.keys.any-text", is: "looks up keys of a file \(way)") {
      let found = $0.keysFound()
      $0.step { step, _ in
        guard case .readObject(let fragment, let key) = step, found.change({ $0.contains(RecordKey(given: key)) })
        else {
          return [step]
        }
        return [.readObject(fragment, key: change(key))]
      }
    }
  }
}

extension GraphParts {
  /// Changes the fields of the records that are found in a file.
  fileprivate mutating func finding(
    _ change: @escaping @Sendable ([FieldKey: RecordValue]) -> [FieldKey: RecordValue]
  ) {
    open = { open in
      let records = try open()
      try records.keep(change)
      return records
    }
  }
}

extension RecordParts {
  /// Makes changes, when the client ends, for the records that were removed and written anew in one transaction.
  fileprivate mutating func whenItEnds(
    _ changes: @escaping @Sendable (RecordKey, _ old: [FieldKey: RecordValue]) -> [RecordChange]
  ) {
    let late = Memo<[RecordChange]>([])
    write = { written, base in
      for case .remove(let key) in written {
        let new = Set(written.compactMap { if case .write(key, let field, _) = $0 { field } else { nil } })
        if new.isEmpty { continue }
        let more = changes(key, try base.fields(of: key).filter { !new.contains($0.key) })
        late.change { $0 += more }
      }
      return written
    }
    close = { base in
      try base.apply(late.value)
      base.close()
    }
  }
}

extension RecordStore {
  /// Keeps some of the fields of each record.
  fileprivate func keep(_ isKept: ([FieldKey: RecordValue]) -> [FieldKey: RecordValue]) throws {
    for key in try keys() {
      let fields = try fields(of: key)
      let kept = isKept(fields)
      if kept.count < fields.count { try apply([.remove(key)] + kept.map { .write(key, $0.key, $0.value) }) }
    }
  }
}

extension RecordValue {
  /// The number of bytes of text that it holds.
  fileprivate var textSize: Int {
    switch self {
    case .scalar(.text(let text)): text.utf8.count
    case .list(let items): items.map(\.textSize).reduce(0, +)
    case .scalar, .reference: 0
    }
  }
}
