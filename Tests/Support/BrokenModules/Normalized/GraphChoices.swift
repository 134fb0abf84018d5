typealias GraphChoice = Choice<GraphTopic, @Sendable (inout GraphParts) -> Void>

/// The topics of the choices.
enum GraphTopic {
  case requests, lateAnswers, clearing, eagerness, errors, cancelling, secondFailure, misses, removals, threads
  case wildcards, emptyPattern, letters, keys, forms, encoding, opening, kind, arguments
}

extension NormalizedAction {
  package static let soundVariants = SoundVariant.variants(of: choices) { changes in
    GraphParts.changed { parts in for change in changes { change(&parts) } }
  }

  private static let choices = requestChoices + answerChoices + watcherChoices + patternChoices + storageChoices

  private static let requestChoices: [GraphChoice] = [
    GraphChoice(.requests, "joins equal requests") { parts in
      let underWay = Memo<[GraphOperation: Task<GraphAnswer, any Error>]>([:])
      parts.sending { operation, send in
        guard operation.kind == .query else { return try await send(operation) }
        return try await underWay.joining(operation) { try await send(operation) }.result
      }
    },
    GraphChoice(.requests, "makes one request at a time") { parts in
      let line = Background()
      parts.sending { operation, send in
        try await line.take { try await send(operation) }
      }
    },
    GraphChoice(.requests, "asks twice before it fails") { parts in
      parts.sending { operation, send in
        if let answer = try? await send(operation), answer.data != nil { return answer }
        return try await send(operation)
      }
    },
    GraphChoice(.lateAnswers, "keeps the answer to the newest request") { parts in
      let newest = Memo<[GraphOperation: (number: Int, answer: GraphAnswer)]>([:])
      let count = Memo(0)
      parts.sending { operation, send in
        let number = count.change { count in
          count += 1
          return count
        }
        let answer = try await send(operation)
        return newest.change { newest in
          if let known = newest[operation], known.number > number { return known.answer }
          newest[operation] = (number, answer)
          return answer
        }
      }
    },
    GraphChoice(.clearing, "abandons fetches when it is cleared") { parts in
      let clearings = Memo(0)
      parts.clear = { cache in
        clearings.next()
        try await cache.sound.clear()
      }
      parts.sending { operation, send in
        let before = clearings.value
        let answer = try await send(operation)
        guard clearings.value == before else { throw CancellationError() }
        return answer
      }
    },
    GraphChoice(.eagerness, "asks the server before it looks at the cache") { parts in
      let asked = Memo<[GraphOperation: [Task<GraphAnswer, any Error>]]>([:])
      parts.fetching { call, fetch in
        if call.policy == .returnCacheDataAndFetch {
          let task = Task { try await call.cache.ask(call.query) }
          asked.change { $0[call.query, default: []].append(task) }
        }
        try await fetch(call)
      }
      parts.sending { operation, send in
        let task = asked.change { asked in asked[operation]?.popLast() }
        return if let task { try await task.value } else { try await send(operation) }
      }
    },
  ]

  private static let answerChoices: [GraphChoice] = [
    GraphChoice(.errors, "stores the data of answers with errors") { parts in
      let errors = Memo<[String: [String]]>([:])
      parts.sending { operation, send in
        let answer = try await send(operation)
        errors.change { $0[operation.name] = answer.data == nil ? [] : answer.errors }
        return answer.data.map { GraphAnswer($0) } ?? answer
      }
      parts.fetching { call, fetch in
        // What came with the answer to a watcher is nobody else's.
        errors.change { $0[call.query.name] = nil }
        try await fetch(
          call.delivering { answer in
            let words = errors.change { $0.removeValue(forKey: call.query.name) } ?? []
            call.deliver(GraphAnswer(answer.data, errors: words + answer.errors))
          })
      }
    },
    GraphChoice(.cancelling, "says nothing of a fetch that was cancelled") { parts in
      parts.fetching { call, fetch in
        do {
          try await fetch(call)
        } catch {
          if !Task.isCancelled { throw error }
        }
      }
    },
    GraphChoice(.secondFailure, "says nothing of a failure after cached data") { parts in
      parts.fetching { call, fetch in
        let given = Memo(0)
        do {
          try await fetch(
            call.delivering { answer in
              given.next()
              call.deliver(answer)
            })
        } catch {
          if given.value == 0 { throw error }
        }
      }
    },
  ]

  private static let watcherChoices: [GraphChoice] = [
    GraphChoice(.misses, "never wakes a watcher whose first read missed") { parts in
      parts.times = { [times = parts.times] in $0.before.first.map { $0.data == nil } == true ? 0 : times($0) }
    },
    GraphChoice(.removals, "tells no watcher of removals") { parts in
      parts.times = { [times = parts.times] in $0.isError && !$0.isFirst ? 0 : times($0) }
    },
    GraphChoice(.removals, "fetches again what was removed from a watcher") { parts in
      parts.telling { news, tell in
        let mayFetch = news.cache.policy(of: news.telling.place) != .returnCacheDataDontFetch
        // Only once, because two watchers whose answers remove each other's data would fetch for ever.
        let isLost = news.telling.isError && !news.telling.isFirst && !news.telling.before.contains(where: \.isError)
        guard mayFetch, isLost else { return tell(news) }
        news.cache.background.begin(inTurn: true) {
          try? await news.cache.sound.fetch(news.query, policy: .fetchIgnoringCacheData) { _ in }
        }
      }
    },
    GraphChoice(.threads, "tells watchers from a thread of its own") { parts in
      parts.telling { news, tell in news.cache.background.begin(inTurn: true) { tell(news) } }
    },
  ]
}
