/// Logging out clears the cache, and the next user sees nothing of the previous one (RevenueCat's 'Caching',
/// 'CustomerInfo'). The table has every kind of request that may be in flight when a user logs out, or another logs in.
extension CustomerSpec {
  static var logoutTopic: Topic<CustomerAction> {
    Topic(
      "customer.logout", premises: logoutPremises,
      tables: [Table("An answer that comes after its user has left", legend: lateAnswerLegend, lateAnswerTable)],
      scenarios: lateAnswerTable.flatMap(\.scenarios)
    ) {
      Rule(
        "clears-customer-info", .must,
        "After logging out, no customer info is left in the cache: the next read has to fetch.", from: customerInfo,
        about: .appUser
      ).rows {
        Row(given: .cached.offline) {
          Step.logOutOffline
          Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing)
          Step(.call(.customerInfo()), .fails)
        }
        Row("and other is fetched", given: .cached.offline) {
          Step.logOutOffline
          Step(.serve(.customerInfo(.v2)))
          Step(.network(.up))
          Step.readsAnonymously(.v2)
        }
        // Elsewhere the app names the user when it starts.
        Row("of a user who has logged in", given: .loggedIn.offline) {
          Step.logOutOffline
          Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing)
        }
        Row("for the same user after logging in again", given: .cached.offline) {
          Step.logOutOffline
          Step.logsInOffline(.alice)
          Step(.call(.customerInfo(.fromCacheOnly)), .fails)
          Step(.serve(.customerInfo(.v2)))
          Step(.network(.up))
          Step.mayFail(.logIn(.alice))
          Step.readsAfterLoggingInAgain(.v2)
        }
      }
      Rule(
        "clears-offerings", .derived, "After logging out, no offerings are left in the cache.", from: customerInfo,
        because:
          "Follows from `customer.logout.clears-customer-info`: the document speaks of one cache that is cleared.",
        about: .appUser
      ).rows {
        Row(given: .offerings.offline) {
          Step.logOutOffline
          Step(.call(.offerings), .fails)
          Step(.serve(.offerings(.v2)))
          Step(.network(.up))
          Step.readsOfferingsAnonymously(.v2)
          Step.changesUser(.call(.logIn(.bob)))
          Step.readsOfferings(.v2, for: .bob)
        }
      }
      Rule(
        "stays-cleared", .must,
        "Customer info and offerings that logging out cleared are still gone after a restart, offline.",
        from: customerInfo, about: .appUser
      ).rows {
        Row(given: .cached.offline) {
          Step.logOutOffline
          Step.startWithoutID
          Step(.call(.customerInfo()), .fails)
          Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing)
        }
        Row("cleared offerings", given: .offerings.offline) {
          Step.logOutOffline
          Step.startWithoutID
          Step(.call(.offerings), .fails)
        }
        Row("configured with the old user's id", given: .cached.offline) {
          Step.logOutOffline
          Step(.app(.configure(CustomerSetup(.alice))))
          Step(.call(.customerInfo(.fromCacheOnly)), .fails)
        }
      }
      Rule(
        "new-identity", .open,
        "After logging out, the app user id is a generated one, or there is none; it is never the id of the user who logged out.",
        from: customerInfo,
        because: "The document does not say which id follows; a shipping SDK generates a new anonymous one."
      ).rows {
        Row(given: .loggedIn) {
          Step.changesUser(.call(.logOut))
          Step(
            .call(.appUserID),
            oneOf: [
              Outcome("a new anonymous id", .answers(oneOf: [.user(.anonymous(2)), .user(.anonymous(1))])),
              Outcome("no id", .answersNothing),
              Outcome("an error", .fails),
            ])
        }
      }
      Rule(
        "isolates-users", .derived,
        "After logging out, no read, listener or log shows the old user's data, and none of it is left in storage.",
        from: customerInfo, because: usersNeverMix, about: .appUser
      ).rows {
        Row("in reads of customer info", given: .young) {
          Step.changesUser(.call(.logOut))
          Step.readsAnonymously(.v2)
          Step.readsAnonymously(.v2)
        }
        Row("in reads of offerings", given: .youngOfferings) {
          Step.changesUser(.call(.logOut))
          Step.readsOfferingsAnonymously(.v2)
          Step.readsOfferingsAnonymously(.v2)
        }
        Row("in the listener and the log", given: .young.listening.logged) {
          Step(.call(.logOut), .notifiesOfNothingOfAlice)
          Step(.call(.customerInfo()), .returns, .notifiesOfNothingOfAlice, .logsNothingOfAlice)
          Step(.app(.background))
          Step.anHour
          Step(.app(.foreground), .notifiesOfNothingOfAlice, .logsNothingOfAlice)
          Step.readsAnonymously(.v2)
        }
        Row("in the stored bytes", given: .young.findable) {
          Step.changesUser(.call(.logOut))
          Step.findsNoAlice
          Step.readsAnonymously(.v2)
          Step.startWithoutID
          Step.findsNoAlice
        }
      }
      Rule(
        "late-answer-discarded", .derived,
        "After a user logs out, the answer to a request that was still in flight for that user is never cached for whoever comes next, and no listener is told of it.",
        from: customerInfo, because: usersNeverMix, about: .requestedUser
      ).rows {
        // Without network, no newer answer replaces the late one and hides it.
        Row("offline after the log-out", given: .held(.staleRead)) {
          Step(.network(.down))
          Step(.beginMeanwhile(.logOut), oneOf: [Outcome("fails", .fails), Outcome("succeeds")])
          Step(.requests(.customerInfo, .releaseAll))
          Step(.finish, .returns)
          Step(.callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]), oneOf: nothingOfAliceCached)
        }
      }
      Rule(
        "answer-after-return", .open,
        "When a user logs out and in again, the answer to a request made before the log-out that arrives after the log-in is either discarded or accepted.",
        from: customerInfo,
        because:
          "The answer is that user's own; the document does not mention requests made before the cache was cleared."
      ).rows {
        Row(given: .held(.staleRead)) {
          Step(.serve(.customerInfo(.v3)))
          Step.changesUser(.callMeanwhile(.logOut))
          Step.changesUser(.callMeanwhile(.logIn(.alice)))
          Step(.requests(.customerInfo, .releaseAll))
          Step(.finish, .returns)
          Step.isUser(.alice).demanded(by: "customer.login.requests-during-switch")
          Step(
            .call(.customerInfo()),
            oneOf: [Outcome("discarded", .answers(.info(.v3))), Outcome("accepted", .answers(.info(.v2)))])
        }
      }
      Rule(
        "anonymous", .open,
        "Logging out when no user is logged in either fails and clears nothing, or clears the cache and keeps, replaces or removes the anonymous user.",
        from: customerInfo, because: "The document does not mention it; a shipping SDK fails."
      ).rows {
        Row(given: .anonymous) { logsOutAnonymously }
        Row("after a restart", given: .anonymous) {
          Step(.restart)
          logsOutAnonymously
        }
        Row("after logging out", given: .young) {
          Step.changesUser(.call(.logOut))
          Step.isAnonymousOrNobody(1)
          logsOutAgain
          hasSameOrOtherID
        }
      }
      Rule(
        "other-installations", .derived,
        "Logging out clears the cache of this installation, and not that of another installation of the same user.",
        from: customerInfo,
        because:
          "Follows from `customer.offline.served-for-ever`: what is cached on a device is lost only through something that happens on that device.",
        about: .installation
      ).rows {
        Row(given: .onTwoDevices.offline) {
          Step.logOutOffline
          Step(.call(.customerInfo(.fromCacheOnly)), .fails)
          Step(.use(.main))
          Step.reads(.v1, .requestsNothing)
          Step(.restart)
          Step.reads(.v1)
          Step.isUser(.alice)
        }
      }
    }
  }

  private static var logoutPremises: [Premise<CustomerAction>] {
    [
      Premise("customer.logout.clears-customer-info") { $0.calls { $0 == .logOut } },
      .last("customer.logout.stays-cleared") { $0.before.hasRestartedLoggedOut },
      .broken("customer.logout.stays-cleared") { $0.isOfLoggedOut },
      .last("customer.logout.isolates-users[in the stored bytes]") {
        $0.action.searchesStorage && $0.before.loggedOut != nil
      },
    ]
  }

  /// An anonymous user logs out, and is read before and after the network goes down.
  private static let logsOutAnonymously: [CustomerStep] = [
    // A version that was not cached shows that the cache was cleared.
    Step(.serve(.customerInfo(.v1))),
    Step(
      .callInTurn([.logOut, .appUserID, .customerInfo()]),
      oneOf: [
        Outcome("refused, and nothing is cleared", .answer(.exactly([.nothing] + reading(.v0, of: .anonymous(1))))),
        Outcome("another user", .answer(.exactly(reading(.v1, of: .anonymous(2))))),
        Outcome("cleared, for the same user", .answer(.exactly(reading(.v1, of: .anonymous(1))))),
        Outcome("nobody", .answer(.exactly([.nothing, .nothing]))),
      ]),
    Step(.network(.down)),
    Step(
      .callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]),
      oneOf: [
        Outcome("customer info kept", .answer(.exactly(reading(.v0, of: .anonymous(1))))),
        Outcome("customer info of the other user fetched", .answer(.exactly(reading(.v1, of: .anonymous(2))))),
        Outcome("customer info fetched again", .answer(.exactly(reading(.v1, of: .anonymous(1))))),
        Outcome("no user, and no customer info", .answer(.exactly([.nothing, .nothing]))),
      ]),
  ]

  /// What reads of the user's id and of the user's customer info return.
  private static func reading(_ version: DataVersion, of user: CustomerUser) -> [Fact<CustomerAnswer>] {
    [.value(.user(user)), .value(.info(version, of: user))]
  }

  private static let logsOutAgain = CustomerStep(
    .call(.logOut), oneOf: [Outcome("refused", .fails), Outcome("succeeds")])

  private static let hasSameOrOtherID = CustomerStep(
    .call(.appUserID),
    oneOf: [
      Outcome("the same id", .answers(.user(.anonymous(1)))), Outcome("another id", .answers(.user(.anonymous(2)))),
      Outcome("no id", .answersNothing), Outcome("an error", .fails),
    ])

  /// There is no user, or an anonymous one with nothing cached. If logging out needs the server, alice is still the user.
  private static let nothingOfAliceCached: [Outcome<CustomerAction>] = [
    Outcome("nobody", .answer(.exactly([.nothing, .nothing]))),
    Outcome(
      "an anonymous user, with nothing cached",
      .answer(.oneOf((1...3).map { [.value(.user(.anonymous($0))), .nothing] }))),
    .stillAlice([.nothing, .value(.info(.v1)), .value(.info(.v2))]),
  ]
}

extension Fixture where Action == CustomerAction {
  /// Alice is logged in on this device and on another one.
  fileprivate static let onTwoDevices = cached.and(
    "alice is logged in on another device too, with version 1 of her customer info cached",
    relyingOn: "customer.login.requests-during-switch",
    [Step(.use(.other)), Step(.app(.configure(CustomerSetup()))), .changesUser(.call(.logIn(.alice))), .reads(.v1)])
}
