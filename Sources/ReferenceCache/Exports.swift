// The reference's API is expressed in the types of the vocabulary.
@_exported public import CacheVocabulary
