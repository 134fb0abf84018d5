/// What a card shows that cannot be computed. RevenueCat's 'Caching', under 'Dashboard', says nothing of it.
extension DashboardSpec {
  static var failedComputationTopic: Topic<DashboardAction> {
    Topic("dashboard") {
      Rule(
        "failed-computation", .open,
        "A card whose computation fails is an error, or shows figures that were computed before, however old they are. Two hours after the source is up again, at the latest, it is computed again.",
        from: dashboard,
        because:
          "The document says how old figures may be where they can be computed, and nothing of where they cannot. No card is to be cached for longer than two hours, and so no failure."
      ).rows {
        Row(
          "with figures of two hours ago, and without any",
          given: .viewed(.customerList).and(
            "the source fails 2 h 1 s later",
            [Step(.advance(.hours(2) + .seconds(1))), Step(.source(.failing(.serverError)))])
        ) {
          Step(
            .view(.customerList),
            oneOf: [
              Outcome("an error in place of older figures", .fails), Outcome("shown as before", .answers(.v1)),
              Outcome("computed before", .answers(.v2)),
            ])
          Step(
            .view(.activeSubscriptions),
            oneOf: [Outcome("an error without any", .fails), Outcome("computed before", .answers(oneOf: [.v1, .v2]))])
          Step(.source(.up))
          Step(.change(.v3))
          Step(
            .view(.customerList),
            oneOf: [
              Outcome("computed again at once", .answers(.v3)), Outcome("an error for a while", .fails),
              Outcome("shown as before for a while", .answers(oneOf: [.v1, .v2])),
            ])
          Step(.advance(.hours(2) + .seconds(1)))
          Step(.view(.customerList), .answers(.v3))
        }
      }
    }
  }
}
