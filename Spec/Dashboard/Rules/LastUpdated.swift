/// When the data of a metric was last updated, as its card says (RevenueCat, 'Caching', under 'Dashboard'). A customer list
/// is not a metric.
extension DashboardSpec {
  static var lastUpdatedTopic: Topic<DashboardAction> {
    Topic("dashboard") {
      Rule(
        "last-updated", .must,
        "Every metric says when its data was last updated, and the time that it gives is correct.",
        from: dashboard, about: .updateTime
      ).rows {
        Row("a metric in real time", given: .viewed(.activeSubscriptions)) {
          Step(.readLastUpdated, .answers(DashboardFigure(.v1, updated: .zero)))
          Step(.advance(.minutes(10)))
          Step(.view(.activeSubscriptions))
          Step(
            .readLastUpdated,
            oneOf: [
              Outcome("computed by the view", .answers(DashboardFigure(.v2, updated: .zero))),
              Outcome("computed when the data changed", .answers(DashboardFigure(.v2, updated: .minutes(10)))),
            ])
        }
        Row("viewed just after the data changed", given: .viewed(.activeSubscriptions)) {
          Step(.advance(.minutes(17)))
          Step(.change(.v3))
          Step(.view(.activeSubscriptions), .answers(.v3))
          Step(.readLastUpdated, .answers(DashboardFigure(.v3, updated: .zero)))
        }
        Row("a metric that may be cached", given: .viewed(.newCustomers)) {
          Step(.readLastUpdated, .answers(DashboardFigure(.v1, updated: .zero)))
          Step(.advance(.hours(1)))
          Step(.view(.newCustomers))
          Step(
            .readLastUpdated,
            oneOf: [
              Outcome("cached", .answers(DashboardFigure(.v1, updated: .hours(1)))),
              Outcome("computed anew", .answers(DashboardFigure(.v2, updated: .zero))),
            ])
        }
        computedAgain
        notComputed
      }
    }
  }

  /// The document does not say when a metric is computed: the time that it gives has to be consistent. That figures are
  /// too old is another rule's.
  private static let computedAgain: Row = {
    let first = DashboardFigure(.v1, updated: .seconds(7201))
    let before = (3601...7200).map { DashboardFigure(.v2, updated: .seconds($0)) }
    let after = (0...3601).map { DashboardFigure(.v3, updated: .seconds($0)) }
    return Row("computed again after two hours", given: .viewed(.newCustomers)) {
      Step(.advance(.hours(1)))
      Step(.change(.v3))
      Step(.advance(.hours(1) + .seconds(1)))
      Step(.view(.newCustomers))
      Step(
        .readLastUpdated,
        .answer(
          .described(
            "version 3, updated after the data became version 3, version 2, updated before that, or the first figure",
            .oneOf(([first] + before + after).map { [.value($0)] }))))
    }
  }()
  /// Where figures are shown that cannot be computed, their time is that of their computation.
  private static let notComputed: Row = {
    let before = DashboardFigure(.v1, updated: .hours(2) + .seconds(1))
    let since = (0...7201).map { DashboardFigure(.v2, updated: .seconds($0)) }
    return Row("the source fails after two hours", given: .viewed(.newCustomers)) {
      Step(.advance(.hours(2) + .seconds(1)))
      Step(.source(.failing(.serverError)))
      Step.unjudged(.view(.newCustomers))
      Step(
        .readLastUpdated,
        oneOf: [
          Outcome("nothing was shown", .answersNothing), Outcome("shown as before", .answers(before)),
          Outcome(
            "computed before",
            .answer(
              .described("version 2, updated since the data became version 2", .oneOf(since.map { [.value($0)] })))),
        ])
    }
  }()
}
