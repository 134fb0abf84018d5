/// How such a cache works, for the beginning of the chapter's page.
extension DashboardSpec {
  static let story: [StoryStep] = [
    StoryStep(
      "Viewed",
      .init("The figures of a subscription card are computed when they are viewed.", "dashboard.overview.real-time"),
      .init(
        "New Customers and Active Users, and every figure of a large account, may be up to two hours old.",
        "dashboard.overview.new-and-active-customers", "dashboard.overview.large-accounts")),
    StoryStep(
      "Cached",
      .init(
        "A customer list is always cached, and is computed again every two hours.",
        "dashboard.customer-lists.every-two-hours")),
    StoryStep(
      "Dated",
      .init("Every card says when its data was last updated.", "dashboard.last-updated")),
  ]
}
