// What a module and its test need of the kit, and of the chapter's rules.
@_exported public import CacheConformance
@_exported public import typealias DashboardRules.DashboardScenario
@_exported public import enum DashboardRules.DashboardSpec
