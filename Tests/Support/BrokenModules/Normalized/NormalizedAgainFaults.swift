import Foundation

extension NormalizedAction {
  /// Faults that show when something is done a second time, or after a failure.
  static let againFaults: [GraphFault] =
    askedAgainFaults + changedAgainFaults + removedAgainFaults + watchedAgainFaults

  private static let askedAgainFaults: [GraphFault] = [
    .graph(
      "normalized.policy.default-is-cache-else-fetch", "normalized.policy.cache-else-fetch",
      "normalized.policy.fetch-ignoring-cache-data", "normalized.policy.fetch-ignoring-cache-completely",
      "normalized.policy.cache-and-fetch", "normalized.watch.first-result",
      is: "asks for no query again that has failed"
    ) { $0.asksOnce(.query) },
    .graph("normalized.mutation.never-reads-cache", is: "asks for no mutation again that has failed") {
      $0.asksOnce(.mutation)
    },
    .graph(
      "normalized.policy.cache-and-fetch", "normalized.watch.cache-and-fetch",
      is: "takes returnCacheDataAndFetch for returnCacheDataElseFetch after the first time"
    ) {
      let seen = Memo(0)
      $0.policy = { $0 == .returnCacheDataAndFetch && seen.next() > 1 ? .returnCacheDataElseFetch : $0 }
    },
    .graph("normalized.mutation.never-reads-cache", is: "joins equal mutations") {
      let underWay = Memo<[GraphOperation: Task<GraphAnswer, any Error>]>([:])
      $0.sending { operation, send in
        guard operation.kind == .mutation else { return try await send(operation) }
        return try await underWay.joining(operation) { try await send(operation) }.result
      }
    },
  ]

  private static let changedAgainFaults: [GraphFault] = [
    .graph("normalized.mutation.updates-queries", is: "stores the answer to the first mutation alone") {
      let performed = Memo(0)
      $0.perform = { mutation, cache in
        performed.next() == 1 ? try await cache.sound.perform(mutation) : try await cache.ask(mutation)
      }
    },
    .graph("normalized.mutation.updates-queries", is: "stores of a mutation's answer the objects that it knows alone") {
      let mutations = $0.mutationsUnderWay()
      $0.records.writeEach { change, base in
        try mutations.value > 0 && base.fields(of: change.key).isEmpty ? [] : [change]
      }
    },
  ]

  private static let removedAgainFaults: [GraphFault] = [
    .graph("normalized.remove.object", "normalized.remove.matching", is: "removes once") {
      let removals = Memo(0)
      $0.step { step, _ in
        switch step {
        case .remove, .removeMatching: removals.next() == 1 ? [step] : []
        default: [step]
        }
      }
    },
    .graph("normalized.clear", is: "clears once") {
      let clearings = Memo(0)
      $0.clear = { cache in if clearings.next() == 1 { try await cache.sound.clear() } }
    },
    .graph("normalized.remove.stays-removed", is: "forgets all clearings but the first when it ends") {
      let clearings = Memo(0)
      $0.records.undoClearingAtEnd { _ in clearings.value > 1 }
      $0.clear = { cache in
        clearings.next()
        try await cache.sound.clear()
      }
    },
  ]

  private static let watchedAgainFaults: [GraphFault] = [
    .graph("normalized.watch.told-of-changes", is: "tells a watcher fifty times") {
      $0.times = { $0.before.count < 50 ? 1 : 0 }
    },
    .graph("normalized.watch.several", is: "numbers a watcher by how many there are") {
      let (numbers, live) = (Memo<[Int]>([]), Memo(0))
      $0.watcherPolicy = { policy in
        let number = live.next()
        numbers.change { $0.append(number) }
        return policy
      }
      $0.cancel = { watcher, cache in
        live.change { $0 -= 1 }
        await cache.cancelSoundly(watcher)
      }
      $0.times = { telling in
        numbers.change { $0.lastIndex(of: $0[telling.place]) == telling.place } ? 1 : 0
      }
    },
    .graph("normalized.watch.first-result", is: "gives no old data to watchers") {
      let failure = Memo<OriginFailure?>(nil)
      $0.sending { operation, send in
        failure.value = nil
        do {
          return try await send(operation)
        } catch {
          failure.value = error as? OriginFailure
          throw error
        }
      }
      $0.telling { news, tell in
        guard news.telling.isFirst, !news.telling.isError, let failure = failure.value else { return tell(news) }
        news.deliver(.failure(failure))
      }
    },
  ]
}

extension GraphParts {
  /// Asks the server for no operation of a kind again that has failed.
  fileprivate mutating func asksOnce(_ kind: GraphOperation.Kind) {
    let failed = Memo<Set<GraphOperation>>([])
    sending { operation, send in
      guard operation.kind == kind else { return try await send(operation) }
      if failed.change({ $0.contains(operation) }) { throw OriginFailure.noConnection }
      do {
        let answer = try await send(operation)
        if answer.data == nil { failed.change { _ = $0.insert(operation) } }
        return answer
      } catch {
        failed.change { _ = $0.insert(operation) }
        throw error
      }
    }
  }
}
