/// Updates and calls that will fail, and what happens to the cache while they are in flight.
extension PaywallSpec {
  static let failingScenarios: [PaywallScenario] = [newerCopy, cleanedUp] + fallbackUpdates

  private static let failingUpdate: PaywallFixture = .alone(.patientAndUpdating).offline.updating

  /// An update fails after a load has cached a version.
  private static let newerCopy = PaywallScenario(
    "paywall.overlap.update-during-load", "an update that fails after it", given: failingUpdate,
    then: (2...4).flatMap { number -> [PaywallStep] in
      let (version, name) = (PaywallVersion(number), "load \(number)")
      // A module may skip an update or two after one that failed; for a module that does not, they come before the held
      // one.
      let nextUpdate: [PaywallStep] = [
        Step(.remote(.up)), Step(.advance(.hours(5))), Step(.remote(.noNetwork)), Step(.requests(.hold)),
        Step(.advance(.hours(2))), Step(.requests(.awaitHeld(1))),
      ]
      return (number == 2 ? [] : nextUpdate) + [
        Step(.remote(.up)), Step(.publish(version)), Step(.begin(.load(.onboarding), as: name)), Step(.awaitBothHeld),
        Step(.requests(.releaseNewest)), Step(.finish(name), .answers(version), .stores(version)),
        Step(.remote(.noNetwork)), Step(.requests(.releaseAll)), Step(.inspect(.onboarding), .stores(version)),
      ]
    } + [Step(.restart), Step(.inspect(.onboarding), .stores(PaywallVersion(4)))])

  /// An update fails after a clean-up.
  private static let cleanedUp = PaywallScenario(
    "paywall.lifecycle.manual-cleanup-clears", "before an update fails", given: failingUpdate,
    then: [cleanUpMeanwhile, Step(.requests(.releaseAll))] + nothingIsCached)

  /// A clean-up while a request is held. The document does not say whether it waits for requests in flight.
  static let cleanUpMeanwhile = PaywallStep(
    .app(.cleanUp), oneOf: [Outcome("at once"), Outcome("when what is under way is done", .fails)])

  static let nothingIsCached: [PaywallStep] = [
    Step(.inspect(.onboarding), .storesNothing), Step(.restart), Step(.inspect(.onboarding), .storesNothing),
  ]

  /// An update that reaches no remote layer leaves the cache as it was, whatever the fallback file holds.
  private static let fallbackUpdates: [PaywallScenario] =
    [("an update", 0), ("an update, with a newer fallback", 9)].map { (name: String, version: Int) in
      let setup = AppSetup(fallback: .holding([PaywallVersion(version)]), updateInterval: .hours(1))
      let round: [PaywallStep] = [
        Step(.advance(.hours(2))), Step(.inspect(.onboarding), .stores(.v1)),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1)), Step(.restart),
        Step(.inspect(.onboarding), .stores(.v1)),
      ]
      return Scenario(
        "paywall.fallback.never-masks-newer-data", "after \(name)", given: .cached(setup).offline,
        then: round + round + [
          Step(.remote(.up)), Step(.advance(.hours(2))), Step(.inspect(.onboarding), .stores(.v3)),
        ])
    } + [
      Scenario(
        "paywall.fallback.never-masks-newer-data", "after an update, with nothing cached",
        given: .uncached(AppSetup(fallback: .holding([.v0]), updateInterval: .hours(1))).offline.returnedFallback(.v0),
        then: [Step(.advance(.hours(2)))] + nothingIsCached + [Step(.advance(.hours(2)))] + nothingIsCached + [
          Step(.remote(.up)), Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .stores(.v3)),
        ])
    ]
}
