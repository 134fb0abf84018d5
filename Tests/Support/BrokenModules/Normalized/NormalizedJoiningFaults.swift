extension NormalizedAction {
  /// Fetches and failures that are mistaken for others.
  static let joiningFaults: [GraphFault] = [
    .graph("normalized.records.arguments", is: "joins fetches of one operation") {
      let underWay = Memo<[String: Task<GraphAnswer, any Error>]>([:])
      $0.sending { operation, send in
        try await underWay.joining(operation.name) { try await send(operation) }.result
      }
    },
    .graph("normalized.policy.fetch-ignoring-cache-data", is: "joins fetches whatever their policies") {
      let underWay = Memo<[GraphOperation: Task<[GraphAnswer], any Error>]>([:])
      $0.fetching { call, fetch in
        guard call.policy != .returnCacheDataDontFetch else { return try await fetch(call) }
        let joined = try await underWay.joining(call.query) {
          let given = Memo<[GraphAnswer]>([])
          try await call.delivering { answer in given.change { $0.append(answer) } }.soundly()
          return given.value
        }
        for answer in joined.result { call.deliver(answer) }
      }
    },
    .graph("normalized.overlap.cancelled-fetch", is: "cancels equal fetches together") {
      let underWay = Memo<[GraphOperation: [Task<Void, any Error>]]>([:])
      $0.fetching { call, _ in
        let task = Task { try await call.soundly() }
        underWay.change { $0[call.query, default: []].append(task) }
        try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          for task in underWay.change({ $0[call.query] ?? [] }) { task.cancel() }
        }
      }
    },
    .graph("normalized.overlap.cancelled-fetch", is: "goes on when a fetch of what is missing is cancelled") {
      $0.goesOn { $0 == nil || $0 == .returnCacheDataElseFetch }
    },
    .graph("normalized.overlap.cancelled-fetch", is: "goes on to a second result when it is cancelled") {
      $0.goesOn { $0 == .returnCacheDataAndFetch }
    },
    .graph("normalized.policy.after-failure", is: "gives old data after errors that the server answers") {
      let said = $0.configured()
      $0.fetching { call, fetch in
        do {
          try await fetch(call)
        } catch let errors as GraphServerErrors {
          guard said.value?.oldDataAfter.isEmpty == false else { throw errors }
          try await call.under(.returnCacheDataDontFetch)
        }
      }
    },
    .graph("normalized.policy.after-failure", is: "gives old data after any failure that follows a chosen one") {
      let (said, hasFailed) = ($0.configured(), Memo(false))
      $0.fetching { call, fetch in
        do {
          try await fetch(call)
        } catch let failure as OriginFailure {
          guard hasFailed.value else { throw failure }
          try await call.under(.returnCacheDataDontFetch)
        }
      }
      $0.sending { operation, send in
        do {
          return try await send(operation)
        } catch let failure as OriginFailure {
          if said.value?.oldDataAfter.contains(failure) == true { hasFailed.value = true }
          throw failure
        }
      }
    },
    .graph("normalized.policy.fetch-ignoring-cache-completely", is: "stores objects that nobody knew") {
      $0.fetching { call, fetch in
        guard call.policy == .fetchIgnoringCacheCompletely else { return try await fetch(call) }
        try await fetch(
          call.delivering { answer in
            for (id, object) in answer.data?.objects ?? [:] {
              guard case .object(let fields) = object else { continue }
              let key = RecordKey(given: id)
              guard (try? call.cache.records.fields(of: key))?.isEmpty == true else { continue }
              try? call.cache.records.apply(fields.map { .write(key, FieldKey($0.key), .scalar($0.value)) })
            }
            call.deliver(answer)
          })
      }
    },
  ]

  /// Faults in what is written, found and removed.
  static let writtenFaults: [GraphFault] =
    [
      .graph("normalized.records.arguments", is: "looks at the first argument alone") {
        $0.arguments { Array($0.prefix(1)) }
      },
      .graph("normalized.records.arguments", is: "looks at the last argument alone") {
        $0.arguments { Array($0.suffix(1)) }
      },
      .graph("normalized.records.arguments", is: "knows arguments by their places") {
        $0.arguments { $0.enumerated().map { GraphArgument("\($0.offset)", $0.element.value) } }
      },
      .graph("normalized.records.arguments", is: "cuts long arguments") {
        $0.arguments { arguments in
          arguments.map { argument in
            guard case .text(let text) = argument.value else { return argument }
            return GraphArgument(argument.name, .text(String(text.prefix(64))))
          }
        }
      },
      .graph("normalized.records.arguments", is: "takes nought, no text and an empty list for no argument") {
        $0.arguments { arguments in arguments.filter { ![0, false, "", [], .null].contains($0.value) } }
      },
      .graph("normalized.records.arguments", is: "takes every argument that says nothing for null") {
        $0.arguments { arguments in
          arguments.map { [0, false, "", []].contains($0.value) ? GraphArgument($0.name, .null) : $0 }
        }
      },
      .graph("normalized.records.arguments", is: "takes true and false for numbers") {
        $0.arguments { arguments in
          arguments.map { argument in
            if case .bool(let bool) = argument.value { GraphArgument(argument.name, bool ? 1 : 0) } else { argument }
          }
        }
      },
      .graph("normalized.records.arguments", is: "folds the white space of arguments") {
        $0.arguments { arguments in
          arguments.map { argument in
            guard case .text(let text) = argument.value else { return argument }
            let words = text.split { $0.isWhitespace }.joined(separator: " ")
            return GraphArgument(argument.name, .text(words))
          }
        }
      },
      .graph("normalized.records.arguments", is: "keeps six places of fractions in arguments") {
        $0.arguments { arguments in
          arguments.map { argument in
            guard case .fraction(let number) = argument.value else { return argument }
            return GraphArgument(argument.name, .fraction((number * 1e6).rounded() / 1e6))
          }
        }
      },
      .graph("normalized.records.shared", is: "keeps copies of objects in lists in lists") {
        $0.records.write = { changes, _ in
          let nested = Set(changes.flatMap(\.nestedReferences))
          return changes.flatMap { change -> [RecordChange] in
            guard case .write(let key, let field, let value) = change else { return [change] }
            let shown = change.nestedReferences.isEmpty ? value : value.mapping(\.asCopy) ?? value
            return [.write(key, field, shown)] + (nested.contains(key) ? [.write(key.copy, field, value)] : [])
          }
        }
      },
      .graph("normalized.transaction.reads-own-writes", is: "carries removals out at the end of a transaction") {
        $0.transact = { steps, cache in
          let removals = steps.filter { if case .remove = $0 { true } else { false } }
          let others = steps.filter { if case .remove = $0 { false } else { true } }
          return try await cache.sound.transact(others + removals)
        }
      },
      .graph("normalized.transaction.reads-own-writes", is: "forgets removals before a write of the same transaction") {
        $0.transact = { steps, cache in
          let last = steps.lastIndex { if case .update = $0 { true } else { false } } ?? -1
          let left = steps.enumerated().filter { index, step in
            if case .remove = step { index > last } else { true }
          }
          return try await cache.sound.transact(left.map(\.element))
        }
      },
      .graph("normalized.remove.dangling-reference-misses", is: "removes incoming references by pattern") {
        $0.step { step, records in
          guard case .removeMatching(let pattern) = step else { return [step] }
          try records.dropReferences { GraphPattern().matches($0.text, pattern) }
          return [step]
        }
      },
      .graph("normalized.remove.dangling-reference-misses", is: "drops what dangles after the first of a list") {
        $0.records.read = { value, _, base in try value?.mappingLists { try $0.dropping(after: 1, base) } }
      },
      .graph("normalized.remove.dangling-reference-misses", is: "drops what dangles in lists in lists") {
        $0.records.read = { value, _, base in
          guard case .list(let items)? = value else { return value }
          return .list(try items.map { try $0.mappingLists { try $0.dropping(after: 0, base) } })
        }
      },
      .graph("normalized.keys.any-text", is: "removes what a key is the beginning of") {
        $0.records.remove { key, base in
          try [.remove(key)] + base.keys().filter { $0.text.hasPrefix(key.text + ".") }.map(RecordChange.remove)
        }
      },
      .graph("normalized.remove.then-fetched-again", is: "hides for good what was removed by pattern") {
        let hidden = Memo<Set<RecordKey>>([])
        $0.step { step, records in
          guard case .removeMatching(let pattern) = step else { return [step] }
          let gone = try records.keys().filter { GraphPattern().matches($0.text, pattern) }
          hidden.change { $0.formUnion(gone) }
          return [step]
        }
        $0.records.read = { value, record, _ in hidden.change { $0.contains(record) } ? nil : value }
      },
      .graph("normalized.remove.matching", is: "takes a backslash in a pattern for nothing") {
        $0.matches = { key, pattern in GraphPattern().matches(key, pattern.filter { $0 != "\\" }) }
      },
      .graph("normalized.remove.matching", is: "matches no long key") {
        $0.matches = { key, pattern in key.count <= 255 && GraphPattern().matches(key, pattern) }
      },
      .graph("normalized.remove.matching", is: "removes three hundred objects at most") {
        $0.step { step, records in
          guard case .removeMatching(let pattern) = step else { return [step] }
          return try records.keys().map(\.text).filter { GraphPattern().matches($0, pattern) }.prefix(300)
            .map(TransactionStep.remove)
        }
      },
    ]
    + CacheKind.named.map { kind in
      .graph("normalized.remove.matching-ignores-case", is: "matches with case in \(kind) alone") {
        let said = $0.configured()
        $0.matches = { key, pattern in
          said.value?.kind == kind ? key.contains(pattern) : GraphPattern().matches(key, pattern)
        }
      }
    }
}

