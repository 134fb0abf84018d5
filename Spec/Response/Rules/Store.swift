/// The store of responses: what is stored for a request is found again, in memory and on disk, and nothing else is. From
/// the overview, 'Access the Cache Directly' and 'Manage Caching Programmatically' of Apple's 'Accessing cached data'.
extension ResponseSpec {
  static let storeTopic = Topic<ResponseAction>(
    rules: storeRules, premises: storePremises,
    tables: [
      Table("URLs that differ in one part", legend: keyLegend, keyTable, isComplete: false),
      Table("Odd URLs", legend: oddURLLegend, oddURLTable, isComplete: false),
    ], scenarios: keyTable.map(\.scenario) + oddURLTable.map(\.scenario) + storeRows + damageRows + killRows)

  private static let storeRules: [Rule] = [
    Rule(
      "response.store.returns-what-was-stored", .must,
      "Asking for a stored response returns the data, status, header fields, user info and storage policy that were stored.",
      from: access, manage,
      about: .responseNotes, .responseStatus, .responseEarlier, .responseOthers, .responseDisk, .responseStoragePolicy),
    Rule(
      "response.store.miss", .must, "Asking for a response that was never stored returns nothing.", from: access,
      about: .responseRequest, .responseHost, .responsePath),
    Rule(
      "response.store.memory-and-disk", .must,
      "A stored response is in memory and on disk: it survives reopening the store at the same place, with its body and everything else that was stored.",
      from: overview,
      about: .responseDisk, .responseNotes, .responseStatus),
    Rule(
      "response.store.survives-kill", .derived,
      "What was stored is still there, and what was removed is still gone, after the app's process was killed without warning. Of a response that was being replaced, the old one, the new one or neither is there.",
      from: overview,
      because:
        "Follows from response.store.memory-and-disk: most apps are killed rather than shut down in an orderly way.",
      about: .ending),
    Rule(
      "response.store.replaces", .derived,
      "Storing again for the same request replaces the stored response; a reopened store has only the newer one.",
      from: manage,
      because: "Follows from response.store.returns-what-was-stored: a request has one stored response.",
      about: .responseEarlier),
    Rule(
      "response.store.key", .derived,
      "Requests that differ in scheme, host, port, path, query, user or trailing slash have separate entries; a fragment makes no difference.",
      from: access,
      because:
        "Follows from response.store.miss: a response to another URL is not a response to this request. A fragment is never sent (RFC 9110, 4.2.5).",
      about: .responseScheme, .responseHost, .responsePort, .responsePath, .responseQuery, .responseUser,
      .responseFragment),
    Rule(
      "response.store.key-spelling", .open,
      "Whether two spellings of one URL have one entry or two: scheme and host in a different case, the scheme's default port given or omitted, an empty path or a slash, a character or its percent-encoding.",
      from: access,
      because: "RFC 3986, 6.2.2 makes them equivalent, and the document does not say how requests are compared."),
    Rule(
      "response.store.key-method", .derived,
      "A response to a GET request is not returned for a request with another method.", from: access,
      because: "Follows from response.store.miss: the method is part of the request (RFC 9111, 2).",
      about: .responseMethod),
    Rule(
      "response.store.large-and-odd-keys", .derived,
      "Responses to URLs of 150 and of 8,000 characters, to non-ASCII URLs and to percent-encoded URLs survive reopening the store.",
      from: overview,
      because: "Follows from response.store.memory-and-disk, which makes no exception for any URL.",
      about: .responseLength),
    Rule(
      "response.store.unreadable-entry", .derived,
      "A stored copy that is truncated, emptied or overwritten on disk counts as no copy, and removing all removes it.",
      from: overview,
      because:
        "Follows from response.store.returns-what-was-stored: a copy that cannot be read in full is not what was stored.",
      about: .responseDamage),
    Rule(
      "response.store.two-at-one-place", .open,
      "What a second store that is open at the same place sees of the first store's responses.",
      from: overview, because: "The document says nothing about two stores at one place."),
    Rule(
      "response.store.concurrent", .derived,
      "Hundreds of simultaneous stores, look-ups and removals neither crash nor mix up data.", from: overview,
      because: "Follows from response.store.returns-what-was-stored: sessions load concurrently over one store.",
      about: .responseOthers),
  ]

  private static let storePremises = missPremises.joined() + keptPremises

  private static let missPremises = [
    "response.store.miss", "response.store.miss[on another host]", "response.store.miss[under another path]",
  ].map { row -> [Premise<ResponseAction>] in
    [
      .look(row) { $0.lacksKept || $0.returnsAnothers || $0.isNotServed || $0.isNotStored },
      .look(row) { $0.isAskedPlainly }.explainingAnyFailure,
      Premise(row) { $0.isOfSeveral || $0.removesOrMeasures },
    ]
  }

  private static let keptPremises: [Premise<ResponseAction>] = [
    .look("response.store.memory-and-disk") { $0.lacksKept && $0.wentThrough { $0.worldEvent?.endsARun == true } },
    .look("response.store.memory-and-disk") {
      $0.isAskedPlainly && $0.wentThrough { $0.worldEvent?.endsARun == true }
    }.explainingAnyFailure,
    .look("response.store.replaces") { $0.isReplacement && ($0.lacksKept || $0.returnsOther) },
    Premise("response.store.concurrent") { $0.isOfSeveral }.lessBasic(than: "response.store.miss"),
    .look("response.store.concurrent") { $0.isMixedUp || $0.isNotStored }.lessBasic(than: "response.store.miss"),
    .anyLook("response.store.key-method[POST]") { $0.isAnsweredAcrossMethods },
    .look(keepingTwo) { $0.isMixedUp }.lessBasic(than: "response.store.miss"),
    Premise(keepingTwo) { $0.removesOrMeasures },
    Premise("response.store.survives-kill[after one was replaced]") { $0.isAboutTheDisk },
    Premise("response.store.key[query]") { if case .remove(.one) = $0 { true } else { false } },
    Premise("response.store.key[fragment]") { if case .remove(.one) = $0 { true } else { false } },
  ]

  private static let keepingTwo = "response.store.returns-what-was-stored[two responses are stored]"
}
