/// The policy of a request says whether a stored response answers it, and whether the origin is asked. Apple's
/// 'Accessing cached data' describes four policies under 'Set a Cache Policy for Url Requests'; the page of
/// `NSURLRequest.CachePolicy`, to which it links, has two more.
extension ResponseSpec {
  static var policyTopic: Topic<ResponseAction> {
    Topic(
      "response.policy", premises: policyPremises,
      tables: [Table("A load under each policy", legend: policyLegend, policyTable)],
      scenarios: policyTableRows
    ) {
      Rule(
        "reload-ignoring-local", .must,
        "`reloadIgnoringLocalCacheData` goes to the origin even if a fresh response is stored, and fails when the origin cannot be reached.",
        from: policy, about: .responsePolicy
      ).rows {
        Row("the origin answers 503", given: .freshStored.originHas(failure(503))) {
          Step(.load(.a.with(.reloadIgnoringLocalCacheData)), .fails, .requestsSomething)
        }
        for asking in ResponseAsking.allCases { reloaded(.reloadIgnoringLocalCacheData, asking) }
      }
      Rule(
        "dont-load-hit", .must,
        "`returnCacheDataDontLoad` returns a stored response whatever its age, with no request.",
        from: policy, about: .responsePolicy, .responseHit
      ).rows {
        storedWithNoCache(.returnCacheDataDontLoad)
        Row("a range, while a response is stored", given: .freshStored) {
          Step(
            .load(.a.saying(["Range": "bytes=8-8"]).with(.returnCacheDataDontLoad)),
            oneOf: [
              Outcome("error", .fails, .requestsNothing),
              Outcome("part of what is stored", .answers(.body(ResponseBody("1"))), .requestsNothing),
              Outcome("all that is stored", .answers(.v1), .requestsNothing),
            ])
        }
        for asking in ResponseAsking.allCases where asking != .part {
          Row("\(asking), while a response is stored", given: .servedWithValidators) { asking.notLoaded }
        }
      }
      Rule(
        "dont-load-miss", .must, "When nothing is stored, `returnCacheDataDontLoad` fails, with no request.",
        from: policy, about: .responsePolicy
      ).rows {
        Row("a range", given: .originHasVersion2) {
          Step(
            .load(.a.saying(["Range": "bytes=0-3"]).with(.returnCacheDataDontLoad)), .fails, .requestsNothing)
        }
        for asking in ResponseAsking.allCases where asking != .part {
          Row(asking.rawValue, given: .originHasVersion2) {
            Step(.load(asking.request(under: .returnCacheDataDontLoad)), .fails, .requestsNothing)
          }
        }
      }
      Rule(
        "else-load-hit", .must,
        "`returnCacheDataElseLoad` returns a stored response whatever its age, with no request.",
        from: policy, about: .responsePolicy, .responseHit
      ).rows {
        storedWithNoCache(.returnCacheDataElseLoad)
      }
      Rule(
        "else-load-miss", .must, "When nothing is stored, `returnCacheDataElseLoad` loads from the origin.",
        from: policy,
        about: .responseMiss)
      Rule(
        "use-protocol", .must,
        "Under `useProtocolCachePolicy` the protocol decides: over HTTP, a fresh stored response is served, and a stale one is not served without revalidation, nor in place of a 4xx response to the revalidation.",
        from: policy, Citation(.rfc9111, "4"), about: .responseHit, .responseDate, .responseAgeField, .responseExpires,
        .responseMaxAge, .responseResidence
      ).rows {
        Row("HEAD, while a stale response is stored", given: .staleStored) {
          Step(.load(.by("HEAD")), .answers(.body(.empty)), .requestsSomething)
        }
        Row("a check is answered with 404", given: .staleStored.originHas(failure(404))) {
          Step(.load(.a), .answers(.v3), .requestsSomething)
        }
        [ResponseAsking.tag, .date].map(ofStale)
      }
      Rule(
        "default-is-use-protocol", .must, "A request that names no policy behaves as under `useProtocolCachePolicy`.",
        from: policy, about: .responseHit, .responseDate, .responseAgeField, .responseExpires, .responseMaxAge,
        .responseResidence)
      Rule(
        "reload-ignoring-remote", .must,
        "`reloadIgnoringLocalAndRemoteCacheData` goes to the origin, and its request tells caches on the way not to answer from their own copies.",
        from: policyPage, about: .responsePolicy
      ).rows {
        Row("its header tells caches on the way", given: .freshStored) {
          Step(
            .load(.a.with(.reloadIgnoringLocalAndRemoteCacheData)), .answers(.v2), .requests(.get("/a")))
          tellsCachesOnTheWay
        }
        for asking in ResponseAsking.allCases { reloaded(.reloadIgnoringLocalAndRemoteCacheData, asking) }
      }
      Rule(
        "reload-revalidating", .must,
        "`reloadRevalidatingCacheData` serves the stored response only once the origin has confirmed it; otherwise it loads.",
        from: policyPage, about: .responsePolicy, .responseEtag, .responseNotModified
      ).rows {
        Row(
          "the origin confirms it",
          given: .freshStored.leading(
            to: "a fresh version 1 is stored; the origin has it too", [Step(.serve(.v1.withTag, at: Resource.a))])
        ) {
          Step(.load(revalidating), .answers(.v1), .revalidates)
        }
        Row("the origin answers 404", given: .freshStored.originHas(failure(404))) {
          Step(.load(revalidating), .answers(.v3), .requestsSomething)
        }
        Row("the origin answers 503", given: .freshStored.originHas(failure(503))) {
          Step(.load(revalidating), .fails, .requestsSomething)
        }
        Row("fresh without a validator", given: .stored(.v1)) { Step(.load(revalidating), .answers(.v2), .checks) }
        for asking in ResponseAsking.allCases { reloaded(.reloadRevalidatingCacheData, asking) }
      }
    }
  }

