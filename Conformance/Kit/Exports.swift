// Modules, like the kit's protocols, are written with the types of `CacheVocabulary`. The specification is imported
// only by those who read it, because some of its names, such as `Table` and `Step`, are common.
@_exported public import CacheVocabulary
