// Who uses the reference speaks to it in the words.
@_exported public import CacheVocabulary
