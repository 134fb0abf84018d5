import Foundation

extension NormalizedAction {
  /// Faults in where data is kept, and clearing.
  static let kindsFaults: [GraphFault] = [
    .graph("normalized.memory.default", is: "uses a file by default", blindTo: .kindUnnamed) {
      $0.mix(.unnamed, with: .sqlite)
    },
    .graph("normalized.memory.not-kept", is: "keeps memory in a file", blindTo: .kindMemory) {
      $0.mix(.memory, with: .sqlite)
    },
    .graph(
      "normalized.sqlite.kept", "normalized.sqlite.file-is-sqlite", is: "keeps nothing, and writes no file",
      blindTo: .kindSQLite
    ) {
      $0.mix(.sqlite, with: .memory)
    },
    .graph("normalized.sqlite.kept", is: "uses one file whichever is given", blindTo: .file) {
      $0.configure = { configuration in
        configuration.path = { [path = configuration.path] in
          URL(fileURLWithPath: try path()).deletingLastPathComponent().appendingPathComponent("one.sqlite").path
        }
      }
    },
    .graph("normalized.clear", is: "clears nothing", blindTo: .clearing) { $0.clear = { _ in } },
    .graph("normalized.clear", is: "clears the root alone", blindTo: .clearing) {
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
    .graph("normalized.sqlite.unreadable-file", is: "reads null where damage left nothing", blindTo: .damage) {
      $0.changesRecords = { _, sound, wasThere in try wasThere && sound.keys().isEmpty }
      // What the app has cleared is told apart by a record that the app never reads.
      $0.clear = { cache in
        try await cache.sound.clear()
        try cache.records.apply([.write(RecordKey(given: "cleared"), FieldKey("cleared"), .scalar(true))])
      }
      $0.records.read = { value, _, _ in value ?? .scalar(.null) }
    },
    .graph("normalized.kinds.agree", is: "loses nulls in SQLite alone", blindTo: .kind) {
      $0.changesRecords = { configuration, _, _ in configuration.kind == .sqlite }
      $0.records.read = { value, _, _ in value == .scalar(.null) ? nil : value }
    },
    .graph("normalized.kinds.agree", is: "cascades in SQLite alone", blindTo: .kind) {
      $0.changesRecords = { configuration, _, _ in configuration.kind == .sqlite }
      $0.records.cascade()
    },
    .graph("normalized.sqlite.survives-kill", is: "writes only when it is closed", blindTo: .ending) {
      $0.open = { try ClosingRecords($0()) }
    },
  ]
}
