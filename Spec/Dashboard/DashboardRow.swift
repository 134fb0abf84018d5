/// A row of the table of views.
struct DashboardRow: TableRow {
  /// The ages at which a card is viewed again: on both sides of two hours, and at the boundary.
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
  enum Shows: String, DescribedByRawValue {
    case cached, refreshed, either
  }

  static let inputs = [
    Column("card", DashboardCard.self), Column("account", AccountSize.self), Column("age", Age.self),
  ]
  static let outcomes = ["shows"]

  let cells: (card: DashboardCard, account: AccountSize, age: Age, shows: Shows)
  let rule: RuleID
  let source: SourceLine

  var fixture: Fixture<DashboardAction> {
    .viewed(cells.card, in: cells.account).and("\(cells.age) later", [Step(.advance(cells.age.duration))])
  }

  var steps: [DashboardStep] { [Step(.view(cells.card), oneOf: allowed)] }

  private var allowed: [Outcome<DashboardAction>] {
    let cached = Outcome<DashboardAction>("cached", .answers(.v1), .requestsNothing)
    return switch cells.shows {
    case .cached: [cached]
    case .refreshed: [Outcome("refreshed", .answers(.v2))]
    case .either: [cached, Outcome("computed anew", .answers(.v2))]
    }
  }
}
