// Every file here uses the kit and the specification, and most use the reference, so none has to import them again.
@_exported public import CacheConformance
@_exported public import CacheSpec
@_exported public import ReferenceCache
