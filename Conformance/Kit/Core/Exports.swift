// Modules are written with the types of the vocabulary.
@_exported public import CacheVocabulary
