import Foundation

extension PaywallAction {
  package static let blindModules: [BlindModule] =
    policyModules + layerModules + cacheModules + runModules + updateModules + patternModules

  private static let policyModules: [BlindModule] =
    ([
      (PaywallInput.cacheFirst, .reloadRevalidatingCacheData), (PaywallInput.networkFirst, .returnCacheDataElseLoad),
    ] as [(RuleInput, PaywallFetchPolicy)]).map { input, policy in
      blind(to: input, "always \(policy.description)") { $0.take { _ in policy } }
    } + [
      blind(to: PaywallInput.anyAge, "always half an hour") {
        let halfAnHour = PaywallFetchPolicy.returnCacheDataIfNotExpiredElseLoad(maxAge: .seconds(1800))
        $0.take { if case .returnCacheDataIfNotExpiredElseLoad = $0 { $0 } else { halfAnHour } }
      },
      blind(to: .ending, "always in order") { $0.storage = LateStorage($0.storage) },
      blind(to: PaywallInput.age, "always young") { $0.takeAge { $0 == nil ? $0 : .returnCacheDataElseLoad } },
      blind(to: PaywallInput.age, "always old") { $0.takeAge { $0 == nil ? $0 : .reloadRevalidatingCacheData } },
      blind(to: PaywallInput.maxAge, "always half an hour") {
        $0.takeAge { _ in .returnCacheDataIfNotExpiredElseLoad(maxAge: .seconds(1800)) }
      },
      blind(to: PaywallInput.maxAge, "always a day") {
        $0.takeAge { _ in .returnCacheDataIfNotExpiredElseLoad(maxAge: .seconds(86_400)) }
      },
      blind(to: PaywallInput.ageAtStart, "always new") { try $0.stamp { $0.now() } },
      blind(to: PaywallInput.ageAtStart, "always old") { try $0.stamp { _ in .distantPast } },
      blind(to: PaywallInput.clock, "never set back") { parts in
        let latest = Memo(parts.world.now)
        let world = parts.world
        parts.now = {
          latest.change { latest in
            latest = max(latest, world.now)
            return latest
          }
        }
      },
    ]

  private static let layerModules: [BlindModule] =
    ([
      (PaywallInput.network, .noNetwork), (PaywallInput.refusal, .refused), (PaywallInput.failure, .timeOut),
      (PaywallInput.failure, .serverError),
    ] as [(RuleInput, RemoteFailure)]).map { input, failure in
      blind(to: input, "\(failure) is an answer") {
        $0.take { answer, placement in
          guard answer.fails(by: failure) else { return answer }
          return .success(Paywall(placement: placement, version: 0, content: []).bytes)
        }
      }
    } + [
      blind(to: PaywallInput.cdnFailure, "never") { parts in
        parts.answer(noting: parts.configuration.remotes[0]) { load, soundly, hasFailed in
          let paywall = try await soundly(load)
          if hasFailed.value { throw NothingCached() }
          return paywall
        }
      },
      blind(to: PaywallInput.cdn, "never") { parts in
        let cdn = parts.configuration.remotes[0]
        parts.configuration.remotes[0] = PaywallRemote(cdn.name) { placement, reply in
          cdn.ask(placement) { _ in reply(.failure(NothingCached())) }
        }
      },
      blind(to: PaywallInput.serverFailure, "never") { parts in
        parts.answer(noting: parts.configuration.remotes[1]) { load, soundly, hasFailed in
          let paywall = try? await soundly(load)
          if hasFailed.value { return load.emptyPaywall }
          guard let paywall else { throw NothingCached() }
          return paywall
        }
      },
      blind(to: PaywallInput.server, "never") { $0.configuration.remotes.removeLast() },
      blind(to: PaywallInput.bytes, "every answer can be read") {
        $0.take { answer, placement in
          guard case .success(let bytes) = answer, Paywall(bytes: bytes) == nil else { return answer }
          return .success(Paywall(placement: placement, version: 0, content: []).bytes)
        }
      },
      blind(to: PaywallInput.repetition, "each answer is the next request's") { $0.takeLeftOvers() },
      blind(to: PaywallInput.silence, "nobody is") { $0.dropAnswersBehindSilence() },
    ]

