import CacheVocabulary

/// The placements, versions and set-ups that the chapter's scenarios share.
extension Placement {
  /// The one that is meant where none is named.
  public static let onboarding: Placement = "from_onboarding"
  static let settings: Placement = "from_settings"
  static let deepLink: Placement = "deep_link"
}

/// Where each version of the main placement is, unless a scenario says otherwise: each layer answers with its own.
extension PaywallVersion {
  /// The fallback file's.
  static let v0 = PaywallVersion(0)
  /// The cached one.
  static let v1 = PaywallVersion(1)
  /// The server's.
  static let v2 = PaywallVersion(2)
  /// The CDN's.
  static let v3 = PaywallVersion(3)
  /// A still newer one.
  static let v4 = PaywallVersion(4)
  /// A bystander's.
  static let settings7 = PaywallVersion(7, of: .settings)
}

extension Duration {
  static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
  static func hours(_ count: Int) -> Duration { .minutes(60 * count) }
  static func days(_ count: Int) -> Duration { .hours(24 * count) }
}

extension PaywallFetchPolicy {
  static let halfAnHour = PaywallFetchPolicy.returnCacheDataIfNotExpiredElseLoad(maxAge: .minutes(30))

  static func maxAge(_ maxAge: Duration) -> Self { .returnCacheDataIfNotExpiredElseLoad(maxAge: maxAge) }
}

extension AppSetup {
  static let plain = AppSetup()
  /// Ships with version 0 for the main placement.
  static let withFallback = AppSetup(fallback: .holding([.v0]))
  /// Updates its cache every hour.
  static let updating = AppSetup(updateInterval: .hours(1))
}

extension [PaywallStep] {
  /// The app starts and loads another placement: a module that loads nothing, or answers everything alike, shows itself.
  static func started(_ setup: AppSetup = .plain) -> Self {
    [
      Step(.start(setup)),
      Step(.publish(.settings7)),
      Step(.call(.load(.settings)), .answers(.settings7)),
    ]
  }

  /// Beside that, version 2 is on the server and version 3 on the CDN.
  static func uncached(_ setup: AppSetup = .plain) -> Self {
    started(setup) + [Step(.publish(.v2, on: [.server])), Step(.publish(.v3, on: [.cdn]))]
  }

  /// Beside that, version 1 was loaded before and is cached.
  static func cached(_ setup: AppSetup = .plain) -> Self {
    started(setup) + [
      Step(.publish(.v1)),
      Step(.call(.load(.onboarding)), .answers(.v1), .stores(.v1)),
      Step(.publish(.v2, on: [.server])),
      Step(.publish(.v3, on: [.cdn])),
    ]
  }

  /// Neither remote layer can be reached.
  static let offline: Self = [Step(.remote(.down))]
  /// Both remote layers can be reached.
  static let online: Self = [Step(.remote(.up))]
}

extension Expectation {
  /// The caller gets this version.
  static func answers(_ version: PaywallVersion) -> Self { Self(.answer, .exactly([Fact(version)])) }
  /// Exactly this version is cached afterwards.
  static func stores(_ version: PaywallVersion) -> Self { Self(.stored, .exactly([Fact(version)])) }

  /// These layers are asked for a placement, in this order, and nothing else is.
  static func asks(_ layers: RemoteLayer..., for placement: Placement = .onboarding) -> Self {
    Self(.asked, .exactly(layers.map { Fact(PaywallRequest($0, for: placement)) }))
  }
}
