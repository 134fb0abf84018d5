/// The metrics of the overview: in real time, or up to two hours old (RevenueCat, 'Caching', under 'Dashboard').
extension DashboardSpec {
  static var overviewTopic: Topic<DashboardAction> {
    Topic(
      "dashboard.overview", premises: overviewPremises,
      tables: [Table("A card that is viewed again", legend: viewLegend, viewTable)],
      scenarios: viewTable.map(\.scenario)
    ) {
      Rule(
        "real-time", .must,
        "The overview's subscription metrics are never older than the data: each view shows the data as it is at that moment.",
        from: dashboard, about: .account, .card
      ).rows {
        Row("viewed five times over days", given: .viewed(.activeSubscriptions)) {
          changed(to: 3, after: .zero)
          changed(to: 4, after: .minutes(1))
          changed(to: 5, after: .hours(1))
          changed(to: 6, after: .hours(3))
          changed(to: 7, after: .days(1))
        }
        Row("the data changed while another view of it is computed", given: .viewed(.activeSubscriptions)) {
          Step(.requests(.hold))
          Step(.begin(.activeSubscriptions, as: "a view"))
          Step(.requests(.awaitHeld(1)))
          Step(.change(.v3))
          Step(.begin(.activeSubscriptions, as: "a later view"))
          Step(.requests(.releaseAll))
          Step(.finish("a view"), .answers(oneOf: [.v2, .v3]))
          Step(.finish("a later view"), .answers(.v3))
        }
        Row("the source failed, and is up again", given: .viewed(.activeSubscriptions)) {
          Step(.source(.failing(.serverError)))
          Step.unjudged(.view(.activeSubscriptions))
          Step(.source(.up))
          Step(.view(.activeSubscriptions), .answers(.v2))
        }
      }
      Rule(
        "new-and-active-customers", .may,
        "New Customers and Active Users may be cached for one to two hours, and are never older than two hours.",
        from: dashboard, about: .card
      ).rows {
        Row("viewed every twenty minutes, then every two hours", given: .viewed(.newCustomers)) {
          (3...8).flatMap { shown($0, after: Array(repeating: .minutes(20), count: 7)) }
          (9...12).flatMap { shown($0, after: [.hours(2) + .seconds(1)]) }
        }
      }
      Rule(
        "large-accounts", .may,
        "For large accounts, every subscription metric may be cached for one to two hours, and is never older than two hours.",
        from: dashboard, about: .card)
    }
  }

  private static var overviewPremises: [Premise<DashboardAction>] {
    [
      .inRuns("dashboard.overview.real-time[card=Active Subscriptions,account=usual,age=1 h]") {
        $0.last == .view(.activeSubscriptions)
          || $0.last == .readLastUpdated && $0.contains(.view(.activeSubscriptions))
      }
    ]
  }

  /// A real-time metric is viewed this long after its data changed to this version.
  private static func changed(to number: Int, after pause: Duration) -> [DashboardStep] {
    let version = DataVersion(number)
    return [
      Step(.change(version)), Step(.advance(pause)),
      Step(.view(.activeSubscriptions), .answers(DashboardFigure(version))),
    ]
  }

  /// Two hours after the data changed, however often it was viewed meanwhile, a metric shows the change.
  private static func shown(_ number: Int, after pauses: [Duration]) -> [DashboardStep] {
    let version = DataVersion(number)
    return [Step(.change(version))] + pauses.flatMap { [DashboardStep(.advance($0)), Step(.view(.newCustomers))] }
      + [Step(.view(.newCustomers), .answers(DashboardFigure(version)))]
  }
}
