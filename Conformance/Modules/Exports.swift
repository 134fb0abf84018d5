// Every module that ships is written in the kit's words, and most are the reference: no file has to say so again.
@_exported public import CacheConformance
@_exported public import CacheSpec
@_exported public import ReferenceCache
