import Foundation

extension NormalizedAction {
  /// What shipping caches do wrong.
  static let seenFaults: [GraphFault] = [
    .graph(
      "normalized.keys.any-text", is: "never stores a key with an unbalanced round bracket in SQLite",
      seenIn: "Apollo iOS 1.25.7, SQLite: a key with an unbalanced round bracket is never stored"
    ) {
      $0.usual = .sqlite
      $0.changesRecords = { configuration, _, _ in [.usual, .sqlite].contains(configuration.kind) }
      $0.records.writeEach { change, _ in change.key.hasBalancedBrackets ? [change] : [] }
    },
    .graph(
      "normalized.keys.any-text", is: "takes a path below a key for the key that reads alike",
      seenIn: "Apollo iOS 1.25.7: a key '9.home' collides with the path below the key '9'"
    ) {
      $0.records.writeEach { change, _ in
        switch change {
        case .write(let key, let field, let value):
          let shown = value.mapping { if case .reference(let key) = $0 { .reference(key.asGiven) } else { $0 } }
          return [.write(key.asGiven, field, shown ?? value)]
        case .remove(let key): return [.remove(key.asGiven)]
        }
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
    .graph(
      "normalized.transaction.reads-own-writes", is: "shows what it has read after it was removed",
      seenIn: "Apollo iOS 1.25.7: a read after a removal shows what was read before it in the same transaction"
    ) {
      $0.transact = { steps, cache in
        var results = try await cache.sound.transact(steps)
        var read: [String: Result<GraphValue, any Error>] = [:]
        var place = 0
        for step in steps {
          switch step {
          case .readObject(_, let key):
            if let old = read[key] { results[place] = old } else { read[key] = results[place] }
            place += 1
          case .read: place += 1
          case .updateObject(_, let key, _): read[key] = nil
          case .update: read = [:]
          case .remove, .removeMatching, .fail: break
          }
        }
        return results
      }
    },
    .graph(
      "normalized.watch.several", is: "tells of the last of two changes twice",
      seenIn: "Apollo iOS 1.25.7, 2.4.0: two updates of one object in one transaction are told as [B, B]"
    ) {
      let changesTwice = Memo(false)
      $0.transact = { [transact = $0.transact] steps, cache in
        let keys = steps.compactMap { if case .updateObject(_, let key, _) = $0 { key } else { nil } }
        changesTwice.value = Set(keys).count < keys.count
        defer { changesTwice.value = false }
        return try await transact(steps, cache)
      }
      $0.times = { $0.isOfUpdate && changesTwice.value ? 2 : 1 }
    },
    .graph(
      "normalized.watch.several", is: "tells of a change after the one that follows it at once",
      seenIn: "Apollo iOS 2.4.0: after three transactions in turn, what a watcher is told last is not what is cached"
    ) {
      let (count, held) = (Memo(0), Memo<(@Sendable () -> Void)?>(nil))
      $0.telling { news, tell in
        guard news.telling.isOfUpdate else { return tell(news) }
        if let late = held.replace(nil) {
          tell(news)
          return late()
        }
        let number = count.change { count in
          count += 1
          return count
        }
        guard number.isMultiple(of: 2) else { return tell(news) }
        held.value = { tell(news) }
        news.cache.background.begin {
          // The news is late, however busy the machine is: until the next, or until the module is waited for.
          while held.value != nil, !news.cache.background.isAwaited { await Task.yield() }
          held.replace(nil)?()
        }
      }
    },
    .graph(
      "normalized.read.fragment", is: "collects what a change leaves without references",
      seenIn: "relay#5336, #5402"
    ) {
      $0.records.write = { changes, base in
        var before: Set<RecordKey> = []
        for case .write(let key, let field, _) in changes {
          before.formUnion(try base.value(of: field, in: key)?.references ?? [])
        }
        try base.apply(changes)
        let still = Set(try base.references().flatMap(\.value.references))
        return before.subtracting(still).map(RecordChange.remove)
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
  ]
}

extension RecordKey {
  /// Whether its text closes every round bracket that it opens, and no other.
  fileprivate var hasBalancedBrackets: Bool {
    var open = 0
    for character in text where open >= 0 {
      if character == "(" { open += 1 } else if character == ")" { open -= 1 }
    }
    return open == 0
  }

  /// The key that an app would have to give for the same text, if it is a path below a given key.
  fileprivate var asGiven: RecordKey {
    let isGiven = self == RecordKey(given: text)
    guard !isGiven, !text.hasPrefix("QUERY_ROOT"), !text.hasPrefix("MUTATION_ROOT") else { return self }
    return RecordKey(given: text.replacing("\\.", with: "."))
  }
}
