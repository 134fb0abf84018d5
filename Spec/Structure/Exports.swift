// The tables are written in the types of the vocabulary, so a file that imports them needs both.
@_exported public import CacheVocabulary
