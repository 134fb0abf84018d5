import CacheVocabulary

/// One row of the table of late answers: what is under way for a user when the app leaves them.
public struct CustomerSwitchRow: Sendable, CustomStringConvertible {
  /// What is under way.
  public enum UnderWay: String, Sendable, CaseIterable {
    /// The fetch of a start, for customer info.
    case start
    /// A read with nothing cached.
    case firstRead
    /// The refresh behind a stale read.
    case staleRead
    /// A read under `fetchCurrent`.
    case fetchCurrent
    /// The refresh of coming to the foreground.
    case foreground
    /// The refresh of a day in the background.
    case day
    /// A purchase.
    case purchase
    /// Restoring purchases.
    case restore
    /// The fetch of a start, for offerings.
    case offeringsStart
    /// A read of offerings with none cached.
    case offeringsFirstRead
    /// The refresh of old offerings that were read.
    case offeringsStaleRead
  }

  /// How the app leaves the user.
  public enum Leaving: String, Sendable, CaseIterable {
    /// It logs out.
    case logOut
    /// It logs another user in.
    case logIn
  }

  /// What is under way.
  public let underWay: UnderWay
  /// How the app leaves the user.
  public let leaving: Leaving
  /// Where the row stands.
  public let source: SourceLine

  init(
    _ underWay: UnderWay, _ leaving: Leaving, line: Int = #line
  ) {
    self.underWay = underWay
    self.leaving = leaving
    self.source = SourceLine(line: line)
  }

  public var description: String { "under way=\(underWay.rawValue),leaving by=\(leaving.rawValue)" }

  /// The row as steps, looked at through the module, and at the bytes that it leaves.
  public var scenarios: [CustomerScenario] {
    let rule: RuleID =
      leaving == .logOut ? "customer.logout.late-answer-discarded" : "customer.login.late-answer-discarded"
    let given = .configured + prepared + [Step(.requests(kind, .await(1))), Step(.requests(kind, .holdNoMore))]
    let lateAnswer: [CustomerStep] = [
      Step(.call(leaving == .logOut ? .logOut : .logIn(.bob)), .tellsNothingOfAlice),
      Step(.serve(.customerInfo("v3"))),
      Step(.serve(.offerings("o3"))),
      Step(.requests(kind, .release), .tellsNothingOfAlice, .logsNothingOfAlice),
    ]
    // What the old user's own call comes to is not said.
    let callEnds: [CustomerStep] = isCalledFor ? [Step(.finish, Expectation(.answer, .something))] : []
    let looks: [CustomerStep] =
      kind == .offerings
      ? [offers("o3"), offers("o3")] : [reads("v3"), reads("v3"), .startWithoutID, reads("v3")]
    return [
      CustomerScenario(
        rule, description, given: given + [Step(.listen(.start)), Step(.watchLog)],
        then: lateAnswer + callEnds + looks, source: source),
      CustomerScenario(
        rule, "\(description),bytes", given: given,
        then: lateAnswer + callEnds + [Step(.searchStorage("alice"), .storesNothing)] + looks
          + [Step(.searchStorage("alice"), .storesNothing)], source: source),
    ]
  }

  private var kind: RequestKind {
    switch underWay {
    case .start, .firstRead, .staleRead, .fetchCurrent, .foreground, .day, .purchase, .restore: .customerInfo
    case .offeringsStart, .offeringsFirstRead, .offeringsStaleRead: .offerings
    }
  }

  /// What is done until a request for alice is under way.
  private var prepared: [CustomerStep] {
    let news: [CustomerStep] = [
      Step(.serve(.customerInfo("v2"))), Step(.serve(.offerings("o2"))), Step(.requests(kind, .hold)),
    ]
    let emptied: [CustomerStep] = [Step(.network(.down)), Step(.app(.restart)), Step(.network(.up))]
    return switch underWay {
    case .start, .offeringsStart: news + [Step(.app(.restart))]
    case .firstRead: [Step(.call(.invalidate))] + news + [Step(.begin(.customerInfo()))]
    case .staleRead: [.anHour] + news + [Step(.begin(.customerInfo()))]
    case .fetchCurrent: news + [Step(.begin(.customerInfo(.fetchCurrent)))]
    case .foreground: [.anHour] + news + [Step(.app(.foreground))]
    case .day: [Step(.app(.background))] + news + [Step(.pass(seconds: CustomerSpec.day + CustomerSpec.hour))]
    case .purchase: news + [Step(.begin(.purchase("pro")))]
    case .restore: news + [Step(.begin(.restore))]
    case .offeringsFirstRead: emptied + news + [Step(.begin(.offerings))]
    case .offeringsStaleRead: .offered + [.anHour] + news + [Step(.begin(.offerings))]
    }
  }

  /// Whether a call of the app waits for what is under way.
  private var isCalledFor: Bool {
    switch underWay {
    case .start, .foreground, .day, .offeringsStart: false
    case .firstRead, .staleRead, .fetchCurrent, .purchase, .restore, .offeringsFirstRead, .offeringsStaleRead: true
    }
  }

  private func reads(_ version: String) -> CustomerStep {
    leaving == .logOut ? .readsAnonymously(version) : .reads(version, of: .bob)
  }

  private func offers(_ version: String) -> CustomerStep {
    leaving == .logOut ? .offersAnonymously(version) : .offers(version, to: .bob)
  }
}

extension CustomerSpec {
  /// What is under way × how the app leaves the user: every combination has one row.
  // swift-format-ignore
  public static let switchTable: [CustomerSwitchRow] = [
    // under way               leaving by
    .init(.start,              .logOut),
    .init(.start,              .logIn),
    .init(.firstRead,          .logOut),
    .init(.firstRead,          .logIn),
    .init(.staleRead,          .logOut),
    .init(.staleRead,          .logIn),
    .init(.fetchCurrent,       .logOut),
    .init(.fetchCurrent,       .logIn),
    .init(.foreground,         .logOut),
    .init(.foreground,         .logIn),
    .init(.day,                .logOut),
    .init(.day,                .logIn),
    .init(.purchase,           .logOut),
    .init(.purchase,           .logIn),
    .init(.restore,            .logOut),
    .init(.restore,            .logIn),
    .init(.offeringsStart,     .logOut),
    .init(.offeringsStart,     .logIn),
    .init(.offeringsFirstRead, .logOut),
    .init(.offeringsFirstRead, .logIn),
    .init(.offeringsStaleRead, .logOut),
    .init(.offeringsStaleRead, .logIn),
  ]
}
