// A module is written in the words, as the kit's protocols are. The specification is imported by those who read it: some
// of its names, `Table` and `Step`, are common ones.
@_exported public import CacheVocabulary
