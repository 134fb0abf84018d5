/// A repository that loads the placements named critical before they are requested. It is written in Adapty's 'Understand
/// the caching system in Adapty', under 'Integration with complex app architectures', as code.
extension PaywallSpec {
  static var preloadTopic: Topic<PaywallAction> {
    Topic("paywall.preload", premises: preloadPremises) {
      Rule(
        "critical-placements", .must, "Placements that are named critical are loaded before they are requested.",
        from: patterns, about: PaywallInput.critical, PaywallInput.several
      ).rows {
        Row(given: .cached().published(.deepLink5)) {
          Step(
            .preload([.onboarding, .deepLink]),
            .request(.inAnyOrder([.value(.cdn), .value(PaywallRequest(.cdn, for: .deepLink))])))
          Step(.inspect(.onboarding), .stores(.v3))
          Step(.inspect(.deepLink), .stores(.deepLink5))
          Step(.remote(.noNetwork))
          Step(.call(.get(.onboarding)), .answers(.v3))
          Step(.call(.get(.deepLink)), .answers(.deepLink5))
        }
        Row("over a poor network", given: .cached().network(.poor)) {
          Step(.preload([.onboarding]), .requestsCDN)
          Step(.inspect(.onboarding), .stores(.v3))
          Step(.call(.get(.onboarding)), .answers(.v3), .requestsNothing)
        }
      }
      Rule(
        "failure-is-silent", .must,
        "A placement that fails to preload stops neither the others nor the app; a later request for it behaves as if nothing had been preloaded.",
        from: patterns, about: PaywallInput.severalFail
      ).rows {
        Row("another placement preloads", given: .uncached()) {
          Step(
            .preload([.deepLink, .onboarding]),
            .request(
              .containing([.value(PaywallRequest(.cdn, for: .deepLink)), .value(.cdn)])))
          Step(.inspect(.onboarding), .stores(.v3))
          Step(.inspect(.deepLink), .storesNothing)
        }
        Row("it is requested over a good network", given: .uncached().network(.good)) {
          Step(.preload([.deepLink]))
          Step(.call(.get(.deepLink)), .fails)
          Step(.publish(.deepLink5))
          Step(.call(.get(.deepLink)), .answers(.deepLink5), .requestsCDN(for: .deepLink), .stores(.deepLink5))
          Step(.publish(.deepLink6))
          Step(.call(.get(.deepLink)), .answers(.deepLink6), .requestsCDN(for: .deepLink), .stores(.deepLink6)).premise(
            "paywall.preload.others-unaffected[others have been preloaded]")
        }
      }
      Rule(
        "none-when-empty", .must, "With an empty set of critical placements nothing is preloaded: no request is made.",
        from: patterns, about: PaywallInput.critical
      ).rows {
        Row(given: .cached()) {
          Step(.preload([.settings]), .requestsCDN(for: .settings))
          Step(.preload([]), .requestsNothing)
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.call(.get(.onboarding)), .answers(.v3), .requestsCDN, .stores(.v3))
        }
      }
      Rule(
        "others-unaffected", .must, "Placements that are not critical behave as they do without preloading.",
        from: patterns, about: PaywallInput.critical
      ).rows {
        Row("others have been preloaded", given: .cached()) {
          Step(.preload([.settings]), .requestsCDN(for: .settings))
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.network(.poor))
          Step(.call(.get(.onboarding)), .answers(.v1), .requestsNothing)
          Step(.network(.good))
          Step(.call(.get(.onboarding)), .answers(.v3), .requestsCDN, .stores(.v3))
          Step(.publish(.v4))
          Step(.call(.get(.onboarding)), .answers(.v4), .requestsCDN, .stores(.v4))
        }
        Row("others are being preloaded", given: .cached()) {
          Step(.requests(.hold))
          Step(.preload([.settings]))
          Step(.requests(.awaitHeld(1)))
          Step(.begin(.get(.onboarding), as: "load"))
          Step(.requests(.awaitHeld(2)))
          Step(.requests(.releaseNewest))
          Step(.finish("load"), .answers(.v3), .stores(.v3))
        }
      }
      Rule(
        "newer-data", .open,
        "When a preloaded placement is requested over a good network and newer data is available, the preloaded paywall is returned, or the newer one.",
        from: patterns, because: "The document stores preloaded paywalls, and does not say how the app retrieves them."
      ).rows {
        Row(given: .cached().network(.good).preloaded(.onboarding).published(.v4)) {
          Step(
            .call(.get(.onboarding)),
            oneOf: [
              Outcome("the preloaded paywall", .answers(.v3), .requestsNothing),
              Outcome("the newer paywall", .answers(.v4), .requestsCDN),
            ])
        }
      }
    }
  }

  private static var preloadPremises: [Premise<PaywallAction>] {
    [
      .last("paywall.preload.critical-placements") { $0.isPreloaded },
      Premise("paywall.preload.failure-is-silent[another placement preloads]") { $0.isPreload }
        .lessBasic(than: "paywall.preload.critical-placements"),
    ]
  }
}
