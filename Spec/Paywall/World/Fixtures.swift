extension Fixture where Action == PaywallAction {
  /// An app has loaded another placement: this exposes a module that loads nothing, or gives every load the same
  /// answer.
  static func started(_ setup: AppSetup = .plain) -> Self {
    Self(
      "an app with \(setup) has loaded \(PaywallVersion.settings7)", relyingOn: "paywall.priority.cdn-first",
      [Step(.start(setup)), Step(.publish(.settings7)), Step(.load(.settings), .answers(.settings7))])
  }

  /// An app has loaded version 1 and nothing else, so that background updates are for one placement.
  static func alone(_ setup: AppSetup) -> Self {
    Self(
      "an app with \(setup) has loaded version 1 and nothing else", relyingOn: "paywall.cache.holds-most-recent",
      [Step(.start(setup)), Step(.publish(.v1)), Step(.load(.onboarding), .answers(.v1), .stores(.v1))])
  }

  /// Nothing is cached for the main placement; the CDN has version 3 and the server version 2.
  static func uncached(_ setup: AppSetup = .plain) -> Self {
    started(setup).leading(
      to: "an app with \(setup); only \(PaywallVersion.settings7) is cached; \(publishedWords)", published)
  }

  /// Version 1 is the only version so far, and is cached.
  static func firstCached(_ setup: AppSetup = .plain) -> Self {
    started(setup).leading(
      to: "an app with \(setup); version 1 is published and cached", relyingOn: "paywall.cache.holds-most-recent",
      [Step(.publish(.v1)), Step(.load(.onboarding), .answers(.v1), .stores(.v1))])
  }

  /// Version 1 is cached and has this age; meanwhile the CDN has version 3 and the server version 2.
  static func cached(_ setup: AppSetup = .plain, aged age: Duration = .zero) -> Self {
    let isNew = age == .zero
    return firstCached(setup).leading(
      to: "an app with \(setup); version 1 is cached\(isNew ? "" : ", \(age.inWords) old"); \(publishedWords)",
      published + (isNew ? [] : [Step(.advance(age))]))
  }

  private static let publishedWords = "the CDN has version 3, the server version 2"
  private static let published: [PaywallStep] = [
    Step(.publish(.v2, on: [.server])), Step(.publish(.v3, on: [.cdn])),
  ]

  // MARK: Further conditions

  /// The CDN refuses connections, and the server can be reached.
  var cdnDown: Self { remote(.down, of: [.cdn]) }
  /// The device has no network.
  var offline: Self { remote(.noNetwork) }

  /// The remote layers behave this way.
  func remote(
    _ state: RemoteState, of layers: [RemoteLayer] = RemoteLayer.allCases, for placement: Placement? = nil
  ) -> Self {
    let step = PaywallStep(.remote(state, of: layers, for: placement))
    return and(step.description, [step])
  }

  /// Remote layers do not answer.
  func silent(_ layers: [RemoteLayer]) -> Self {
    let step = PaywallStep(.silence(layers))
    return and(step.description, [step])
  }

  /// The network has this quality.
  func network(_ quality: NetworkQuality) -> Self { and("the network is \(quality)", [Step(.network(quality))]) }

  /// Time has passed.
  func later(_ duration: Duration) -> Self { and("\(duration.inWords) later", [Step(.advance(duration))]) }

  /// Both remote layers have these versions.
  func published(_ versions: PaywallVersion...) -> Self {
    and(
      "CDN and server have \(versions.map(\.description).joined(separator: " and "))",
      versions.map { Step(.publish($0)) })
  }

  // MARK: What the app did before

  /// The app has restarted.
  func restarted() -> Self {
    and("the app has restarted", relyingOn: "paywall.lifecycle.survives-restart", [Step(.restart)])
  }

  /// A load whose `maxAge` is half an hour found the copy expired, and returned this version.
  func reloadedExpiredCopy(_ version: PaywallVersion) -> Self {
    and(
      "a load with a maxAge of 30 min has brought \(version)", relyingOn: "paywall.policy.max-age-expired",
      [Step(.load(.onboarding, .halfAnHour), .answers(version), .requestsCDN)])
  }

  /// A placement was preloaded from the CDN.
  func preloaded(_ placement: Placement) -> Self {
    and(
      "\(placement) is preloaded", relyingOn: "paywall.preload.critical-placements",
      [Step(.preload([placement]), .requestsCDN(for: placement))])
  }

  /// A load of the main placement, named *the load*, waits for the CDN.
  var loading: Self {
    and(
      "a load waits for the CDN", relyingOn: "paywall.priority.cdn-first",
      [
        Step(.requests(.hold)), Step(.begin(.load(.onboarding), as: "the load")),
        Step(.requests(.awaitHeld(1)), .requestsCDN, .reloads),
      ])
  }

  /// A second load found version 3, and version 3 is cached.
  var reloaded: Self {
    and(
      "a load has cached version 3", relyingOn: "paywall.cache.holds-most-recent", [.reloads(finding: .v3)])
  }

  /// An update in the background waits for the CDN.
  var updating: Self {
    and(
      "2 h later an update waits for the CDN", relyingOn: "paywall.background.updates-cache",
      [Step(.requests(.hold)), Step(.advance(.hours(2))), Step(.requests(.awaitHeld(1)))])
  }

  /// An update in the background has cached this version.
  func updated(to version: PaywallVersion) -> Self {
    and(
      "an update has cached \(version)", relyingOn: "paywall.background.updates-cache",
      [Step(.advance(.hours(2))), Step(.inspect(.onboarding), .stores(version))])
  }

  /// A load that prefers the cache made no request: one that makes a request would wait for ever while requests are
  /// held.
  var readFromCache: Self {
    and(
      "a load has returned the copy and asked nothing", relyingOn: "paywall.policy.cache-else-load-hit",
      [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing)])
  }

  /// A load returned this version of the fallback file.
  func returnedFallback(_ version: PaywallVersion) -> Self {
    and(
      "a load has returned \(version)", relyingOn: "paywall.priority.fallback-after-cache",
      [Step(.load(version.placement), .answers(version))])
  }
}

