// The chapter is written in the words of the specification, so a file that imports it needs both.
@_exported public import CacheSpec
