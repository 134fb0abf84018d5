/// The inputs that the outcomes of the chapter's rules depend on.
package enum GraphInput: String, CaseIterable, Sendable {
  // Records.
  case keyGiven = "whether an object is given a key"
  case keyAbsent = "whether an object has no key"
  case keyField = "the field that keys come from"
  case unmentionedFields = "fields that a result does not mention"
  case oldList = "whether a list is new"
  case arguments = "the arguments of a field"
  case argumentOrder = "that the order of arguments says nothing"
  case fieldName = "the field under an alias"
  case selectedTwice = "what is selected under a name for the second time"
  case nullOrMissing = "whether a field is null or missing"
  case listShape = "the shape of lists"
  case cycle = "whether references lead back"
  case size = "the size of an answer"
  case operationKind = "whether an operation is a mutation"
  case mutationAnswer = "what a mutation answers"
  case membership = "whether an object is in a list"
  case fragments = "what a fragment brings"
  // Kinds of cache.
  case kindUnnamed = "that no kind of cache is named"
  case kindMemory = "that the kind of cache is memory"
  case ending = "how the app ends"
  case kindSQLite = "that the kind of cache is SQLite"
  case kind = "that the kind of cache says nothing of what is read"
  case file = "which file is given"
  case clearing = "what clearing is to remove"
  case damage = "whether a file is damaged"
  case keyText = "the text of a key, byte by byte"
  case valueType = "the type of a value"
  // Policies.
  case policyUnnamed = "that no policy is named"
  case policyElseFetch = "the policy returnCacheDataElseFetch"
  case policyIgnoringData = "the policy fetchIgnoringCacheData"
  case policyIgnoringCompletely = "the policy fetchIgnoringCacheCompletely"
  case policyDontFetch = "the policy returnCacheDataDontFetch"
  case policyAndFetch = "the policy returnCacheDataAndFetch"
  case answerAwaited = "whether the server's answer is awaited"
  case failure = "which failure the app has chosen"
  // Watchers.
  case firstResult = "whether a watcher is told for the first time"
  case change = "whether there is a change"
  case sameness = "whether what is written is what was there"
  case shownObjects = "which objects a watcher shows now"
  case changedObject = "which object changes"
  case changedField = "which field of an object changes"
  case otherWatchers = "the other watchers"
  case watcherCancelled = "whether a watcher is cancelled"
  case watcherUnderWay = "whether a change is under way when a watcher is cancelled"
  case handlerCall = "whether a watcher's handler calls"
  case handler = "whether a watcher's handler is needed"
  // Direct access.
  case missingPart = "whether a part is missing that is read by hand"
  case fragmentKey = "the key that a fragment is read by"
  case queryUpdate = "what an update makes of a query"
  case objectUpdate = "what an update makes of an object"
  case updateTold = "whether an update is what changes data"
  case wayIn = "the way that data came in before a restart"
  case ownWrites = "what the transaction did before"
  case thrown = "whether the body of a transaction throws"
  case otherTransactions = "the other transactions"
  // Removing.
  case removal = "what of an object is removed"
  case references = "that a removed object's references lead on"
  case dangling = "whether what a reference leads to is there"
  case pattern = "where in a key a pattern stands"
  case patternCase = "that the case of letters says nothing"
  case property = "whether a key names a property"
  case presence = "whether there is anything to remove"
  case removedBefore = "whether an object was fetched again after it was removed"
  case removalBeforeRestart = "what was removed before a restart"
  case fetchCancelled = "whether a fetch is cancelled"

  /// The input for a policy, or for naming none.
  package static func policy(_ policy: QueryCachePolicy?) -> Self {
    switch policy {
    case nil: .policyUnnamed
    case .returnCacheDataElseFetch: .policyElseFetch
    case .fetchIgnoringCacheData: .policyIgnoringData
    case .fetchIgnoringCacheCompletely: .policyIgnoringCompletely
    case .returnCacheDataDontFetch: .policyDontFetch
    case .returnCacheDataAndFetch: .policyAndFetch
    }
  }
}

extension RuleInput {
  /// An input of the normalized chapter.
  package static func graph(_ input: GraphInput) -> Self { Self(input.rawValue) }
}
