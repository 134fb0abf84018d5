import CacheVocabulary

/// A row of the table of late answers: what is under way for a user when the app leaves them.
struct CustomerSwitchRow: TableRow {
  /// How the app leaves the user.
  enum Leaving: String, CaseIterable, CustomStringConvertible {
    case logOut = "logging out"
    case logIn = "logging another in"

    var description: String { rawValue }
  }

  /// What the new user reads.
  enum Reads: String {
    case theirInfo = "their customer info"
    case theirOfferings = "their offerings"
  }

  /// What is left of the old user.
  enum Left: String {
    case nothing
  }

  static let inputs = [Column("under way", CustomerUnderWay.self), Column("leaving by", Leaving.self)]
  static let outcomes = ["the new user reads", "left of the old user"]

  private let underWay: CustomerUnderWay
  private let leaving: Leaving
  private let reads: Reads
  private let left: Left
  let rule: RuleID
  let source: SourceLine

  init(
    _ underWay: CustomerUnderWay, _ leaving: Leaving, _ reads: Reads, _ left: Left, _ rule: RuleID, line: Int = #line,
    filePath: String = #filePath
  ) {
    (self.underWay, self.leaving, self.reads, self.left, self.rule) = (underWay, leaving, reads, left, rule)
    source = SourceLine(filePath: filePath, line: line)
  }

  var given: [String] { ["\(underWay)", "\(leaving)"] }
  var expected: [String] { [reads.rawValue, left.rawValue] }

  var fixture: Fixture<CustomerAction> { .held(underWay) }
  /// Seen through the module, its listener and its log.
  var steps: [CustomerStep] { [Step(.listen(.start)), Step(.watchLog)] + lateAnswer + reading }

  /// The same, seen in the bytes that are stored: a module that encodes what it stores cannot be looked at so.
  var bytesScenario: CustomerScenario {
    let search =
      switch left {
      case .nothing: CustomerStep(.searchStorage(.alice), .storesNothing)
      }
    return Scenario(
      rule, "\(name),bytes", given: fixture, then: lateAnswer + [search] + reading + [search], source: source)
  }

  private var lateAnswer: [CustomerStep] {
    let news: ServerContent = underWay.kind == .offerings ? .offerings(.v3) : .customerInfo(.v3)
    // What the old user's own call comes to is not said.
    let callEnds: [CustomerStep] = underWay.isCalledFor ? [Step(.finish, .returns)] : []
    return [
      Step(.serve(news)),
      Step(.call(leaving == .logOut ? .logOut : .logIn(.bob)), .notifiesOfNothingOfAlice),
      Step(.requests(underWay.kind, .releaseAll), .notifiesOfNothingOfAlice, .logsNothingOfAlice),
    ] + callEnds
  }

  private var reading: [CustomerStep] {
    switch (reads, leaving) {
    case (.theirInfo, .logOut):
      [.readsAnonymously(.v3), .readsAnonymously(.v3), .startWithoutID, .readsAnonymously(.v3)]
    case (.theirInfo, .logIn):
      [.reads(.v3, of: .bob), .reads(.v3, of: .bob), .startWithoutID, .reads(.v3, of: .bob)]
    case (.theirOfferings, .logOut): [.readsOfferingsAnonymously(.v3), .readsOfferingsAnonymously(.v3)]
    case (.theirOfferings, .logIn): [.readsOfferings(.v3, for: .bob), .readsOfferings(.v3, for: .bob)]
    }
  }
}
