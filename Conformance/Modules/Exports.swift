// Every file here uses the kit and the specification, and most use the reference, so none has to import them again.
@_exported public import CacheConformance
@_exported public import CacheSpecChapters
@_exported public import CustomerKit
@_exported public import DashboardKit
@_exported public import NormalizedKit
@_exported public import PaywallKit
@_exported public import ReferenceCache
@_exported public import ResponseKit
