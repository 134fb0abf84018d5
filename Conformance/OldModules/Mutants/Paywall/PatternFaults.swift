import CacheConformance
import CacheVocabulary
import ReferenceCache

enum FairCountsAsGood: PaywallFault {
  static func adapt(_ load: FaultyPaywallLoad) async throws -> Paywall {
    let isGood = load.parts.world.networkQuality >= .fair
    return try await load.under(load.policy ?? (isGood ? .reloadRevalidatingCacheData : .returnCacheDataElseLoad))
  }
}

enum GoodCountsAsPoor: PaywallFault {
  static func adapt(_ load: FaultyPaywallLoad) async throws -> Paywall {
    let isGood = load.parts.world.networkQuality > .good
    return try await load.under(load.policy ?? (isGood ? .reloadRevalidatingCacheData : .returnCacheDataElseLoad))
  }
}

enum PoorNetworkOverridesTheCaller: PaywallFault {
  static func adapt(_ load: FaultyPaywallLoad) async throws -> Paywall {
    load.parts.world.networkQuality < .good
      ? try await load.under(.returnCacheDataElseLoad) : try await load.adapted()
  }
}

enum RefreshGoesByTheNetwork: PaywallFault {
  static func refresh(_ load: FaultyPaywallLoad) async throws -> Paywall { try await load.adapted() }
}

enum RefreshKnowsTheNetworkOnly: PaywallFault {
  static func refresh(_ load: FaultyPaywallLoad) async throws -> Paywall {
    try await load.first(of: [.cdn, .server])
  }
}

enum PreloadsNothing: PaywallFault {
  static func preload(_ placements: Set<String>) -> Set<String> { [] }
}

enum PreloadsTheFirstOnly: PaywallFault {
  static func preload(_ placements: Set<String>) -> Set<String> { Set(placements.sorted().prefix(1)) }
}

enum PreloadsAllWhenNoneIsNamed: PaywallFault {
  static func preload(_ placements: Set<String>) -> Set<String> {
    placements.isEmpty ? ["from_onboarding", "from_settings", "deep_link"] : placements
  }
}

enum RepositoryKeepsWhatItReturned: PaywallFault {
  static func get(_ load: FaultyPaywallLoad, _ repository: PaywallRepository) async throws -> Paywall {
    try await load.parts.memory.first(for: load.placement) {
      try await repository.paywall(for: load.placement)
    }
  }
}
