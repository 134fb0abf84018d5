// Rules are written in the types of the vocabulary, so a file that imports `CacheSpec` needs both.
@_exported public import CacheVocabulary
