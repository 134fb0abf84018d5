extension NormalizedAction {
  /// Faults with data of a particular shape: lists, fragments, nested objects, many objects.
  static let shapeFaults: [GraphFault] = dependenceFaults + stepFaults + mergeFaults + shapeValueFaults

  private static let dependenceFaults: [GraphFault] = [
    .graph("normalized.watch.told-of-changes", is: "depends on nothing under a fragment") {
      $0.telling { news, tell in
        if news.telling.isFirst || !news.query.fields.contains(where: { !$0.fragments.isEmpty }) { tell(news) }
      }
    },
    unseen("objects without ids") { value in
      guard case .object(let fields) = value, fields["id"] == nil else { return value }
      return .object(fields.filter { $0.value.isOfParts })
    },
    unseen("what is behind a null in a list") { value in
      if case .list(let items) = value { .list(Array(items.prefix { $0 != .null })) } else { value }
    },
    unseen("what is behind a thousand items of a list") { value in
      if case .list(let items) = value { .list(Array(items.prefix(1000))) } else { value }
    },
    unseen("the end of a long text") { value in
      if case .text(let text) = value { .text(String(text.prefix(1000))) } else { value }
    },
    unseen("the type of a number") { value in if case .integer(let number) = value { .text("\(number)") } else { value }
    },
    unseen("no items and null") { value in value == [] ? .null : value },
    .graph("normalized.watch.told-of-changes", is: "does not see what comes in place of null") {
      $0.times = { $0.before.last?.data?.hasNull == true ? 0 : 1 }
    },
    .graph("normalized.watch.told-of-changes", is: "tells of no answer with very much in it") {
      let count = Memo(0)
      $0.records.write = { changes, _ in
        count.value = changes.count
        return changes
      }
      $0.times = { $0.isFirst || count.value < 100 ? 1 : 0 }
    },
    .graph("normalized.watch.told-of-changes", is: "depends no more on what was removed") {
      let removed = Memo<Set<String>>([])
      $0.transact = { steps, cache in
        for case .remove(let key) in steps { removed.change { _ = $0.insert(key) } }
        return try await cache.sound.transact(steps)
      }
      $0.times = { telling in
        // A removed object that is shown again is a change too.
        let isOfRemoved = !removed.value.isDisjoint(with: telling.result.data?.ids ?? [])
        return telling.isFirst || !isOfRemoved ? 1 : 0
      }
    },
    .graph("normalized.watch.not-told-of-others", is: "depends on all that stands at the root") {
      $0.tells = { $0.records.contains("QUERY_ROOT") }
    },
    .graph("normalized.watch.several", is: "tells fifty watchers of a change") {
      $0.times = { $0.isFirst || $0.place < 50 ? 1 : 0 }
    },
    .graph("normalized.watch.first-result", is: "gives the first of two equal watchers alone what is fetched for both")
    {
      let requests = $0.requestsUnderWay()
      let asked = Memo<[GraphOperation: Int]>([:])
      $0.watcherPolicy = { $0 }
      $0.telling { news, tell in
        guard news.telling.isFirst, requests.value == 0, !news.telling.isError else { return tell(news) }
        let isSecond = asked.change { asked in
          asked[news.query, default: 0] += 1
          return asked[news.query] == 2
        }
        if !isSecond || news.telling.place == 0 { tell(news) }
      }
    },
    .graph("normalized.overlap.cancelled-fetch", is: "cancels equal fetches with a watcher") {
      let underWay = Memo<[Task<Void, any Error>]>([])
      $0.fetching { call, _ in
        let task = Task { try await call.soundly() }
        underWay.change { $0.append(task) }
        try await task.value
      }
      $0.cancel = { watcher, cache in
        for task in underWay.value { task.cancel() }
        await cache.cancelSoundly(watcher)
      }
    },
  ]

  private static let stepFaults: [GraphFault] = [
    .graph("normalized.update.tells-watchers", is: "tells of no transaction that removes too") {
      let removals = Memo(0)
      $0.transact = { steps, cache in
        guard steps.contains(where: \.removes) else { return try await cache.sound.transact(steps) }
        return try await removals.counting { try await cache.sound.transact(steps) }
      }
      $0.times = { $0.isOfUpdate && !$0.isFirst && removals.value > 0 ? 0 : 1 }
    },
    .graph("normalized.update.tells-watchers", is: "tells of the first step of a transaction alone") {
      let first = Memo<String?>(nil)
      $0.transact = { steps, cache in
        if case .updateObject(_, let key, _)? = steps.first { first.value = key } else { first.value = nil }
        return try await cache.sound.transact(steps)
      }
      $0.times = { telling in
        guard telling.isOfUpdate, !telling.isFirst, let key = first.value else { return 1 }
        return telling.changed.keys.contains(key) ? 1 : 0
      }
    },
    .graph("normalized.watch.unchanged", is: "tells all watchers of a removal that removes nothing") {
      let removals = Memo(false)
      $0.transact = { steps, cache in
        let before = try cache.records.keys().count
        let results = try await cache.sound.transact(steps)
        let after = try cache.records.keys().count
        removals.value = steps.contains(where: \.removes) && after == before
        return results
      }
      $0.tells = { _ in removals.replace(false) }
    },
    .graph("normalized.remove.object", is: "removes first whatever the order of a transaction") {
      $0.transact = { steps, cache in
        let isFirst: (TransactionStep) -> Bool = { if case .remove = $0 { true } else { false } }
        let others = steps.filter { !isFirst($0) }
        let created =
          others.contains { if case .updateObject = $0 { true } else { false } } && others.count < steps.count
        let results = try await cache.sound.transact(others)
        // An object that is removed first and then updated exists afterwards, so the removal is left out.
        return created ? results : try await cache.sound.transact(steps)
      }
    },
    .graph("normalized.remove.matching", is: "removes by pattern last whatever the order of a transaction") {
      $0.transact = { steps, cache in
        let isLast: (TransactionStep) -> Bool = { if case .removeMatching = $0 { true } else { false } }
        return try await cache.sound.transact(steps.filter { !isLast($0) } + steps.filter(isLast))
      }
    },
  ]

  private static let mergeFaults: [GraphFault] = [
    .graph("normalized.records.merge", is: "replaces objects that stand in others") {
      $0.records.write = { changes, base in
        let inner = try base.references().filter { !$0.record.isRoot }.flatMap(\.value.references)
        return Set(changes.map(\.key)).intersection(inner).map(RecordChange.remove) + changes
      }
    },
    .graph("normalized.fragment.updates-queries", is: "replaces what comes by a fragment") {
      let fragments = Memo(0)
      $0.fetching { call, fetch in
        guard call.query.fields.contains(where: { !$0.fragments.isEmpty }) else { return try await fetch(call) }
        try await fragments.counting { try await fetch(call) }
      }
      $0.records.write = { changes, _ in
        guard fragments.value > 0 else { return changes }
        return Set(changes.map(\.key)).filter { !$0.isRoot }.map(RecordChange.remove) + changes
      }
    },
    .graph("normalized.records.arguments", is: "updates a field whatever its arguments") {
      let updates = $0.transactionsUnderWay()
      $0.records.writeEach { change, base in
        guard updates.value > 0, case .write(let key, let field, let value) = change, key.isRoot else {
          return [change]
        }
        let name = field.description.prefix { $0 != "(" }
        return try base.fields(of: key).keys.filter { $0.description.hasPrefix(name + "(") }
          .map { .write(key, $0, value) } + [change]
      }
    },
    .graph("normalized.records.arguments", is: "takes whole numbers for fractions in arguments") {
      $0.arguments { arguments in
        arguments.map { argument in
          guard case .integer(let number) = argument.value else { return argument }
          return GraphArgument(argument.name, .fraction(Double(number)))
        }
      }
    },
    .graph("normalized.remove.dangling-reference-misses", is: "leaves out what is missing in a read by a fragment") {
      let reads = Memo(0)
      $0.transact = { steps, cache in
        let isRead = steps.contains { if case .readObject = $0 { true } else { false } }
        guard isRead else { return try await cache.sound.transact(steps) }
        return try await reads.counting { try await cache.sound.transact(steps) }
      }
      $0.records.leaveOutMissing { reads.value > 0 }
    },
    .graph("normalized.remove.dangling-reference-misses", is: "leaves out what is missing before it asks the server") {
      let fetches = $0.fetchesUnderWay { $0 == .returnCacheDataAndFetch }
      $0.records.leaveOutMissing { fetches.value > 0 }
    },
  ]

  private static let shapeValueFaults: [GraphFault] = [
    kept("truth values in lists as numbers") { value in
      guard case .list = value else { return value }
      return value.folded { if case .bool(let bool) = $0 { .integer(bool ? 1 : 0) } else { $0 } }
    },
    kept("no null in an object") { value in
      value.folded { part in
        if case .object(let fields) = part { .object(fields.filter { $0.value != .null }) } else { part }
      }
    },
    kept("fractions in lists in single precision") { value in
      guard case .list = value else { return value }
      return value.folded { if case .fraction(let number) = $0 { .fraction(Double(Float(number))) } else { $0 } }
    },
    kept("line ends of one kind") { value in
      if case .text(let text) = value { .text(text.replacing("\r\n", with: "\n")) } else { value }
    },
  ]

  private static func kept(_ what: String, _ change: @escaping @Sendable (GraphValue) -> GraphValue) -> GraphFault {
    .graph("normalized.values.any", is: "keeps \(what)") { $0.records.mapScalars(change) }
  }
}

extension TransactionStep {
  fileprivate var removes: Bool {
    switch self {
    case .remove, .removeMatching: true
    default: false
    }
  }
}

extension RecordParts {
  /// Leaves references to missing records out of lists while a condition holds.
  fileprivate mutating func leaveOutMissing(_ isLeftOut: @escaping @Sendable () -> Bool) {
    read = { value, _, base in
      guard isLeftOut(), case .list(let items)? = value else { return value }
      return .list(try items.filter { try $0.references.allSatisfy { try !base.fields(of: $0).isEmpty } })
    }
  }
}

extension GraphValue {
  /// Whether it contains a null.
  fileprivate var hasNull: Bool {
    switch self {
    case .null: true
    case .list(let items): items.contains(where: \.hasNull)
    case .object(let fields): fields.values.contains(where: \.hasNull)
    case .bool, .integer, .fraction, .text: false
    }
  }
}
