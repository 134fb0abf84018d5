// Of the specification, only the names are passed on that a module needs: those in which rules are written, such as
// `Table` and `Step`, are common.
@_exported public import struct CacheSpec.Capability
@_exported public import struct CacheSpec.RuleID
