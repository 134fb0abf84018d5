/// The dashboard chapter, from RevenueCat's 'Caching'.
public enum DashboardSpec {
  typealias Row = CacheSpec.Row<DashboardAction>
  typealias Step = CacheSpec.Step<DashboardAction>

  static let dashboard = Citation(.revenueCat, "Dashboard")

  /// Every rule, topic by topic.
  public static var rules: [Rule] { chapter.rules }

  /// Every scenario, rule by rule.
  public static var scenarios: [DashboardScenario] { chapter.scenarios }

  /// The chapter.
  package static let chapter: Chapter<DashboardAction> = Chapter(
    name: "dashboard", title: "How old a dashboard's figures may be", story: story,
    topics: [overviewTopic, customerListsTopic, lastUpdatedTopic, failedComputationTopic],
    models: [AnyModel(DashboardAgeModel())])
}

/// The inputs that the outcomes of the chapter's rules depend on.
extension RuleInput {
  package static let account = Self("the size of the account")
  package static let card = Self("the card")
  package static let age = Self("the age of a figure")
  package static let updateTime = Self("when the data was last updated")
}
