/// The store of responses: what is stored for a request is found again, in memory and on disk, and nothing else is. From
/// the overview, 'Access the Cache Directly' and 'Manage Caching Programmatically' of Apple's 'Accessing cached data'.
extension ResponseSpec {
  static var storeTopic: Topic<ResponseAction> {
    Topic(
      "response.store", premises: storePremises,
      tables: [
        Table("URLs that differ in one part", legend: keyLegend, keyTable, isComplete: false),
        Table("Odd URLs", legend: oddURLLegend, oddURLTable, isComplete: false),
      ], scenarios: keyTable.map(\.scenario) + oddURLTable.map(\.scenario)
    ) {
      Rule(
        "returns-what-was-stored", .must,
        "Asking for a stored response returns the data, status, header fields, user info and storage policy that were stored.",
        from: access, manage, about: .responseNotes, .responseStatus, .responseEarlier, .responseOthers, .responseDisk,
        .responseStoragePolicy
      ).rows {
        inspected("stored under allowed", .allowed, status: 200)
        inspected("stored under allowedInMemoryOnly", .allowedInMemoryOnly, status: 203)
        Row("the body is empty") {
          Step(.put(Representation(.another), for: .another))
          Step(.put(Representation(.empty, cacheControl: []).status(204), for: .a))
          Step(.inspect(.a), .answers(inOrder: [.status(204), .body(.empty), .storagePolicy(.allowed)]))
        }
        Row("the body is binary") {
          Step(.put(Representation(.another), for: .another))
          Step(.put(Representation(ResponseBody("an image", isBinary: true)), for: .a))
          Step(.find(.a), .answers(.body(ResponseBody("an image", isBinary: true))))
          Step(.restart)
          Step(.find(.a), .answers(.body(ResponseBody("an image", isBinary: true))))
        }
        Row("bodies that are no lines of text") {
          has("\r\n", for: .a)
          has("\0", for: .b)
          has("\u{FEFF}version 1", for: .c)
        }
        Row(
          "a load is answered with it, and it is no 200",
          given: .offered(Representation.v1.status(404)).originHas(Representation.v1.status(404))
        ) {
          Step(.load(.a), .answers(.v1))
          Step(.inspectStatus, .answers(.status(404)))
        }
        Row("with texts that are empty or not ASCII") {
          Step(
            .put(Representation.v1.with("X-Empty", "").noting(["empty": "", "größe": "日本 🎉", "": "no name"]), for: .a))
          Step(
            .inspect(.a),
            .answers(inOrder: [
              .status(200), .v1, .header("Cache-Control", "max-age=3600"), .header("X-Empty", ""),
              .note(key: "", value: "no name"), .note(key: "empty", value: ""), .note(key: "größe", value: "日本 🎉"),
              .storagePolicy(.allowed),
            ]))
        }
        Row("two responses are stored") {
          Step(.put(.v1, for: .a))
          Step(.put(.v2, for: .b))
          Step(.find(.a), .answers(.v1))
          Step(.find(.b), .answers(.v2))
        }
        Row("it replaced another response") {
          Step(.put(kept.status(203).noting(["kept": "yes", "by": "hand"]), for: .a))
          Step(.put(Representation.v2.with("X-Other", "2").noting(["other": "2"]), for: .a))
          Step(
            .inspect(.a),
            .answers(inOrder: [
              .status(200), .v2, .header("Cache-Control", "max-age=3600"), .header("X-Other", "2"),
              .note(key: "other", value: "2"), .storagePolicy(.allowed),
            ]))
        }
        Row(
          "a 304 has confirmed it since",
          given: .staleStored(Representation.brief(.v1).withTag.status(203)).originHas(
            Representation.v1.withTag.status(203))
        ) {
          Step(.load(.a), .answers(.v1), .checks)
          Step(.inspectStatus, .answers(.status(203)))
          Step(.inspect(.a), .answers(containing: [.v1, .status(203)]))
        }
      }
      Rule(
        "miss", .must, "Asking for a response that was never stored returns nothing.", from: access,
        about: .responseRequest, .responseHost, .responsePath
      ).rows {
        Row {
          Step(.find(.a), .answersNothing)
          Step(.put(.v1, for: .a))
          Step(.find(.a), .answers(.v1))
          Step(.find(.b), .answersNothing)
        }
        missed("on another host", "http://other.test/a")
        missed("under another path", "http://origin.test/b")
      }
      Rule(
        "memory-and-disk", .must,
        "A stored response is in memory and on disk: it survives reopening the store at the same place, with its body and everything else that was stored.",
        from: overview, about: .responseDisk, .responseNotes, .responseStatus
      ).rows {
        Row(given: .anotherIsStored) {
          Step(.put(.v1, for: .a))
          Step(.find(.a), .answers(.v1))
          Step(.restart)
          Step(.find(.a), .answers(.v1))
          Step(.restart)
          Step(.find(.a), .answers(.v1))
        }
        Row("with status, header fields and user info", given: .anotherIsStored) {
          Step(.put(kept.status(203).noting(["kept": "yes", "by": "hand"]), for: .a))
          Step(.restart)
          Step(.inspect(.a), .answers(inOrder: keptFacts(status: 203, .allowed)))
        }
      }
      Rule(
        "survives-kill", .derived,
        "What was stored is still there, and what was removed is still gone, after the app's process was killed without warning. Of a response that was being replaced, the old one, the new one or neither is there.",
        from: overview,
        because:
          "Follows from response.store.memory-and-disk: most apps are killed rather than shut down in an orderly way.",
        about: .ending
      ).rows {
        killed(
          "after a response was stored", after: [.put(.v1, for: .a)],
          [Step(.find(.a), .answers(.v1)), Step(.find(.b), .answersNothing), othersStay])
        killed(
          "after one of two was removed", after: [.put(.v1, for: .a), .put(.v2, for: .b), .remove(.one(.a))],
          [Step(.find(.a), .answersNothing), Step(.find(.b), .answers(.v2)), othersStay])
        killed(
          "after one was replaced", after: [.put(.v1, for: .a), .put(.v2, for: .b), .put(.v3, for: .a)],
          [Step(.find(.a), .answers(.v3)), Step(.find(.b), .answers(.v2)), othersStay])
        killed(
          "after all were removed", after: [.put(.v1, for: .a), .put(.v2, for: .b), .remove(.all)],
          [Step(.find(.a), .answersNothing), Step(.find(.b), .answersNothing), Step(.find(.another), .answersNothing)])
      }
      Rule(
        "replaces", .derived,
        "Storing again for the same request replaces the stored response; a reopened store has only the newer one.",
        from: manage,
        because: "Follows from response.store.returns-what-was-stored: a request has one stored response.",
        about: .responseEarlier
      ).rows {
        Row(given: .anotherIsStored) {
          Step(.put(.v1, for: .a))
          Step(.put(.v2, for: .a))
          Step(.find(.a), .answers(.v2))
        } ifPossible: {
          Step(.restart)
          Step(.find(.a), .answers(.v2))
          Step(.find(.another), .answers(.body(.another)))
        }
        Row("with the same entity tag", given: .anotherIsStored) {
          Step(.put(.v1.withTag, for: .a))
          Step(.put(.v2.with("ETag", ResponseBody.v1.tag), for: .a))
          Step(.find(.a), .answers(.v2))
        }
        Row("then evicted", given: .littleRoom) {
          Step(.put(.v1, for: .a))
          Step(.put(.v2, for: .a))
          Step(.find(.a), .answers(.v2))
          Step(.fill(count: 60, bytes: size))
          Step(.put(.v3, for: .a))
          Step(.find(.a), .answers(.v3))
        }
      }
      Rule(
        "key", .derived,
        "Requests that differ in scheme, host, port, path, query, user or trailing slash have separate entries; a fragment makes no difference.",
        from: access,
        because:
          "Follows from response.store.miss: a response to another URL is not a response to this request. A fragment is never sent (RFC 9110, 4.2.5).",
        about: .responseScheme, .responseHost, .responsePort, .responsePath, .responseQuery, .responseUser,
        .responseFragment)
      Rule(
        "key-spelling", .open,
        "Whether two spellings of one URL have one entry or two: scheme and host in a different case, the scheme's default port given or omitted, an empty path or a slash, a character or its percent-encoding.",
        from: access,
        because: "RFC 3986, 6.2.2 makes them equivalent, and the document does not say how requests are compared.")
      Rule(
        "key-method", .derived, "A response to a GET request is not returned for a request with another method.",
        from: access, because: "Follows from response.store.miss: the method is part of the request (RFC 9111, 2).",
        about: .responseMethod
      ).rows {
        Row("POST") {
          Step(.put(.v1, for: .a))
          Step(.find(RequestMessage(Resource.a, method: "POST")), .answersNothing)
          Step(.find(.a), .answers(.v1))
        }
        Row("loading by POST", given: .freshStored) {
          Step(.load(RequestMessage(Resource.a, method: "POST")), .answers(.v2), .requests(RequestSeen("POST", "/a")))
        }
      }
      Rule(
        "large-and-odd-keys", .derived,
        "Responses to URLs of 150 and of 8,000 characters, to non-ASCII URLs and to percent-encoded URLs survive reopening the store.",
        from: overview, because: "Follows from response.store.memory-and-disk, which makes no exception for any URL.",
        about: .responseLength)
      Rule(
        "unreadable-entry", .derived,
        "A stored copy that is truncated, emptied or overwritten on disk counts as no copy, and removing all removes it.",
        from: overview,
        because:
          "Follows from response.store.returns-what-was-stored: a copy that cannot be read in full is not what was stored.",
        about: .responseDamage
      ).rows {
        ([.truncated, .emptied, .overwritten] as [StorageDamage]).map(damaged)
      }
      Rule(
        "two-at-one-place", .open,
        "What a second store that is open at the same place sees of the first store's responses.", from: overview,
        because: "The document says nothing about two stores at one place."
      ).rows {
        Row(
          given: Fixture(
            "a second store is open at the same place", relyingOn: "response.store.miss",
            [Step(.find(.a, in: .twin), .answersNothing)])
        ) {
          Step(.put(.v1, for: .a))
          Step(
            .find(.a, in: .twin),
            oneOf: [Outcome("sees it", .answers(.v1)), Outcome("does not see it", .answersNothing)])
          Step(.find(.a), .answers(.v1))
        }
      }
      Rule(
        "concurrent", .derived, "Hundreds of simultaneous stores, look-ups and removals neither crash nor mix up data.",
        from: overview,
        because: "Follows from response.store.returns-what-was-stored: sessions load concurrently over one store.",
        about: .responseOthers
      ).rows {
        Row { Step(.hammer(300), .answers(.noMixUps)) }
      }
    }
  }

