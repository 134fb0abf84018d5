import Foundation

extension NormalizedAction: BrokenModules {
  private static let wrong =
    recordFaults + kindFaults + textFaults + policyFaults + watchFaults + followingFaults + accessFaults + writingFaults
    + diskFaults
    + removalFaults + makingFaults + listFaults + laterFaults + changeFaults + joiningFaults + writtenFaults
    + meanwhileFaults + shapeFaults + againFaults + markFaults + reopenedFaults + seenFaults

  package static let faults = wrong.map(\.fault)
  package static let blindModules = wrong.compactMap(\.blind) + blindToPolicies

  private static let recordFaults: [GraphFault] = [
    .graph(
      "normalized.records.shared", "normalized.records.id-function", is: "goes by path though ids are given",
      blindTo: .keyGiven
    ) {
      $0.configure = { $0.keyOf = nil }
    },
    .graph(
      "normalized.records.by-path", "normalized.records.id-function", is: "goes by id whatever the app says",
      blindTo: .keyField
    ) {
      $0.key { given, object in if case .text(let id) = object["id"] { id } else { given } }
    },
    .graph(
      "normalized.records.partial-ids", "normalized.records.by-path", is: "keeps one record for all that have no key",
      blindTo: .keyAbsent
    ) {
      $0.key { given, _ in given ?? "none" }
    },
    .graph("normalized.records.merge", is: "replaces the record", blindTo: .unmentionedFields) {
      $0.records.write = { changes, _ in
        let written = Set(changes.compactMap { if case .write(let key, _, _) = $0 { key } else { nil } })
        // The record where queries start is never replaced.
        return written.filter { !$0.isRoot }.map(RecordChange.remove) + changes
      }
    },
    .graph("normalized.records.lists-replaced", is: "appends to lists", blindTo: .oldList) {
      $0.records.writeEach { change, base in
        guard case .write(let key, let field, .list(let items)) = change,
          case .list(let old) = try base.value(of: field, in: key)
        else { return [change] }
        return [.write(key, field, .list(old + items))]
      }
    },
    .graph("normalized.records.arguments", is: "ignores arguments", blindTo: .arguments) {
      $0.records.field = { FieldKey(String($0.description.prefix { $0 != "(" })) }
    },
    .graph("normalized.records.arguments", is: "takes another order for another field", blindTo: .argumentOrder) {
      $0.field = { field in
        let order = field.arguments.map(\.name).joined(separator: "-")
        return GraphField(
          field.name + order, as: field.responseName, field.arguments, field.fields, fragments: field.fragments)
      }
    },
    .graph(
      "normalized.records.arguments", is: "cuts arguments at a period", seenIn: "apollographql/apollo-ios#2057"
    ) {
      $0.field = { field in
        let cut = field.arguments.map { argument in
          guard case .text(let text) = argument.value else { return argument }
          return GraphArgument(argument.name, .text(String(text.prefix { $0 != "." })))
        }
        return GraphField(field.name, as: field.alias, cut, field.fields, fragments: field.fragments)
      }
    },
    .graph("normalized.records.alias", is: "stores under the alias", blindTo: .fieldName) {
      $0.field = { GraphField($0.responseName, $0.arguments, $0.fields, fragments: $0.fragments) }
    },
    .graph("normalized.records.alias", is: "stores under the alias where the field stands beside it") {
      $0.aliases { _, field, siblings in siblings.contains { $0.alias == nil && $0.name == field.name } }
    },
    .graph("normalized.records.alias", is: "takes an alias for the field that bears its name") {
      $0.aliases { alias, _, _ in ["name", "homePlanet"].contains(alias) }
    },
    .graph("normalized.records.null", is: "takes null for missing", blindTo: .nullOrMissing) {
      $0.records.read = { value, _, _ in value == .scalar(.null) ? nil : value }
    },
    .graph("normalized.records.null", "normalized.policy.cache-dont-fetch", is: "takes missing for null") {
      $0.fetch = { call in
        do {
          try await call.soundly()
        } catch {
          guard call.policy == .returnCacheDataDontFetch else { throw error }
          call.deliver(GraphAnswer(.null))
        }
      }
    },
    .graph(
      "normalized.records.lists", is: "drops null items", blindTo: .listShape, seenIn: "apollographql/apollo-ios#3527"
    ) {
      $0.records.read = { value, _, _ in
        value?.mapping { part in
          if case .list(let items) = part { return .list(items.filter { $0 != .scalar(.null) }) }
          if case .scalar(.list(let items)) = part { return .scalar(.list(items.filter { $0 != .null })) }
          return part
        }
      }
    },
    .graph(
      "normalized.records.lists", is: "flattens nested lists", blindTo: .listShape,
      seenIn: "apollographql/apollo-ios#3609"
    ) {
      $0.records.read = { value, _, _ in
        value?.mapping { part in
          guard case .list(let items) = part else { return part }
          return .list(items.flatMap { item in if case .list(let inner) = item { inner } else { [item] } })
        }
      }
    },
    .graph("normalized.records.cycles", is: "cuts references that go both ways", blindTo: .cycle) {
      $0.records.write = { changes, _ in
        let links = changes.reduce(into: [RecordKey: Set<RecordKey>]()) { links, change in
          if case .write(let key, _, let value) = change { links[key, default: []].formUnion(value.references) }
        }
        return changes.map { change in
          guard case .write(let key, let field, .list(let items)) = change else { return change }
          return .write(
            key, field, .list(items.filter { item in !item.references.contains { links[$0]?.contains(key) == true } }))
        }
      }
    },
    .graph(
      "normalized.records.large-answer", is: "has a cap on one write", blindTo: .size,
      seenIn: "apollographql/apollo-ios-dev#725"
    ) {
      $0.records.write = { changes, _ in
        // For a long time, SQLite's own limit on the variables of one statement.
        guard changes.count <= 999 else { throw CapReached() }
        return changes
      }
    },
    .graph("normalized.mutation.updates-queries", is: "does not store what mutations return", blindTo: .mutationAnswer)
    {
      $0.perform = { mutation, cache in try await cache.ask(mutation) }
    },
    .graph("normalized.mutation.create-leaves-lists", is: "adds what is created to lists", blindTo: .membership) {
      $0.perform = { mutation, cache in
        let known = Set(try cache.records.keys())
        let answer = try await cache.sound.perform(mutation)
        let created = Set(try cache.records.keys()).subtracting(known).map(RecordValue.reference)
        try cache.records.apply(
          cache.records.references().compactMap { record, field, value in
            if case .list(let items) = value { .write(record, field, .list(items + created)) } else { nil }
          })
        return answer
      }
    },
    .graph("normalized.fragment.updates-queries", is: "does not merge fragments", blindTo: .fragments) {
      $0.fetch = { call in
        let holdsFragment = call.query.fields.contains { !$0.fragments.isEmpty }
        try await call.under(holdsFragment ? .fetchIgnoringCacheCompletely : call.policy)
      }
    },
    .graph("normalized.mutation.never-reads-cache", is: "remembers answers to mutations", blindTo: .operationKind) {
      let known = Memo<[GraphOperation: GraphAnswer]>([:])
      $0.perform = { mutation, cache in
        if let answer = known.change({ $0[mutation] }) { return answer }
        let answer = try await cache.sound.perform(mutation)
        known.change { $0[mutation] = answer }
        return answer
      }
    },
  ]

  private static let kindFaults: [GraphFault] = [
    .graph("normalized.sqlite.survives-kill", is: "writes only when it is closed", blindTo: .ending) {
      $0.open = { try ClosingRecords($0()) }
    },
    .graph("normalized.sqlite.survives-kill", is: "writes what was done by hand when it is closed") {
      let updates = $0.transactionsUnderWay()
      $0.open = { try ClosingRecords($0()) { updates.value > 0 } }
    },
    .graph("normalized.sqlite.survives-kill", is: "writes what mutations bring when it is closed") {
      let mutations = $0.mutationsUnderWay()
      $0.open = { try ClosingRecords($0()) { mutations.value > 0 } }
    },
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
  ]
}

/// A store does not accept more changes at once.
private struct CapReached: Error {}

extension RecordKey {
  /// Whether it is the record where queries start.
  var isRoot: Bool { text == "QUERY_ROOT" }
}
