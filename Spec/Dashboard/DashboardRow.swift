import CacheVocabulary

/// A row of the table of views.
struct DashboardRow: TableRow {
  /// The ages at which a card is viewed again: both sides of two hours, and the boundary.
  enum Age: CaseIterable, CustomStringConvertible {
    case atOnce, anHour, almostTwoHours, twoHours, moreThanTwoHours

    var duration: Duration {
      switch self {
      case .atOnce: .zero
      case .anHour: .hours(1)
      case .almostTwoHours: .hours(2) - .seconds(1)
      case .twoHours: .hours(2)
      case .moreThanTwoHours: .hours(2) + .seconds(1)
      }
    }

    var description: String { duration.inWords }
  }

  /// What the card shows then.
  enum Shows: String {
    case cached, refreshed, either
  }

  static let inputs = [
    Column("card", DashboardCard.self), Column("account", AccountSize.self), Column("age", Age.self),
  ]
  static let outcomes = ["shows"]

  private let card: DashboardCard
  private let account: AccountSize
  private let age: Age
  private let shows: Shows
  let rule: RuleID
  let source: SourceLine

  init(
    _ card: DashboardCard, _ account: AccountSize, _ age: Age, _ shows: Shows, _ rule: RuleID, line: Int = #line,
    filePath: String = #filePath
  ) {
    (self.card, self.account, self.age, self.shows, self.rule) = (card, account, age, shows, rule)
    source = SourceLine(filePath: filePath, line: line)
  }

  var given: [String] { ["\(card)", "\(account)", "\(age)"] }
  var expected: [String] { [shows.rawValue] }

  var fixture: Fixture<DashboardAction> {
    .viewed(card, in: account).and("\(age) later", [Step(.advance(age.duration))])
  }

  var steps: [DashboardStep] { [Step(.view(card), oneOf: allowed)] }

  private var allowed: [Outcome<DashboardAction>] {
    let cached = Outcome<DashboardAction>("cached", .answers(.v1), .requestsNothing)
    return switch shows {
    case .cached: [cached]
    case .refreshed: [Outcome("refreshed", .answers(.v2))]
    case .either: [cached, Outcome("computed anew", .answers(.v2))]
    }
  }
}
