// Modules, like the kit's protocols, are written in the vocabulary. The specification is imported only by those who
// read it, because some of its names, such as `Table` and `Step`, are common.
@_exported public import CacheVocabulary
