/// Logging in, whoever was the user before. Written under 'CustomerInfo' in RevenueCat's 'Caching'. Answers that come
/// after another user has logged in are in the table of `Logout.swift` too.
extension CustomerSpec {
  static var loginTopic: Topic<CustomerAction> {
    Topic("customer.login", premises: loginPremises) {
      Rule(
        "isolates-users", .derived,
        "After another user has logged in, no read, listener or log shows the old user's data.", from: customerInfo,
        because: usersNeverMix, about: .appUser
      ).rows {
        Row("in reads of customer info", given: .young) {
          Step.changesUser(.call(.logIn(.bob)))
          Step.reads(.v2, of: .bob)
          Step.reads(.v2, of: .bob)
        }
        Row("in reads of offerings", given: .youngOfferings) {
          Step.changesUser(.call(.logIn(.bob)))
          Step.readsOfferings(.v2, for: .bob)
          Step.readsOfferings(.v2, for: .bob)
        }
        Row("in the listener and the log", given: .young.listening.logged) {
          Step(.call(.logIn(.bob)), .notifiesOfNothingOfAlice)
          Step(.call(.customerInfo()), .returns, .notifiesOfNothingOfAlice, .logsNothingOfAlice)
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .notifiesOfNothingOfAlice, .logsNothingOfAlice)
          Step.reads(.v2, of: .bob)
        }
        Row("offline", given: .young.offline) {
          Step.logsInOffline(.bob)
          Step(.callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]), oneOf: bobHasNothing(.info(.v1)))
        }
        Row("offline, and after a restart", given: .loggedIn.offline) {
          Step.logsInOffline(.bob)
          Step(.restart)
          Step(.callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]), oneOf: bobHasNothing(.info(.v0)))
        }
        Row("the old user was anonymous", given: .anonymous.serving(.v1)) {
          Step.changesUser(.call(.logIn(.alice)))
          Step.reads(.v1)
          Step.reads(.v1)
        }
      }
      Rule(
        "stored-copy", .open,
        "When another user logs in, what is stored for the old user is removed, or kept for the old user.",
        from: customerInfo,
        because:
          "The document says that logging out clears the cache, but not what happens to it when another user logs in without a log-out."
      ).rows {
        Row(given: .young.findable) {
          Step.changesUser(.call(.logIn(.bob)))
          Step.reads(.v2, of: .bob)
          Step(.searchStorage(.alice), oneOf: [Outcome("removed", .storesNothing), Outcome("kept", .stores(.alice))])
        }
      }
      Rule(
        "late-answer-discarded", .derived,
        "After another user logs in, the answer to a request that was still in flight for the old user never enters the new user's cache, and no listener is told of it.",
        from: customerInfo, because: usersNeverMix, about: .requestedUser
      ).rows {
        // This holds for every earlier user, not only for the user before the last switch.
        Row("after two users have logged in", given: .held(.staleRead)) {
          Step(.serve(.customerInfo(.v3)))
          Step(.listen(.start))
          Step.changesUser(.callMeanwhile(.logIn(.bob)))
          Step.changesUser(.callMeanwhile(.logIn(.carol)))
          Step(.requests(.customerInfo, .releaseAll), .notifiesOfNothingOfAlice).premise(
            "customer.login.requests-during-switch[one user, and then another]")
          Step(.finish, .returns)
          Step.isUser(.known(.carol))
          Step.reads(.v3, of: .known(.carol))
          Step.reads(.v3, of: .known(.carol))
          Step.startWithoutID
          Step.reads(.v3, of: .known(.carol))
        }
        // Without network, no newer answer replaces the late one and hides it.
        Row("offline after the log-in", given: .held(.staleRead)) {
          Step(.network(.down))
          Step(.beginMeanwhile(.logIn(.bob)), oneOf: [Outcome("fails", .fails), Outcome("succeeds")])
          Step(.requests(.customerInfo, .releaseAll))
          Step(.finish, .returns)
          Step(.callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]), oneOf: bobHasNothing(.info(.v1), .info(.v2)))
            .premise("customer.login.isolates-users[offline]")
        }
        Row("a queued purchase is not made for the new user", given: .held(.purchase)) {
          queued
          Step.changesUser(.beginMeanwhile(.logIn(.bob)))
          nothingIsSent(by: .bob, at: .requests(.customerInfo, .releaseAll))
          nothingIsSent(by: .bob, at: .finish, .returns)
          Step.isUser(.bob)
          Step.reads(.v3, of: .bob)
          Step.reads(.v3, of: .bob, by: .fetchCurrent)
          Step.startWithoutID
          Step.reads(.v3, of: .bob)
        }
      }
      Rule(
        "requests-during-switch", .derived,
        "Once another user is logged in, each read requests and returns the new user's data, whatever requests are still in flight for the old user.",
        from: customerInfo, because: usersNeverMix, about: .requestedUser, .appUser
      ).rows {
        // A request for the old user and one for the new user are separate, whichever is answered first.
        Row(given: .held(.fetchCurrent)) {
          Step(.serve(.customerInfo(.v3)))
          Step.changesUser(.callMeanwhile(.logIn(.bob)))
          Step.reads(.v3, of: .bob, by: .fetchCurrent)
          Step(.requests(.customerInfo, .releaseAll))
          Step(.finish, .returns)
          Step.isUser(.bob).demanded(by: "customer.identity.stable")
          Step.reads(.v3, of: .bob, .requestsNothing)
        }
        Row("the user who logged out, and then another", given: .young) {
          Step.changesUser(.call(.logOut))
          Step.changesUser(.call(.logIn(.alice)))
          Step.readsAfterLoggingInAgain(.v2)
          Step.isUser(.alice).demanded(by: "customer.identity.stable")
          Step.changesUser(.call(.logIn(.bob)))
          Step.reads(.v2, of: .bob)
          Step.isUser(.bob).demanded(by: "customer.identity.stable")
        }
        Row("one user, and then another", given: .young) {
          Step.changesUser(.call(.logIn(.bob)))
          Step.reads(.v2, of: .bob)
          Step.isUser(.bob).demanded(by: "customer.identity.stable")
          Step.changesUser(.call(.logIn(.carol)))
          Step.reads(.v2, of: .known(.carol))
          Step.isUser(.known(.carol)).demanded(by: "customer.identity.stable")
        }
        Row("during a first read of offerings", given: .held(.offeringsFirstRead)) {
          Step(.serve(.offerings(.v3)))
          Step.changesUser(.callMeanwhile(.logIn(.bob)))
          Step.readsOfferings(.v3, for: .bob)
          Step(.requests(.offerings, .releaseAll))
          Step(.finish, .returns)
          Step.isUser(.bob).demanded(by: "customer.identity.stable")
          Step.readsOfferings(.v3, for: .bob).demanded(by: "customer.login.late-answer-discarded")
        }
      }
    }
  }

  private static var loginPremises: [Premise<CustomerAction>] {
    [
      Premise("customer.login.requests-during-switch[one user, and then another]") { $0.calls(\.changesUser) },
      .broken("customer.login.requests-during-switch[one user, and then another]") { $0.asksForLoggedOut }
        .explainingAnyFailure,
      .last("customer.login.isolates-users[offline, and after a restart]") { $0.readsUnfetched },
    ]
  }

  /// bob is the user and has nothing yet. If logging in needs the server, alice is still the user.
  private static func bobHasNothing(_ alicesData: CustomerAnswer...) -> [Outcome<CustomerAction>] {
    [
      Outcome("bob, with nothing cached", .answer(.exactly([.value(.user(.bob)), .nothing]))),
      .stillAlice([.nothing] + alicesData.map { .value($0) }),
    ]
  }

  /// A cache may make purchases concurrently or one after another: a queued purchase is never sent for the next user.
  private static let queued: [CustomerStep] = [
    Step(.requests(.customerInfo, .hold)), Step(.begin(.purchase("extra"))), Step(.begin(.restore)),
    Step(
      .requests(.customerInfo, .awaitHeldUnlessJoined(3)),
      oneOf: [Outcome("all at once"), Outcome("one after the other", .fails)]),
    Step(.requests(.customerInfo, .holdNoMore)), Step(.serve(.customerInfo(.v3))),
  ]

  private static func nothingIsSent(
    by user: CustomerUser, at action: CustomerAction, _ more: Expectation<CustomerAction>...
  ) -> CustomerStep {
    let calls: [CustomerRequest] = [CustomerRequest(.purchase("extra"), user), CustomerRequest(.restore, user)]
    return Step(action, calls.map { .request(.times(0, .value($0))) } + more)
  }
}
