/// What the cache survives, and what clears it (Adapty's 'Understand the caching system in Adapty', 'Cache persistence
/// and lifecycle').
extension PaywallSpec {
  static var lifecycleTopic: Topic<PaywallAction> {
    Topic("paywall.lifecycle", premises: lifecyclePremises) {
      Rule(
        "survives-restart", .must,
        "The cached copy is still there after a restart of the app, and after several restarts.", from: lifecycle,
        about: PaywallInput.start
      ).rows {
        Row("the app restarts once", given: .cached()) {
          Step(.restart)
          Step(.inspect(.onboarding), .stores(.v1))
        }
        Row("the app restarts three times", given: .cached()) {
          Step(.restart)
          Step(.restart)
          Step(.restart)
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
          Step(.inspect(.settings), .stores(.settings7))
        }
      }
      Rule(
        "reinstall-clears", .must, "Removing the app and installing it again clears the cache.", from: lifecycle,
        about: PaywallInput.installation
      ).rows {
        Row(given: .cached().offline) {
          Step(.restart)
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.inspect(.settings), .stores(.settings7))
          Step(.app(.reinstall))
          Step(.inspect(.onboarding), .storesNothing)
          Step(.inspect(.settings), .storesNothing)
        }
      }
      Rule(
        "manual-cleanup-clears", .must,
        "A manual clean-up clears the cache, and the copy is still gone after a restart.",
        from: lifecycle, about: PaywallInput.clearing
      ).rows {
        Row("the cache is read at once", given: .cached()) {
          Step(.app(.cleanUp))
          Step(.inspect(.onboarding), .storesNothing)
          Step(.inspect(.settings), .storesNothing)
        }
        Row("after a restart", given: .cached().offline) {
          Step(.restart)
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.app(.cleanUp))
          Step(.restart)
          Step(.inspect(.onboarding), .storesNothing)
          Step(.inspect(.settings), .storesNothing)
          Step(.load(.onboarding, .returnCacheDataElseLoad), .fails, .triesNetwork)
        }
      }
      Rule(
        "nothing-else-clears", .must,
        "None of these clears the cache: a year passing, failures, being offline, restarts, or loads of other placements, however many and however large.",
        from: lifecycle, about: PaywallInput.quantity
      ).rows {
        notCleared("a year passes", [Step(.advance(.days(365)))])
        notCleared("three restarts", [Step(.restart), Step(.restart), Step(.restart)])
        notCleared(
          "there is no network", [Step(.remote(.noNetwork)), Step(.load(.onboarding), .answers(.v1)), Step(.restart)])
        notCleared("loads fail in each way", RemoteState.kindsOfFailure.flatMap(failedLoad))
        // 520 exceeds the limits that a cache is likely to have, and takes a second or two to write to a file.
        notCleared("hundreds of other placements", (1...520).flatMap { loads(other($0)) } + othersAreCached(520))
        notCleared("another paywall has 2.5 MB", loads(other(1, padding: large)) + othersAreCached(1, padding: large))
        notCleared(
          "four other paywalls of 2.5 MB each",
          (1...4).flatMap { loads(other($0, padding: large)) } + othersAreCached(4, padding: large))
      }
      Rule(
        "age-survives-restart", .derived,
        "After a restart, the age that `maxAge` limits still counts from when the copy was loaded.", from: lifecycle,
        maxAge,
        because:
          "Follows from paywall.lifecycle.survives-restart: a copy whose age restarted with each start of the app would never expire.",
        about: PaywallInput.ageAtStart
      ).rows {
        youngAfter("the copy is young after the restart", [Step(.restart), Step(.advance(.minutes(10)))])
        expiredAfter("the copy expires after the restart", [Step(.restart), Step(.advance(.minutes(20)))])
        expiredAfter("the copy expires while the app does not run", [Step(.restart(after: .minutes(20)))])
        youngAfter(
          "the time zone moves ahead", [Step(.app(.travelEast)), Step(.restart), Step(.advance(.minutes(10)))])
        expiredAfter(
          "the time zone moves back", [Step(.app(.travelWest)), Step(.restart), Step(.advance(.minutes(20)))])
        loadedAbroad
      }
      Rule(
        "unreadable-copy", .derived,
        "A stored copy that is truncated or overwritten counts as no copy: the load goes on to the next layer, and a later load stores a copy again.",
        from: together, lifecycle,
        because: "Follows from paywall.priority.fallback-after-cache: a copy that cannot be read is no copy.",
        about: PaywallInput.damage
      ).rows {
        damaged(.truncated)
        damaged(.overwritten)
        damagedWithFallback
      }
      Rule(
        "logout", .must, "Logging out does not clear the cache: only removing the app and a manual clean-up do.",
        from: lifecycle, about: PaywallInput.leaving
      ).rows {
        Row("the cache is read at once", given: .cached()) {
          Step(.app(.logOut))
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.inspect(.settings), .stores(.settings7))
        }
        Row("after a restart", given: .cached()) {
          Step(.app(.logOut))
          Step(.restart)
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
        }
      }
      Rule(
        "survives-kill", .derived,
        "What was cached is still cached, and what was cleared is still gone, after the app's process was killed without warning.",
        from: Citation(.adapty, "Cache persistence and lifecycle"),
        because:
          "Follows from paywall.lifecycle.survives-restart: most apps are killed rather than shut down in an orderly way.",
        about: .ending
      ).rows {
        Row("a copy is cached", given: .cached()) {
          Step(.kill)
          Step(.inspect(.onboarding), .stores(.v1))
        }
        Row("a load is under way", given: .cached()) {
          Step(.requests(.hold))
          Step(.begin(.load(.onboarding), as: "load"))
          Step(.requests(.awaitHeld(1)))
          Step(.kill)
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.load(.onboarding), .answers(.v3), .stores(.v3))
        }
        killed("after a load", loads(11), leaving: PaywallVersion(11), .settings7)
        killed(
          "after each of two placements was loaded twice",
          loads(11) + loads(12, of: .settings) + loads(13) + loads(14, of: .settings),
          leaving: PaywallVersion(13), PaywallVersion(14, of: .settings))
        killed("after a clean-up", loads(11) + loads(12, of: .settings) + [Step(.app(.cleanUp))], leaving: nil, nil)
        killed(
          "after a load that follows a clean-up", loads(11) + [Step(.app(.cleanUp))] + loads(12, of: .settings),
          leaving: nil, PaywallVersion(12, of: .settings))
      }
      Rule(
        "unreadable-start", .open,
        "Whether the copy is there again after a start at which nothing that is stored could be read, as on a locked device.",
        from: lifecycle, because: "The document says what clears the cache, and nothing of a start that cannot read it."
      ).rows {
        unreadableStart
      }
    }
  }

  private static var lifecyclePremises: [Premise<PaywallAction>] {
    [
      .last("paywall.lifecycle.survives-restart[the app restarts once]") { $0.lacksCopy(after: \.endsARun) },
      .last("paywall.lifecycle.survives-restart[the app restarts three times]") { $0.lacksCopy(after: \.endsARun) },
      .last("paywall.lifecycle.reinstall-clears") { lookup in
        if case .world(.damage)? = lookup.stored.cause { true } else { lookup.stored.cause == .app(.reinstall) }
      },
      .last("paywall.lifecycle.manual-cleanup-clears[the cache is read at once]") { $0.stored.cause == .app(.cleanUp) },
      .last("paywall.lifecycle.logout[the cache is read at once]") { $0.lacksCopy(after: { $0 == .app(.logOut) }) },
      Premise("paywall.lifecycle.nothing-else-clears[another paywall has 2.5 MB]") {
        if case .publish(let version, _) = $0 {
          max(version.padding, version.placement.name.utf8.count) >= smallestLargeSize
        } else {
          false
        }
      },
      .last("paywall.lifecycle.survives-kill[a copy is cached]") { $0.lacksCopy(after: { $0.worldEvent == .kill }) },
      .last("paywall.lifecycle.age-survives-restart[the copy is young after the restart]") {
        $0.maxAge != nil && $0.lacksCopy(after: \.endsARun)
      },
      .last("paywall.lifecycle.age-survives-restart[the copy expires after the restart]") {
        $0.maxAge != nil && $0.mustAsk && $0.stored.since.contains(where: \.endsARun)
      },
    ]
  }

  /// Travelling does not change the age of a copy that was loaded abroad.
  private static let loadedAbroad = Row("loaded in another time zone", given: .cached()) {
    Step(.app(.travelEast))
    Step(.load(.onboarding), .answers(.v3), .stores(.v3))
    Step(.app(.travelWest))
    Step(.restart)
    Step(.advance(.minutes(20)))
    Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing)
    Step(.publish(.v4))
    Step(.advance(.minutes(20)))
    Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requestsCDN)
  }

  private static func notCleared(_ row: String, _ steps: [PaywallStep], line: Int = #line) -> Row {
    Row(row, given: .cached(), line: line) {
      steps
      Step(.inspect(.onboarding), .stores(.v1))
      Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
      Step(.inspect(.settings), .stores(.settings7))
    }
  }

  private static func failedLoad(_ state: RemoteState) -> [PaywallStep] {
    [Step(.remote(state)), Step(.load(.onboarding), .answers(.v1))]
  }

  /// 2.5 MB.
  private static let large = 5 << 19
  /// The size in bytes from which a cache may treat a paywall as large.
  private static let smallestLargeSize = 1 << 16

  private static func other(_ number: Int, padding: Int = 0) -> PaywallVersion {
    PaywallVersion(number, of: Placement("other_\(number)"), padding: padding)
  }

  private static func loads(_ version: PaywallVersion) -> [PaywallStep] {
    [Step(.publish(version)), Step(.load(version.placement), .answers(version))]
  }

  /// The first and the last of this many other paywalls are cached, before and after a restart.
  private static func othersAreCached(_ count: Int, padding: Int = 0) -> [PaywallStep] {
    let firstAndLast = [other(1, padding: padding), other(count, padding: padding)].map { version in
      PaywallStep(.inspect(version.placement), .stores(version))
    }
    return firstAndLast + [Step(.restart)] + firstAndLast
  }

  /// After these steps, which take ten minutes, a copy that was ten minutes old is still within half an hour.
  private static func youngAfter(_ row: String, _ steps: [PaywallStep], line: Int = #line) -> Row {
    Row(row, given: .cached(aged: .minutes(10)), line: line) {
      steps
      Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)
    }
  }

  /// After these steps, which take twenty minutes, a copy that was twenty minutes old is past half an hour.
  private static func expiredAfter(_ row: String, _ steps: [PaywallStep], line: Int = #line) -> Row {
    Row(row, given: .cached(aged: .minutes(20)), line: line) {
      steps
      Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)
    }
  }

  private static func damaged(_ damage: StorageDamage, line: Int = #line) -> Row {
    Row("the copy is \(damage)", given: .cached().offline, line: line) {
      Step(.restart)
      copyIsServed
      Step(.damage(damage, of: .all))
      Step(.load(.onboarding), oneOf: noCopy(after: damage, .fails, .triesNetwork, .storesNothing))
      Step(.remote(.up))
      Step(
        .load(.onboarding, .returnCacheDataElseLoad),
        oneOf: noCopy(after: damage, .answers(.v3), .requestsCDN, .stores(.v3)))
      Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
      Step(.restart)
      Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing)
    }
  }

  private static let damagedWithFallback = Row("there is a fallback", given: .cached(.withFallback).offline) {
    Step(.restart)
    copyIsServed
    Step(.damage(.overwritten, of: .all))
    Step(.load(.onboarding), .answers(.v0), .triesNetwork, .keepsFallbackOut)
  }

  private static let unreadableStart = Row(given: .cached().offline) {
    Step(.restartUnreadable, oneOf: [Outcome("started"), Outcome("an error", .fails)])
    Step(.restart)
    Step(.load(.onboarding), oneOf: [Outcome("the copy", .answers(.v1)), Outcome("none", .fails)])
  }

  private static let copyIsServed = PaywallStep(
    .load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))

  /// No copy is found, or an intact one, where damage may leave one.
  private static func noCopy(
    after damage: StorageDamage, _ expectations: Expectation<PaywallAction>...
  ) -> [Outcome<PaywallAction>] {
    let none = Outcome("no copy", expectations)
    let intact = Outcome<PaywallAction>("an intact copy", .answers(.v1), .stores(.v1))
    return damage.mayLeaveACopy ? [none, intact] : [none]
  }

  private static func loads(_ number: Int, of placement: Placement = .onboarding) -> [PaywallStep] {
    loads(PaywallVersion(number, of: placement))
  }

  /// The app is killed after these steps, and has these copies of the two placements in the next run.
  private static func killed(
    _ row: String, _ steps: [PaywallStep], leaving onboarding: PaywallVersion?, _ settings: PaywallVersion?,
    line: Int = #line
  ) -> Row {
    func inspection(of placement: Placement, _ copy: PaywallVersion?) -> PaywallStep {
      Step(.inspect(placement), copy.map { [.stores($0)] } ?? [.storesNothing])
    }
    return Row(row, given: .started(), line: line) {
      steps
      Step(.kill)
      inspection(of: .onboarding, onboarding)
      inspection(of: .settings, settings)
    }
  }
}
