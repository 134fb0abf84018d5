/// What remains of customer info when a run of the app ends, normally or without warning. Written under 'CustomerInfo',
/// 'Does data cache between app launches?' and 'How does the cache work if the user is offline?' in RevenueCat's
/// 'Caching'.
extension CustomerSpec {
  static var infoTopic: Topic<CustomerAction> {
    Topic("customer.info", premises: infoPremises) {
      Rule(
        "survives-restart", .must,
        "Customer info can be read without any network after a restart, and after a hundred within a year.",
        from: faqLaunches, faqOffline, about: .keptState
      ).rows {
        Row(given: .cached.offline) {
          Step(.restart)
          Step.reads(.v1)
          Step(.restart)
          Step.reads(.v1, by: .fromCacheOnly)
        }
        Row("a hundred restarts within a year", given: .cached.offline) {
          (1...100).flatMap { _ in [Step(.advance(.days(365) / 100)), Step(.restart)] }
          Step.reads(.v1)
          Step.reads(.v1, by: .fromCacheOnly)
        }
      }
      Rule(
        "age-survives-restart", .derived, "Customer info that was old before a restart is still old after it.",
        from: customerInfo,
        because:
          "Follows from `customer.get.refreshes-when-old`: otherwise an app that is started often would never ask again.",
        about: .storedInfoAge
      ).rows {
        Row("stale before the restart", given: .stale.offline) {
          Step(.restart)
          Step(.network(.up))
          Step.reads(.v2, by: .notStaleCachedOrFetched)
        }
        Row("it ages while the app does not run", given: .young.offline) {
          Step(.restart(after: .minutes(5) + .seconds(1)))
          Step.reads(.v1, by: .fromCacheOnly)
          Step(.network(.up))
          Step.reads(.v2, by: .notStaleCachedOrFetched)
        }
      }
      Rule(
        "unreadable-copy", .derived,
        "A stored copy that is truncated, overwritten or in an earlier format counts as no copy, unless it can be read in full; the next fetch stores a copy again.",
        from: faqLaunches,
        because:
          "Follows from `customer.info.survives-restart`: a copy that survives a restart may have been damaged in between.",
        about: .wholeCopy
      ).rows {
        unreadable("the second half is missing", .damage(.truncated), mayBeRead: true)
        unreadable("the last bytes are missing", .damage(.shortened), mayBeRead: true)
        unreadable("no bytes are left", .damage(.emptied), mayBeRead: false)
        unreadable("other bytes in its place", .damage(.overwritten), mayBeRead: false)
        unreadable(
          "an earlier format, with entitlements", .app(.upgrade(.v1, of: .alice, with: ["pro", "extra"])),
          mayBeRead: true, with: ["pro", "extra"])
      }
      Rule(
        "survives-kill", .derived,
        "After the app's process was killed without warning, cached customer info is still there, and customer info that a log-out cleared is still gone.",
        from: faqLaunches,
        because:
          "Follows from customer.info.survives-restart: most apps are killed rather than shut down in an orderly way.",
        about: .ending
      ).rows {
        Row("a cached copy", given: .cached) {
          Step(.network(.down))
          Step(.kill)
          Step.reads(.v1, by: .fromCacheOnly)
        }
        Row("killed during a fetch", given: .cached) {
          Step(.requests(.customerInfo, .hold))
          Step(.begin(.customerInfo(.fetchCurrent)))
          Step(.requests(.customerInfo, .awaitHeld(1)))
          Step(.network(.down))
          Step(.kill)
          Step.reads(.v1, by: .fromCacheOnly).premise("customer.offline.served-for-ever[a year in one run]")
        }
        Row("killed after a log-out", given: .loggedIn) {
          Step.changesUser(.call(.logOut))
          Step(.network(.down))
          Step(.kill)
          readsNothingOfAlice
        }
        Row("killed after a newer version was fetched", given: .loggedIn) {
          Step(.serve(.customerInfo(.v2)))
          Step(.call(.customerInfo(.fetchCurrent)))
          Step(.network(.down))
          Step(.kill)
          Step.isUser(.alice).demanded(by: "customer.identity.survives-kill")
          Step.reads(.v2, of: .alice, by: .fromCacheOnly)
        }
        Row("killed after another user has logged in", given: .loggedIn) {
          Step(.serve(.customerInfo(.v2)))
          Step.changesUser(.call(.logIn(.bob)))
          Step(.call(.customerInfo(.fetchCurrent)))
          Step(.network(.down))
          Step(.kill)
          Step.isUser(.bob).demanded(by: "customer.identity.survives-kill")
          Step.reads(.v2, of: .bob, by: .fromCacheOnly)
        }
      }
    }
  }

  private static var infoPremises: [Premise<CustomerAction>] {
    [
      .last("customer.info.survives-restart") { $0.before.info?.isOfEarlierRun == true && !$0.isOfSomethingElse },
      .broken("customer.info.survives-restart") { $0.action.searchesStorage && $0.observation.stored == [.nothing] },
      .broken("customer.info.age-survives-restart[stale before the restart]") { moment in
        moment.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && moment.lacksRefresh
          && moment.copy?.isOfEarlierRun == true
      },
      Premise("customer.info.survives-kill[a cached copy]") { $0.searchesStorage || $0.worldEvent == .kill },
    ]
  }

  /// The next run returns no incomplete copy, and fetches again.
  private static func unreadable(
    _ row: String, _ damage: CustomerAction, mayBeRead: Bool, with entitlements: [String] = [], line: Int = #line
  ) -> Row {
    let none = Outcome<CustomerAction>("counts as no copy", .fails)
    let whole = Outcome<CustomerAction>("still readable", .answers(.info(.v1, with: entitlements)))
    // A truncated log still has its beginning.
    let older = Outcome<CustomerAction>("the copy before it", .answers(.info(.v0)))
    return Row(row, given: .young.offline, line: line) {
      Step(damage)
      Step(.call(.customerInfo(.fromCacheOnly)), oneOf: mayBeRead ? [none, whole, older] : [none])
      Step(.network(.up))
      Step.reads(.v2, by: .fetchCurrent)
      Step(.network(.down))
      Step(.restart)
      Step.reads(.v2, by: .fromCacheOnly)
    }
  }

  /// What is cached belongs to another user, or nothing is cached.
  private static let readsNothingOfAlice = CustomerStep(
    .call(.customerInfo(.fromCacheOnly)),
    oneOf: [Outcome("nothing is cached", .fails), Outcome("somebody else's", .answer(.notMentioning("alice")))])
}
