/// Ids that once were, so that none is ever given to something else.
package enum RetiredIDs {
  /// Rules whose rows are rows of the rules that they show now, and scenarios that went with them.
  package static let all: Set<String> = [
    "normalized.kinds.agree[fixture: a client is made (its cache is in memory)]",
    "normalized.kinds.agree[records, kind=memory]",
    "normalized.kinds.agree[records, kind=sqlite]",
    "normalized.kinds.agree[removal, kind=memory]",
    "normalized.kinds.agree[removal, kind=sqlite]",
    "normalized.kinds.agree[transactions, kind=memory]",
    "normalized.kinds.agree[transactions, kind=sqlite]",
    "normalized.kinds.agree[watching, kind=memory]",
    "normalized.kinds.agree[watching, kind=sqlite]",
    "normalized.policy.fetch-ignoring-cache-data[fixture: two fetches of the hero are under way: the server answers the first with 'older', the second with 'newer']",
    "normalized.records.merge[a list of objects]",
    "normalized.records.merge[a list of values]",
    "normalized.watch.cancel[during a change]",
    "normalized.watch.cancel[during its own fetch]",
    "normalized.watch.first-result[fixture: the hero R2-D2 is cached (its cache is in memory); a watcher shows the hero's name]",
    "normalized.watch.first-result[fixture: the hero R2-D2 is cached (its cache is the SQLite file 'graph'); a watcher shows the hero's name]",
  ]
}
