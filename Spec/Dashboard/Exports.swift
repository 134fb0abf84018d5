// Rules are written in the types of `CacheSpec`, so a file that imports a chapter needs both.
@_exported public import CacheSpec