extension Placement {
  /// The default placement.
  public static let onboarding = Placement("from_onboarding")
  static let settings = Placement("from_settings")
  static let deepLink = Placement("deep_link")
}

/// Each layer's version of the main placement, unless a scenario says otherwise.
extension PaywallVersion {
  /// The fallback file's.
  static let v0 = PaywallVersion(0)
  /// The cached one.
  static let v1 = PaywallVersion(1)
  /// The server's.
  static let v2 = PaywallVersion(2)
  /// The CDN's.
  static let v3 = PaywallVersion(3)
  /// Still newer ones.
  static let v4 = PaywallVersion(4)
  static let v5 = PaywallVersion(5)
  /// Another placement's.
  static let settings7 = PaywallVersion(7, of: .settings)
  static let settings8 = PaywallVersion(8, of: .settings)
  static let settings9 = PaywallVersion(9, of: .settings)
  static let deepLink0 = PaywallVersion(0, of: .deepLink)
  static let deepLink5 = PaywallVersion(5, of: .deepLink)
  static let deepLink6 = PaywallVersion(6, of: .deepLink)
}

extension PaywallRequest {
  /// The CDN is asked for the main placement.
  static let cdn = PaywallRequest(.cdn, for: .onboarding)
  /// The server is asked for the main placement.
  static let server = PaywallRequest(.server, for: .onboarding)
}

extension PaywallFetchPolicy {
  static let halfAnHour = PaywallFetchPolicy.returnCacheDataIfNotExpiredElseLoad(maxAge: .minutes(30))
  static let threeHours = PaywallFetchPolicy.returnCacheDataIfNotExpiredElseLoad(maxAge: .hours(3))
}

extension AppSetup {
  static let plain = AppSetup()
  /// Ships with version 0 for the main placement.
  static let withFallback = AppSetup(fallback: .holding([.v0]))
  /// Updates its cache every hour.
  static let updating = AppSetup(updateInterval: .hours(1))
  /// A day's wait does not time out here: a held request is slow, not unanswered.
  static let patient = AppSetup(timeOut: .days(1))
  static let patientAndUpdating = AppSetup(updateInterval: .hours(1), timeOut: .days(1))
}
