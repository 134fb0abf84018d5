extension NormalizedAction {
  /// Faults in records.
  static let recordsFaults: [BrokenGraph] = [
    .blind(to: .keyGiven, is: "goes by path though ids are given") {
      $0.configure = { $0.keyOf = nil }
    },
    .blind(to: .keyField, is: "goes by id whatever the app says") {
      $0.key { given, object in if case .text(let id) = object["id"] { id } else { given } }
    },
    .blind(to: .keyAbsent, is: "keeps one record for all that have no key") {
      $0.key { given, _ in given ?? "none" }
    },
    .blind(to: .unmentionedFields, is: "replaces the record") {
      $0.records.write = { changes, _ in
        let written = Set(changes.compactMap { if case .write(let key, _, _) = $0 { key } else { nil } })
        // The record where queries start is never replaced.
        return written.filter { !$0.isRoot }.map(RecordChange.remove) + changes
      }
    },
    .graph("normalized.records.merge", is: "stores of an object the first of its places in an answer") {
      $0.storePlaces { $0.first }
    },
    .graph("normalized.records.merge", is: "stores of an object the last of its places in an answer") {
      $0.storePlaces { $0.last }
    },
    .blind(to: .oldList, is: "appends to lists") {
      $0.records.writeEach { change, base in
        guard case .write(let key, let field, .list(let items)) = change,
          case .list(let old) = try base.value(of: field, in: key)
        else { return [change] }
        return [.write(key, field, .list(old + items))]
      }
    },
    .blind(to: .arguments, is: "ignores arguments") {
      $0.records.field = { FieldKey(String($0.description.prefix { $0 != "(" })) }
    },
    .blind(to: .argumentOrder, is: "takes another order for another field") {
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
    .graph(
      "normalized.records.arguments", is: "takes null for the text 'null' in arguments",
      seenIn: "Apollo iOS 1.25.7: an argument that is null and one that is the text 'null' are one key"
    ) {
      $0.arguments { $0.map { $0.value == .null ? GraphArgument($0.name, "null") : $0 } }
    },
    .graph(
      "normalized.records.arguments", is: "runs the texts of a list in arguments together",
      seenIn: "Apollo iOS 1.25.7: arguments run together"
    ) {
      $0.arguments { arguments in
        arguments.map { argument in
          guard case .list(let items) = argument.value else { return argument }
          let texts = items.map { item in if case .text(let text) = item { text } else { "\(item)" } }
          return GraphArgument(argument.name, .list([.text(texts.joined(separator: ", "))]))
        }
      }
    },
    .blind(to: .fieldName, is: "stores under the alias") {
      $0.field = { GraphField($0.responseName, $0.arguments, $0.fields, fragments: $0.fragments) }
    },
    .blind(to: .selectedTwice, is: "goes by the last selection of a name") {
      $0.selection = { $0.withLastOfEachName }
    },
    .blind(to: .nullOrMissing, is: "takes null for missing") {
      $0.records.read = { value, _, _ in value == .scalar(.null) ? nil : value }
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
    .blind(to: .cycle, is: "cuts references that go both ways") {
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
        // For a long time, this was SQLite's own limit on the variables of one statement.
        guard changes.count <= 999 else { throw CapReached() }
        return changes
      }
    },
    .graph(
      "normalized.records.large-answer", is: "drops records beyond a bound from memory",
      seenIn: "apollo-kotlin-normalized-cache#302"
    ) {
      $0.changesRecords = { configuration, _, _ in configuration.kind != .sqlite }
      $0.records.write = { changes, base in
        var left = 2500 - (try base.keys().count)
        var new: Set<RecordKey> = []
        return try changes.filter { change in
          if new.contains(change.key) { return true }
          if try !base.fields(of: change.key).isEmpty { return true }
          guard left > 0 else { return false }
          left -= 1
          new.insert(change.key)
          return true
        }
      }
    },
  ]
}

extension GraphParts {
  /// Stores of an object that an answer has in several places the fields of one of them alone.
  fileprivate mutating func storePlaces(_ chosen: @escaping @Sendable ([Set<FieldKey>]) -> Set<FieldKey>?) {
    let places = Memo<[String: [Set<FieldKey>]]>([:])
    sending { operation, send in
      let answer = try await send(operation)
      places.value = answer.data?.places(operation.fields) ?? [:]
      return answer
    }
    records.write = { changes, _ in
      let places = places.replace([:])
      return changes.filter { change in
        guard case .write(let key, let field, _) = change, let fields = places[key.text].flatMap(chosen) else {
          return true
        }
        return fields.contains(field)
      }
    }
  }
}

extension GraphValue {
  /// The fields that each object has in each of its places, by its id.
  fileprivate func places(_ selected: [GraphField]) -> [String: [Set<FieldKey>]] {
    switch self {
    case _ where selected.isEmpty: [:]
    case .list(let items): items.reduce(into: [:]) { $0.merge($1.places(selected), uniquingKeysWith: +) }
    case .object(let object):
      object.keys.sorted().reduce(
        into: idOfPlace.map { [$0: [Set(selected.map { FieldKey($0.name, $0.arguments) })]] } ?? [:]
      ) { places, name in
        guard let value = object[name] else { return }
        let fields = selected.filter { $0.responseName == name }.flatMap(\.selected)
        places.merge(value.places(fields), uniquingKeysWith: +)
      }
    case .null, .bool, .integer, .fraction, .text: [:]
    }
  }

  private var idOfPlace: String? { if case .text(let id)? = self["id"] { id } else { nil } }
}

extension [GraphField] {
  /// The last field of each name in the answer, here and further down.
  fileprivate var withLastOfEachName: [GraphField] {
    indices.filter { index in !self[(index + 1)...].contains { $0.responseName == self[index].responseName } }.map {
      GraphField(self[$0].name, as: self[$0].alias, self[$0].arguments, self[$0].selected.withLastOfEachName)
    }
  }
}

/// The store does not accept so many changes at once.
private struct CapReached: Error {}
