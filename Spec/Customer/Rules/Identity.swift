/// Who the user is: an id that the app gives, or one that the module generates. Written under 'App User Id' in
/// RevenueCat's 'Caching'.
extension CustomerSpec {
  static var identityTopic: Topic<CustomerAction> {
    Topic("customer.identity", premises: identityPremises) {
      Rule(
        "survives-restart", .must, "The app user id is the same after a restart, even offline.", from: appUserIDs,
        faqLaunches, about: .keptState, .keptID
      ).rows {
        Row("a generated id", given: .anonymous.offline) {
          Step.isUser(.anonymous(1))
          Step(.restart)
          Step.isUser(.anonymous(1))
        }
        Row("after logging in", given: .loggedIn.offline) {
          Step(.restart)
          Step.isUser(.alice)
        }
        Row("configured with an id, then without one", given: .young.offline) {
          Step(.app(.configure(CustomerSetup())))
          Step.isUser(.alice)
        }
        Row("an id with punctuation and other scripts", given: .anonymous) {
          Step(.call(.logIn(odd)))
          Step.isUser(.known(odd))
          Step.reads(.v0, of: .known(odd))
          Step(.network(.down))
          Step.startWithoutID
          Step.isUser(.known(odd))
          Step.reads(.v0, of: .known(odd), by: .fromCacheOnly).demanded(by: "customer.info.survives-restart")
        }
      }
      Rule(
        "stable", .derived,
        "The app user id stays the same until the app changes it: time, failures and invalidation do not.",
        from: appUserIDs,
        because: "Follows from `customer.identity.survives-restart`: an id that changes by itself was not kept.",
        about: .keptID
      ).rows {
        isStable("a generated id", .anonymous(1), given: .anonymous)
        isStable("after logging in", .alice, given: .loggedIn)
      }
      Rule(
        "blank-id-refused", .derived,
        "An empty or blank app user id identifies nobody: logging in with one changes nothing, and no request is ever made for one.",
        from: appUserIDs,
        because:
          "Follows from `customer.identity.survives-restart`: under an id that identifies nobody, all users would share one user's data.",
        about: .blankID
      ).rows {
        refusesToLogIn("logging in with an empty id", "")
        refusesToLogIn("logging in with a space", " ")
        refusesToConfigure("configuring with an empty id", "")
        refusesToConfigure("configuring with a space", " ")
      }
      Rule(
        "made-up-ids-differ", .derived,
        "An app user id that the module generates differs from every id that it generated before, on this device or another.",
        from: appUserIDs, because: usersNeverMix, about: .madeUpIDs, .installation
      ).rows {
        Row("on another device", given: .anonymous) {
          Step(.use(.other))
          Step(.app(.configure(CustomerSetup())))
          Step.isUser(.anonymous(2))
        }
        Row("after logging out", given: .anonymous) {
          Step.changesUser(.call(.logIn(.alice)))
          Step.changesUser(.call(.logOut))
          Step(
            .call(.appUserID),
            oneOf: [
              Outcome("a new one", .answers(.user(.anonymous(2)))), Outcome("none", .answersNothing),
              Outcome("an error", .fails),
            ])
        }
      }
      Rule(
        "case-tells-apart", .derived,
        "App user ids that differ in case identify different users: neither is shown the other's data.",
        from: appUserIDs,
        because: usersNeverMix, about: .idCase
      ).rows {
        Row("logging in", given: .young) {
          Step(.call(.logIn("Alice")))
          Step.isUser(.known("Alice"))
          Step.reads(.v2, of: .known("Alice"))
        }
        Row("configuring", given: .cached.offline) {
          Step(.app(.configure(CustomerSetup("Alice"))))
          Step.isUser(.known("Alice"))
          Step(.call(.customerInfo(.fromCacheOnly)), .fails)
        }
      }
      Rule(
        "survives-kill", .derived,
        "After the app's process was killed without warning, the user is the same as before, and a user who had logged out is still logged out.",
        from: appUserIDs,
        because: "Follows from customer.identity.stable: most apps are killed rather than shut down in an orderly way.",
        about: .ending
      ).rows {
        Row("after logging in", given: .loggedIn) {
          Step(.network(.down))
          Step(.kill)
          Step.isUser(.alice)
        }
        Row("a generated id", given: .anonymous) {
          Step(.network(.down))
          Step(.kill)
          Step.isUser(.anonymous(1))
        }
        Row("after logging out", given: .loggedIn) {
          Step.changesUser(.call(.logOut))
          Step(.network(.down))
          Step(.kill)
          Step(
            .call(.appUserID),
            oneOf: [Outcome("nobody", .answersNothing), Outcome("somebody else", .answer(.notMentioning("alice")))])
        }
      }
      Rule(
        "unreadable-start", .open,
        "Who the user is after a start at which nothing that is stored can be read, as on a locked device: the same as before, or a new one.",
        from: appUserIDs, because: "The document says that ids are kept, and nothing of a start that cannot read them."
      ).rows {
        Row(given: .anonymous.offline) {
          Step(.restartUnreadable, oneOf: [Outcome("started"), Outcome("an error", .fails)])
          Step(.restart)
          Step(
            .call(.appUserID),
            oneOf: [
              Outcome("the same", .answers(.user(.anonymous(1)))), Outcome("a new one", .answers(.user(.anonymous(2)))),
            ])
        }
      }
    }
  }

