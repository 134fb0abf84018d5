// A module is written with the kit and the vocabulary. Of the rules, only the names are exported that a test needs: those
// in which rules are written, such as `Table` and `Step`, are common.
@_exported public import CacheConformance
@_exported public import struct CacheSpec.Capability
@_exported public import struct CacheSpec.ChapterName
@_exported public import struct CacheSpec.RuleID
@_exported public import enum ResponseRules.HTTPSpec
@_exported public import enum ResponseRules.ResponseSpec
@_exported public import typealias ResponseRules.ResponseScenario