  private static let storePremises = missPremises.joined() + keptPremises

  private static let missPremises = [
    "response.store.miss", "response.store.miss[on another host]", "response.store.miss[under another path]",
  ].map { row -> [Premise<ResponseAction>] in
    [
      .last(row) { $0.lacksKept || $0.returnsAnothers || $0.isNotServed || $0.isNotStored },
      .last(row) { $0.isAskedPlainly }.explainingAnyFailure,
      Premise(row) { $0.isOfSeveral || $0.removesOrMeasures },
    ]
  }

  private static var keptPremises: [Premise<ResponseAction>] {
    [
      .last("response.store.memory-and-disk") { $0.lacksKept && $0.wentThrough { $0.worldEvent?.endsARun == true } },
      .last("response.store.memory-and-disk") {
        $0.isAskedPlainly && $0.wentThrough { $0.worldEvent?.endsARun == true }
      }.explainingAnyFailure,
      .last("response.store.replaces") { $0.isReplacement && ($0.lacksKept || $0.returnsOther) },
      Premise("response.store.concurrent") { $0.isOfSeveral }.lessBasic(than: "response.store.miss"),
      .last("response.store.concurrent") { $0.isMixedUp || $0.isNotStored }.lessBasic(than: "response.store.miss"),
      .any("response.store.key-method[POST]") { $0.isAnsweredAcrossMethods },
      .last(keepingTwo) { $0.isMixedUp }.lessBasic(than: "response.store.miss"),
      Premise(keepingTwo) { $0.removesOrMeasures },
      Premise("response.store.survives-kill[after one was replaced]") { $0.isAboutTheDisk },
      Premise("response.store.key[query]") { if case .remove(.one) = $0 { true } else { false } },
      Premise("response.store.key[fragment]") { if case .remove(.one) = $0 { true } else { false } },
    ]
  }

