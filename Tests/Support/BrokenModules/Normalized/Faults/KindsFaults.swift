import Foundation

extension NormalizedAction {
  /// Faults in where data is kept, and clearing.
  static let kindsFaults: [BrokenGraph] = [
    .blind(to: .kindUnnamed, is: "uses a file by default") {
      $0.mix(.unnamed, with: .sqlite)
    },
    .blind(to: .kindMemory, is: "keeps memory in a file") {
      $0.mix(.memory, with: .sqlite)
    },
    .graph(
      "normalized.sqlite.kept", "normalized.sqlite.file-is-sqlite", is: "keeps nothing, and writes no file",
      blindTo: .kindSQLite
    ) {
      $0.mix(.sqlite, with: .memory)
    },
    .blind(to: .file, is: "uses one file whichever is given") {
      $0.configure = { configuration in
        configuration.path = { [path = configuration.path] in
          URL(fileURLWithPath: try path()).deletingLastPathComponent().appendingPathComponent("one.sqlite").path
        }
      }
    },
    .blind(to: .clearing, is: "clears nothing") { $0.clear = { _ in } },
    .blind(to: .clearing, is: "clears the root alone") {
      $0.records.clear = { try $0.apply($0.keys().filter(\.isRoot).map(RecordChange.remove)) }
    },
    .graph(
      "normalized.clear.leaves-no-bytes", is: "leaves what it cleared in the bytes of its file",
      seenIn: "apollographql/apollo-ios#650"
    ) {
      let said = $0.configured()
      $0.records.clear = { base in
        let fields = try base.keys().flatMap { try base.fields(of: $0).values }
        let file = try said.value.map { try $0.file + "-free" }
        if let file, said.value?.kind == .sqlite {
          try Data(fields.map { "\($0)" }.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
        }
        try base.removeAll()
      }
    },
    .blind(to: .damage, is: "reads null where damage left nothing") {
      $0.changesRecords = { _, sound, wasThere in try wasThere && sound.keys().isEmpty }
      // A record that the app never reads tells a cache that the app has cleared from one that damage has emptied.
      $0.clear = { cache in
        try await cache.sound.clear()
        try cache.records.apply([.write(RecordKey(given: "cleared"), FieldKey("cleared"), .scalar(true))])
      }
      $0.records.read = { value, _, _ in value ?? .scalar(.null) }
    },
    .blind(to: .kind, is: "loses nulls in SQLite alone") {
      $0.changesRecords = { configuration, _, _ in configuration.kind == .sqlite }
      $0.records.read = { value, _, _ in value == .scalar(.null) ? nil : value }
    },
    .blind(to: .kind, is: "cascades in SQLite alone") {
      $0.changesRecords = { configuration, _, _ in configuration.kind == .sqlite }
      $0.records.cascade()
    },
    .graph("normalized.sqlite.survives-kill", is: "writes only when it is closed", blindTo: .ending) {
      $0.open = { try ClosingRecords($0()) }
    },
  ]
}