  private static var identityPremises: [Premise<CustomerAction>] {
    [
      .last("customer.identity.survives-restart[after logging in]") {
        $0.before.hasRestarted || $0.isNewID || $0.action.searchesStorage
      },
      .broken("customer.identity.survives-restart[after logging in]") { $0.before.hasRestarted && $0.isAnotherUser },
    ]
  }

  /// An id that is easily damaged when it is used as a key, as a file name, or as a line of text.
  private static let odd: AppUserID = "../zoë 用户🎉@a\"b\tc\nd"

  /// Time, the clock, a failure and the background leave the user as it was.
  private static func isStable(_ row: String, _ user: CustomerUser, given: Fixture<CustomerAction>, line: Int = #line)
    -> Row
  {
    let isTheSame = CustomerStep.isUser(user)
    return Row(row, given: given, line: line) {
      Step(.advance(.days(1)))
      isTheSame
      Step(.setClock(by: .days(-1)))
      isTheSame
      Step(.network(.down))
      Step(.call(.customerInfo(.fetchCurrent)), .returns)
      isTheSame
      Step(.call(.invalidate))
      isTheSame
      Step(.app(.background))
      Step(.app(.foreground))
      isTheSame
    }
  }

  /// Logging in with an id that identifies nobody changes nothing.
  private static func refusesToLogIn(_ row: String, _ id: AppUserID, line: Int = #line) -> Row {
    Row(row, given: .cached, line: line) {
      Step(.call(.logIn(id)), oneOf: [Outcome("refused", .fails, asksForNobody), Outcome("ignored", asksForNobody)])
      Step.isUser(.alice)
      Step.reads(.v1, .requestsNothing)
    }
  }

  /// Configuring the cache with an id that identifies nobody is refused, or the module makes up an id.
  private static func refusesToConfigure(_ row: String, _ id: AppUserID, line: Int = #line) -> Row {
    Row(row, line: line) {
      Step(
        .app(.configure(CustomerSetup(id))),
        oneOf: [Outcome("refused", .fails, .requestsNothing), Outcome("an id made up", asksForNobody)])
      Step.isAnonymousOrNobody(1)
      Step(.app(.configure(CustomerSetup(.alice))))
      Step.reads(.v0)
    }
  }

  private static let asksForNobody = Expectation<CustomerAction>.request(.notMentioning(CustomerUser.nobodysName))
}