  private static let keepingTwo = "response.store.returns-what-was-stored[two responses are stored]"

  private static func has(_ text: String, for request: RequestMessage) -> [ResponseStep] {
    let body = ResponseBody(text)
    return [Step(.have(Representation(body), for: request)), Step(.find(request), .answers(.body(body)))]
  }

  private static func inspected(_ row: String, _ policy: StoragePolicy, status: Int, line: Int = #line) -> Row {
    Row(row, line: line) {
      Step(.put(Representation(.another), for: .another))
      Step(.put(kept.status(status).noting(["kept": "yes", "by": "hand"]).under(policy), for: .a))
      Step(.inspect(.a), .answers(inOrder: keptFacts(status: status, policy)))
    }
  }

  private static let kept = Representation.v1.with("Content-Type", "text/plain").with("X-Note", "a: b, c")

  private static func keptFacts(status: Int, _ policy: StoragePolicy) -> [ResponseAnswer] {
    [
      .status(status), .v1, .header("Cache-Control", "max-age=3600"), .header("Content-Type", "text/plain"),
      .header("X-Note", "a: b, c"), .note(key: "by", value: "hand"), .note(key: "kept", value: "yes"),
      .storagePolicy(policy),
    ]
  }

  private static func damaged(_ damage: StorageDamage) -> Row {
    let counted = Outcome<ResponseAction>("counts as no copy", .answersNothing)
    let whole = Outcome<ResponseAction>("still whole", .answers(.v1))
    return Row(
      damage.rawValue,
      given: Fixture(
        "version 1 is stored on disk", relyingOn: "response.store.memory-and-disk",
        [Step(.measureUsage), Step(.put(.v1, for: .a)), Step(.restart), Step(.find(.a), .answers(.v1))])
    ) {
      Step(.damage(damage))
      Step(.find(.a), oneOf: damage.mayLeaveACopy ? [counted, whole] : [counted])
      Step(.remove(.all))
      Step(.measureUsage, .usageOfNothing)
      Step(.restart)
      Step(.find(.a), .answersNothing)
      Step(.put(.v2, for: .a))
      Step(.restart)
      Step(.find(.a), .answers(.v2))
    }
  }

  /// What is stored for another URL is not found.
  private static func missed(_ row: String, _ url: String, line: Int = #line) -> Row {
    Row(row, line: line) {
      Step(.put(.v1, for: RequestMessage(url)))
      Step(.find(RequestMessage(url)), .answers(.v1))
      Step(.find(.a), .answersNothing)
    }
  }
}

/// The app's process ends without warning: nothing is closed, and nothing flushed.
extension ResponseSpec {
  private static let othersStay = ResponseStep(.find(.another), .answers(.body(.another)))

  /// The app is killed after some changes, and what is left is looked at.
  private static func killed(_ row: String, after changes: [ResponseAction], _ looks: [ResponseStep], line: Int = #line)
    -> Row
  {
    Row(row, given: .anotherIsStored, line: line) {
      changes.map { Step($0) }
      Step(.kill)
      looks
    }
  }
}