  private static let cacheModules: [BlindModule] = [
    blind(to: PaywallInput.cached, "never") { parts in
      let answers = Memo<[String: Int]>([:])
      parts.take { answer, placement in
        if case .success = answer { answers.change { $0[placement, default: 0] += 1 } }
        return answer
      }
      parts.load = { load in
        let before = answers.value[load.placement]
        let paywall = try await load.under(.reloadRevalidatingCacheData)
        return answers.value[load.placement] == before ? try await load.first(of: [.fallback]) : paywall
      }
    },
    blind(to: PaywallInput.uncached, "never") {
      $0.load = { load in
        let isFirst = load.policy != nil && load.policy != .reloadRevalidatingCacheData
        if try load.entry == nil, isFirst { return load.emptyPaywall }
        let isCached = try load.entry != nil
        let paywall = try? await load.soundly()
        if let paywall, try isCached || load.entry != nil { return paywall }
        return load.emptyPaywall
      }
    },
    blind(to: PaywallInput.fallback, "never one") { $0.configuration.fallback = nil },
    blind(to: PaywallInput.noFallback, "never") {
      $0.load = { load in do { return try await load.soundly() } catch { return load.emptyPaywall } }
    },
    blind(to: PaywallInput.origin, "always remote") {
      $0.load = { load in
        let paywall = try await load.soundly()
        if try load.entry == nil { try load.store(paywall, loadedAt: load.parts.now()) }
        return paywall
      }
    },
    blind(to: PaywallInput.loss, "a failure leaves nothing") { parts in
      let storage = parts.storage
      parts.take { answer, placement in
        if case .failure = answer {
          try? storage.apply([.remove(collection: PaywallCache.collection, key: placement)])
        }
        return answer
      }
    },
    blind(to: PaywallInput.success, "never after the first") {
      $0.store { storage in
        let base = storage.base
        storage.makes = { change in
          guard case .write(let collection, let key, _) = change else { return true }
          return (try? base.read(collection: collection, key: key)) == nil
        }
      }
    },
    blind(to: PaywallInput.content, "always text") {
      $0.cached = { $0?.with { Array(String(decoding: $0, as: UTF8.self).utf8) } }
    },
    blind(to: PaywallInput.content, "always nothing") { $0.cached = { $0?.with { _ in [] } } },
    blind(to: PaywallInput.placement, "always the same") { $0.store { $0.key = { _ in "one" } } },
    blind(to: PaywallInput.name, "always one") {
      $0.load = { load in
        let any = try load.parts.placements.min().flatMap { try load.parts.entry(for: $0)?.paywall }
        guard load.placement.isEmpty, let any else { return try await load.soundly() }
        return any
      }
    },
    blind(to: PaywallInput.spelling, "without case") { $0.store { $0.key = { $0.lowercased() } } },
    blind(to: PaywallInput.spelling, "without white space") {
      $0.store { $0.key = { $0.filter { !$0.isWhitespace } } }
    },
    blind(to: PaywallInput.quantity, "always few") { $0.dropOthers(beyond: 100) },
    blind(to: PaywallInput.quantity, "always small") {
      $0.store {
        $0.makes = { change in if case .write(_, _, let value) = change { value.count < 1 << 18 } else { true } }
      }
    },
  ]

  private static let runModules: [BlindModule] = [
    blind(to: PaywallInput.damage, "never damaged") { $0.serveUnreadableCopiesAsEmpty() },
    blind(to: PaywallInput.start, "always the first") { $0.storage = MemoryStorage() },
    keepingOutside(PaywallInput.installation, "never"),
    blind(to: PaywallInput.end, "it never has") { parts in
      let underWay = parts.countRequests()
      parts.close = { if underWay.value == 0 { $0.close() } }
    },
    blind(to: PaywallInput.clearing, "never") { $0.cleanUp = { _ in } },
    blind(to: PaywallInput.leaving, "never") { $0.logOut = { try $0.cleanUp() } },
  ]

  private static func keepingOutside(_ input: RuleInput, _ direction: String) -> BlindModule {
    let outside = PaywallOutside()
    return blind(to: input, direction) { $0.storage = outside.storage(of: $0.world) }
  }

  private static let updateModules: [BlindModule] = [
    blind(to: PaywallInput.updates, "never") { $0.timers = [{ _ in [] }] },
    blind(to: PaywallInput.severalFail, "the first fails for all") { parts in
      parts.endUpdates(withFailures: 1)
      parts.endPreloading(withFailures: 1)
    },
    blind(to: PaywallInput.several, "the first is all") { parts in
      parts.timers = [{ Array($0.prefix(1)) }]
      parts.critical = { Set($0.sorted().prefix(1)) }
    },
    blind(to: PaywallInput.recent, "always") { $0.limitRate(.seconds(5)) },
    blind(to: PaywallInput.underWay, "everything waits") {
      let underWay = $0.countRequests()
      $0.answer { load, soundly in
        if underWay.value > 0 { throw NothingCached() }
        return try await soundly(load)
      }
    },
  ]

  private static let patternModules: [BlindModule] = [
    blind(to: PaywallInput.quality, "always good") { $0.takeForGood { _ in true } },
    blind(to: PaywallInput.quality, "always poor") { $0.takeForGood { _ in false } },
    blind(to: PaywallInput.override, "never one") {
      $0.loadAdaptively = { try await $0.sound.loadAdaptively($0.placement, override: nil) }
    },
    blind(to: PaywallInput.override, "always a reload") {
      $0.loadAdaptively = { load in
        let named = load.policy.map { _ in PaywallFetchPolicy.reloadRevalidatingCacheData }
        return try await load.sound.loadAdaptively(load.placement, override: named)
      }
    },
    blind(to: PaywallInput.refresh, "never") {
      $0.refresh = { try await $0.sound.loadAdaptively($0.placement, override: nil) }
    },
    blind(to: PaywallInput.critical, "none") { $0.critical = { _ in [] } },
    blind(to: PaywallInput.critical, "all that are cached") { parts in
      let sound = parts
      parts.critical = { $0.union(try sound.placements) }
    },
  ]
}
