// What a module and its test need of the kit, and of the chapter's words and rules: none of another chapter's, and no
// names that are common, such as `Table` and `Step`.
@_exported public import struct CacheConformance.CacheModule
@_exported public import struct CacheConformance.ChapterImplementation
@_exported public import protocol CacheConformance.ClosableModule
@_exported public import protocol CacheConformance.IdleModule
@_exported public import protocol CacheConformance.InMemoryStorage
@_exported public import struct CacheConformance.KnownDeviation
@_exported public import class CacheConformance.OriginWorld
@_exported public import struct CacheConformance.StorePlace
@_exported public import class CacheConformance.ModuleWorld
@_exported public import class CacheConformance.WorldLog
@_exported public import class CacheConformance.WorldStorage
@_exported public import struct CacheSpec.Capability
@_exported public import struct CacheSpec.RuleID
@_exported public import enum CacheVocabulary.AccountSize
@_exported public import enum CacheVocabulary.DashboardCard
@_exported public import enum CacheVocabulary.OriginFailure
@_exported public import typealias DashboardRules.DashboardScenario
@_exported public import enum DashboardRules.DashboardSpec
