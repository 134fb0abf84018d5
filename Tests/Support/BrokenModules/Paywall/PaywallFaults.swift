import Foundation

extension PaywallAction {
  package static let faults: [Fault] =
    layerFaults + fallbackFaults + copyFaults + policyFaults + ageFaults + lifecycleFaults + patternFaults
    + overlapFaults + answerFaults + runFaults + severalFaults + updateFaults + dateFaults + keepingFaults + wayFaults
    + nameFaults + secondTimeFaults + numberFaults + workFaults + failureFaults
    + meanwhileFaults + outageFaults + littleFaults + lastingFaults + standingFaults + seenFaults

  private static let layerFaults: [Fault] = [
    fault(["paywall.priority.cdn-first"], "asks the server first") {
      $0.configuration.remotes.reverse()
    },
    fault(["paywall.priority.cdn-first"], "asks each layer twice") {
      $0.ask { remote, placement, reply in
        remote.ask(placement) { _ in }
        remote.ask(placement, reply)
      }
    },
    fault(["paywall.priority.cdn-first"], "asks the server beside the CDN") { parts in
      let server = parts.configuration.remotes[1]
      parts.load = { load in
        defer { server.ask(load.placement) { _ in } }
        return try await load.soundly()
      }
    },
    fault(["paywall.priority.cdn-first"], "knows no CDN") { $0.configuration.remotes.removeFirst() },
    fault(["paywall.priority.server-after-cdn"], "knows no server") { $0.configuration.remotes.removeLast() },
    fault(["paywall.priority.cdn-first"], "looks at the cache first and asks the CDN last of all") {
      $0.order(.cache, .server, .cdn, .fallback)
    },
    fault(["paywall.priority.cdn-first"], "looks at the fallback first and asks the CDN last of all") {
      $0.order(.fallback, .server, .cache, .cdn)
    },
    fault(["paywall.priority.server-after-cdn"], "looks at the cache before the server") {
      $0.order(.cdn, .cache, .server, .fallback)
    },
    fault(["paywall.priority.server-after-cdn"], "looks at the fallback before the server") {
      $0.order(.cdn, .fallback, .cache, .server)
    },
    fault(
      ["paywall.priority.cache-after-network", "paywall.policy.reload-falls-back-to-cache"],
      "does not look at the cache"
    ) { $0.order(.cdn, .server, .fallback) },
    fault(["paywall.priority.cache-after-network"], "looks at the fallback before the cache") {
      $0.order(.cdn, .server, .fallback, .cache)
    },
    fault(["paywall.priority.error-when-all-fail"], "returns an empty paywall in place of an error") {
      $0.load = { load in
        do { return try await load.soundly() } catch { return load.emptyPaywall }
      }
    },
    fault(["paywall.priority.recovers"], "never asks the CDN again once it has failed") { parts in
      let cdn = parts.configuration.remotes[0]
      let hasFailed = Memo(false)
      parts.configuration.remotes[0] = PaywallRemote(cdn.name) { placement, reply in
        if hasFailed.value { return reply(.failure(RemoteFailure.refused)) }
        cdn.ask(placement) { answer in
          if case .failure = answer { hasFailed.value = true }
          reply(answer)
        }
      }
    },
  ]

