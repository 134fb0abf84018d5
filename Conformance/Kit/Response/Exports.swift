// What a module and its test need of the kit, and of the chapter's words and rules: none of another chapter's, and no
// names that are common, such as `Table` and `Step`.
@_exported public import struct CacheConformance.CacheModule
@_exported public import struct CacheConformance.ChapterImplementation
@_exported public import protocol CacheConformance.ClosableModule
@_exported public import protocol CacheConformance.IdleModule
@_exported public import protocol CacheConformance.InMemoryStorage
@_exported public import struct CacheConformance.KnownDeviation
@_exported public import struct CacheConformance.StorePlace
@_exported public import class CacheConformance.ModuleWorld
@_exported public import class CacheConformance.WorldLog
@_exported public import class CacheConformance.WorldStorage
@_exported public import struct CacheSpec.Capability
@_exported public import struct CacheSpec.RuleID
@_exported public import struct CacheVocabulary.ByteCounts
@_exported public import struct CacheVocabulary.HeaderFields
@_exported public import enum CacheVocabulary.LoadCall
@_exported public import enum CacheVocabulary.OriginFailure
@_exported public import struct CacheVocabulary.RequestMessage
@_exported public import enum CacheVocabulary.RequestPolicy
@_exported public import struct CacheVocabulary.ResponseMessage
@_exported public import enum CacheVocabulary.SessionKind
@_exported public import enum CacheVocabulary.StoragePolicy
@_exported public import struct CacheVocabulary.StoredResponse
@_exported public import enum CacheVocabulary.TaskKind
@_exported public import enum ResponseRules.HTTPSpec
@_exported public import typealias ResponseRules.ResponseScenario
@_exported public import enum ResponseRules.ResponseSpec