  private static var policyTableRows: [ResponseScenario] {
    (policyTable + policyTable.compactMap(\.withoutPolicy)).flatMap(\.scenarios)
  }

  private static var policyPremises: [Premise<ResponseAction>] {
    [
      .last(servingStored) { $0.isNotServed || $0.lacksLoaded },
      .last(servingStored) { $0.isAskedPlainly }.explainingAnyFailure,
      .last("response.policy.else-load-miss[policy=returnCacheDataElseLoad,stored=nothing,origin=up]") {
        $0.request.policy == .returnCacheDataElseLoad && $0.kept == nil
      },
      shown("dont-load-miss", .returnCacheDataDontLoad, "nothing"),
      shown("reload-ignoring-local", .reloadIgnoringLocalCacheData, "fresh by max-age"),
      shown("reload-ignoring-remote", .reloadIgnoringLocalAndRemoteCacheData, "fresh by max-age"),
      shown("reload-revalidating", .reloadRevalidatingCacheData, "fresh by max-age"),
    ]
  }

  private static let servingStored =
    "response.policy.else-load-hit[policy=returnCacheDataElseLoad,stored=fresh by max-age,origin=up]"

  /// The premise that a policy's own row shows.
  private static func shown(_ rule: String, _ policy: RequestPolicy, _ stored: String) -> Premise<ResponseAction> {
    Premise("response.policy.\(rule)[policy=\(policy),stored=\(stored),origin=up]") { $0.policy == policy }
  }

  private static let revalidating = RequestMessage.a.with(.reloadRevalidatingCacheData)

  /// Version 3 as an error page that may not be stored.
  private static func failure(_ status: Int) -> Representation {
    Representation(.v3, cacheControl: ["no-store"]).status(status)
  }

  /// A stored response is returned even though it says that it must be revalidated.
  private static func storedWithNoCache(_ policy: RequestPolicy, line: Int = #line) -> Row {
    Row("stored with no-cache", given: .stored(Representation(.v1, cacheControl: ["no-cache"]).withTag), line: line) {
      Step(.load(.a.with(policy)), .answers(.v1), .requestsNothing, .stores(.v1))
    }
  }

  /// The request has one or more directives that tell caches not to answer from a stored response without asking (RFC
  /// 9111, 5.2.1).
  static let tellsCachesOnTheWay = ResponseStep(.inspectRequest(["Cache-Control", "Pragma"]), tellingCaches)

  static let tellingCaches: Expectation<ResponseAction> = {
    let directives = ["no-cache", "max-age=0", "no-cache, max-age=0", "max-age=0, no-cache", "no-cache, no-store"]
    let cacheControl = directives.map { ResponseAnswer.header("Cache-Control", $0) }
    let pragma = ResponseAnswer.header("Pragma", "no-cache")
    return .answer(
      .described(
        "Cache-Control: no-cache or max-age=0, or Pragma: no-cache",
        .oneOf((cacheControl.flatMap { [[$0], [$0, pragma]] } + [[pragma]]).map { $0.map(Fact.value) })))
  }()

  /// A policy that reloads asks the origin even if a fresh response is stored.
  private static func reloaded(_ policy: RequestPolicy, _ asking: ResponseAsking) -> Row {
    var steps: [ResponseStep] = [asking.forwarded(under: policy)]
    if policy == .reloadIgnoringLocalAndRemoteCacheData { steps.append(tellsCachesOnTheWay) }
    return Row("\(asking), while a fresh response is stored", given: .servedWithValidators) { steps }
  }

  private static func ofStale(_ asking: ResponseAsking) -> Row {
    Row("\(asking), while a stale response is stored", given: .staleStored(ResponseAsking.stored("max-age=2"))) {
      asking.forwarded()
    }
  }
}