extension GraphParts {
  /// Continues fetches with some policies after they are cancelled.
  fileprivate mutating func goesOn(_ isSuch: @escaping @Sendable (QueryCachePolicy?) -> Bool) {
    fetching { call, fetch in
      guard isSuch(call.policy) else { return try await fetch(call) }
      try await Task { try await call.soundly() }.value
    }
  }
}

extension RecordChange {
  /// The objects that it refers to in nested lists.
  fileprivate var nestedReferences: [RecordKey] {
    guard case .write(_, _, .list(let items)) = self else { return [] }
    return items.filter { if case .list = $0 { true } else { false } }.flatMap(\.references)
  }
}

extension RecordKey {
  /// The key of a copy of the record.
  fileprivate var copy: Self { RecordKey(given: "copy of \(text)") }
}

extension RecordValue {
  /// The reference replaced by one to a copy.
  fileprivate var asCopy: Self { if case .reference(let key) = self { .reference(key.copy) } else { self } }

  /// The value with a closure applied to every list in it, innermost first.
  fileprivate func mappingLists(_ change: ([RecordValue]) throws -> [RecordValue]) rethrows -> Self {
    guard case .list(let items) = self else { return self }
    return .list(try change(items.map { try $0.mappingLists(change) }))
  }
}

extension [RecordValue] {
  /// The items without dangling references, except among the first `count`.
  fileprivate func dropping(after count: Int, _ base: any RecordStore) throws -> Self {
    try enumerated().filter { index, item in
      guard case .reference(let key) = item, index >= count else { return true }
      return try !base.fields(of: key).isEmpty
    }.map(\.element)
  }
}
