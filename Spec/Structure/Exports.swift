// The tables speak in the words: who imports the one reads the other. Swift has no other way to say so.
@_exported public import CacheVocabulary
