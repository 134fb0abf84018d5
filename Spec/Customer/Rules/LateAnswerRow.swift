/// A row of the table of late answers: a request in flight for a user when the app switches to another.
struct CustomerLateAnswerRow: TableRow {
  /// How the app switches users.
  enum Leaving: String, CaseIterable, DescribedByRawValue {
    case logOut = "logging out"
    case logIn = "logging in another user"
  }

  /// What the new user reads.
  enum Reads: String, DescribedByRawValue {
    case theirInfo = "their customer info"
    case theirOfferings = "their offerings"
  }

  /// What is left of the old user.
  enum Left: String, DescribedByRawValue {
    case nothing
    case nothingShown = "nothing that is shown"
  }

  static let inputs = [Column("under way", CustomerUnderWay.self), Column("leaving by", Leaving.self)]
  static let outcomes = ["the new user reads", "left of the old user"]

  let cells: (underWay: CustomerUnderWay, leaving: Leaving, reads: Reads, left: Left)
  let rule: RuleID
  let source: SourceLine

  var fixture: Fixture<CustomerAction> { .held(cells.underWay) }
  /// Observed through the module and its listener.
  var steps: [CustomerStep] { [Step(.listen(.start))] + lateAnswer + reading }

  /// The row's scenarios: for one kind of request, one for each way to observe it. What a purchase brings is looked for
  /// without a listener too, because the cache of a module may go another way than what it tells.
  var scenarios: [CustomerScenario] {
    switch cells.underWay {
    case .staleRead: [scenario, begunScenario, restartedScenario] + bytesScenarios
    case .purchase: [scenario, restartedScenario]
    default: [scenario]
    }
  }

  /// Observed without waiting for the switch, for a module that does one thing after another.
  private var begunScenario: CustomerScenario {
    Scenario(
      rule, "\(name), read while the switch is under way", given: fixture,
      then: [Step(.serve(news)), Step(.begin(leave)), Step(.begin(read))] + [
        Step(.requests(cells.underWay.kind, .releaseAll)), Step(.finish, .returns),
      ] + reading, source: source)
  }

  private var isOfOfferings: Bool { cells.underWay.kind == .offerings }
  private var news: ServerContent { isOfOfferings ? .offerings(.v3) : .customerInfo(.v3) }
  private var leave: CustomerCall { cells.leaving == .logOut ? .logOut : .logIn(.bob) }
  private var read: CustomerCall { isOfOfferings ? .offerings : .customerInfo() }

  /// Observed in the next run, because what is on disk can differ from what was in memory.
  private var restartedScenario: CustomerScenario {
    let read: CustomerStep =
      switch cells.leaving {
      case .logOut: .readsAnonymously(.v3, by: .fromCacheOnly)
      case .logIn:
        // The document does not say whether anything was fetched for bob by then.
        Step(
          .call(.customerInfo(.fromCacheOnly)),
          oneOf: [Outcome("fetched", .answers(.info(.v3, of: .bob))), Outcome("not fetched yet", .fails)])
      }
    return Scenario(
      rule, "\(name), in the next run", given: fixture,
      then: lateAnswer + [Step(.network(.down)), .startWithoutID, read, Step(.network(.up))] + reading, source: source)
  }

  /// Observed in the stored bytes, which is impossible for a module that encodes what it stores.
  private var bytesScenarios: [CustomerScenario] {
    switch cells.left {
    case .nothingShown: []
    case .nothing:
      [
        Scenario(
          rule, "\(name), in the stored bytes", given: fixture.findable,
          then: lateAnswer + [.findsNoAlice] + reading + [.findsNoAlice], source: source)
      ]
    }
  }

  private var lateAnswer: [CustomerStep] {
    // The document does not say what the old user's own call returns.
    let callEnds: [CustomerStep] = cells.underWay.isCalledFor ? [Step(.finish, .returns)] : []
    return [
      // The new user's data is fetched at the switch or at the first read, the document does not say which: it is this
      // version either way.
      Step(.serve(news)),
      // A newly set listener may be told a little later of what is cached: that is not a late answer.
      .changesUser(.beginMeanwhile(leave)),
      Step(.requests(cells.underWay.kind, .releaseAll), .notifiesOfNothingOfAlice).premise(leaving),
    ] + callEnds
  }

  /// The scenario that shows that the user changes.
  private var leaving: String {
    switch cells.leaving {
    case .logOut: "customer.logout.clears-customer-info"
    case .logIn: "customer.login.requests-during-switch[one user, and then another]"
    }
  }

  private var reading: [CustomerStep] {
    switch (cells.reads, cells.leaving) {
    case (.theirInfo, .logOut): Self.reading(.readsAnonymously(.v3))
    case (.theirInfo, .logIn): Self.reading(.reads(.v3, of: .bob))
    case (.theirOfferings, .logOut): Self.reading(.readsOfferingsAnonymously(.v3))
    case (.theirOfferings, .logIn): Self.reading(.readsOfferings(.v3, for: .bob))
    }
  }

  private static func reading(_ read: CustomerStep) -> [CustomerStep] { [read, read, .startWithoutID, read] }
}