  private static let fallbackFaults: [Fault] = [
    fault(["paywall.priority.fallback-after-cache"], "does not look at the fallback") {
      $0.configuration.fallback = nil
    },
    fault(["paywall.fallback.needs-configuration"], "hands out any placement's fallback") {
      $0.load = { load in
        do {
          return try await load.soundly()
        } catch {
          let file = try load.parts.configuration.fallback.map { [UInt8](try Data(contentsOf: $0)) }
          guard let first = file.flatMap(Paywall.list(bytes:))?.first else { throw error }
          return first
        }
      }
    },
    fault(["paywall.fallback.automatic"], "has to be told of the fallback again at each start") {
      if try !$0.placements.isEmpty { $0.configuration.fallback = nil }
    },
    fault(["paywall.fallback.never-masks-newer-data"], "caches the fallback") {
      $0.load = { load in
        let paywall = try await load.soundly()
        if try load.entry == nil { try load.store(paywall, loadedAt: load.parts.world.now) }
        return paywall
      }
    },
    fault(
      ["paywall.fallback.placement-names"], "does not find names that are not ASCII",
      seenIn: "adaptyteam/AdaptySDK-iOS 97df270c"
    ) {
      $0.load = { load in
        let paywall = try await load.soundly()
        if try load.entry == nil, !load.placement.utf8.allSatisfy({ $0 < 0x80 }) { throw NothingCached() }
        return paywall
      }
    },
    fault(["paywall.fallback.unreadable-file"], "does not start without its fallback file") {
      if let file = $0.configuration.fallback { _ = try Data(contentsOf: file) }
    },
  ]

  private static let copyFaults: [Fault] = [
    fault(["paywall.cache.holds-most-recent"], "stores nothing") {
      $0.store { $0.makes = { _ in false } }
    },
    fault(["paywall.cache.holds-most-recent", "paywall.overlap.update-during-load"], "keeps the first copy") {
      $0.store { storage in
        let base = storage.base
        storage.makes = { change in
          guard case .write(let collection, let key, _) = change else { return true }
          return (try? base.read(collection: collection, key: key)) == nil
        }
      }
    },
    fault(["paywall.cache.per-placement"], "has one copy for all placements") { $0.store { $0.key = { _ in "one" } } },
    fault(
      [
        "paywall.cache.failed-load-keeps-copy", "paywall.background.failure-keeps-copy",
        "paywall.lifecycle.nothing-else-clears",
      ], "drops the copy when a load or an update fails"
    ) { parts in
      let storage = parts.storage
      parts.take { answer, placement in
        if case .failure = answer {
          try? storage.apply([.remove(collection: PaywallCache.collection, key: placement)])
        }
        return answer
      }
    },
    fault(["paywall.cache.opaque"], "takes the content for text") {
      $0.cached = { paywall in
        paywall.map {
          Paywall(
            placement: $0.placement, version: $0.version,
            content: Array(String(decoding: $0.content, as: UTF8.self).utf8))
        }
      }
    },
  ]

  private static let policyFaults: [Fault] = [
    fault(
      ["paywall.policy.default-is-reload"], "goes on showing the old paywall",
      seenIn: "adaptyteam/AdaptySDK-Flutter#126"
    ) { $0.take { $0 ?? .returnCacheDataElseLoad } },
    fault(["paywall.policy.reload-asks-network-first"], "reads the cache first") {
      $0.take { $0 == .reloadRevalidatingCacheData ? .returnCacheDataElseLoad : $0 }
    },
    fault(["paywall.policy.cache-else-load-hit"], "loads after each cached read") {
      $0.load = { load in
        let paywall = try await load.soundly()
        if load.policy == .returnCacheDataElseLoad { _ = try? await load.under(.reloadRevalidatingCacheData) }
        return paywall
      }
    },
    fault(["paywall.policy.cache-else-load-hit"], "reloads") {
      $0.take { $0 == .returnCacheDataElseLoad ? .reloadRevalidatingCacheData : $0 }
    },
    fault(
      ["paywall.policy.cache-else-load-any-age", "paywall.lifecycle.nothing-else-clears"],
      "lets copies expire after a month"
    ) {
      let month = PaywallFetchPolicy.returnCacheDataIfNotExpiredElseLoad(maxAge: .seconds(30 * 86_400))
      $0.take { $0 == .returnCacheDataElseLoad ? month : $0 }
    },
    fault(["paywall.policy.cache-else-load-miss"], "does not load") {
      $0.load = { load in
        guard load.policy == .returnCacheDataElseLoad else { return try await load.soundly() }
        return try await load.first(of: [.cache, .fallback])
      }
    },
  ]
}
