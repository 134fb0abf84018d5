extension ResponseAction {
  /// What scenarios take for granted.
  public static var premises: [Premise<Self>] {
    ofStores + ofLoads + httpPremises + ofPolicies + ofSeveral + ofRemovals + ofCapacity + ofDelegates
  }

  private static let ofStores: [Premise<Self>] =
    [look("response.store.miss") { $0.isAskedPlainly }.explainingAnyFailure]
    + ["response.store.miss", "response.store.miss[on another host]", "response.store.miss[under another path]"]
    .flatMap { row in
      [look(row) { $0.lacksKept || $0.returnsAnothers || $0.isNotServed || $0.isNotStored }, Premise(row) { $0.isOfSeveral || $0.removesOrMeasures }]
    }
    + [
      look("response.store.memory-and-disk") { $0.lacksKept && $0.wentThrough { $0.worldEvent?.endsARun == true } },
      look("response.store.replaces") { $0.isReplacement && ($0.lacksKept || $0.returnsOther) },
      Premise("response.store.concurrent") { $0.isOfSeveral }.lessBasic(than: "response.store.miss"),
      look("response.store.concurrent") { $0.isMixedUp || $0.isNotStored }.lessBasic(than: "response.store.miss"),
    ]

  private static let ofSeveral: [Premise<Self>] = [
    look(keepingTwo) { $0.isMixedUp }.lessBasic(than: "response.store.miss"),
    Premise(keepingTwo) { $0.removesOrMeasures },
  ]

  private static let keepingTwo = "response.store.returns-what-was-stored[two responses are stored]"

  private static let ofLoads: [Premise<Self>] = [
    look("response.load.configured-store") { $0.isNotServed || $0.isNotStored || $0.lacksLoaded || $0.isLoad && $0.returnsOther },
    Premise("response.load.configured-store") { if case .configure = $0 { true } else { false } },
    look("response.load.configured-store") { $0.isAskedPlainly }.explainingAnyFailure,
    look(servingStored) { $0.isNotServed || $0.lacksLoaded },
    look(servingStored) { $0.isAskedPlainly }.explainingAnyFailure,
  ]

  private static let servingStored =
    "response.policy.else-load-hit[policy=returnCacheDataElseLoad,stored=fresh by max-age,origin=up]"

  /// Separate constants, because the compiler takes seconds for their sum in one expression.
  private static let ofPolicies = ofElseLoad + ofCalls + ofOtherPolicies + [ofInheritedPolicy]

  private static let ofElseLoad: [Premise<Self>] = [
    look("response.scheme.http-and-https-cached[https]") { $0.request.url.hasPrefix("https:") },
    look("response.policy.else-load-miss[policy=returnCacheDataElseLoad,stored=nothing,origin=up]") {
      $0.request.policy == .returnCacheDataElseLoad && $0.kept == nil
    },
  ]

  private static let ofCalls: [Premise<Self>] = LoadCall.allCases.filter { $0 != .delegate }.map { call in
    Premise("response.load.every-call[\(call), stored]") { $0.call == call }
  }

  private static let ofOtherPolicies: [Premise<Self>] = [
    shown("dont-load-miss", .returnCacheDataDontLoad, "nothing"),
    shown("reload-ignoring-local", .reloadIgnoringLocalCacheData, "fresh by max-age"),
    shown("reload-ignoring-remote", .reloadIgnoringLocalAndRemoteCacheData, "fresh by max-age"),
    shown("reload-revalidating", .reloadRevalidatingCacheData, "fresh by max-age"),
  ]

  /// The premise that a policy's own row shows.
  private static func shown(_ rule: String, _ policy: RequestPolicy, _ stored: String) -> Premise<Self> {
    Premise("response.policy.\(rule)[policy=\(policy),stored=\(stored),origin=up]") { $0.policy == policy }
  }

  private static let ofInheritedPolicy = Premise<Self>("response.session.policy-inherited[returnCacheDataDontLoad]") {
    if case .configure(_, let setup) = $0 { setup.policy != nil } else { false }
  }

  private static let ofRemovals: [Premise<Self>] =
    ["response.store.key[query]", "response.store.key[fragment]", "response.remove.one"].map { row in
      Premise(row) { if case .remove(.one) = $0 { true } else { false } }
    } + [
      Premise("response.remove.since") { $0 == .remove(.sinceMark) },
      Premise("response.remove.all") { $0 == .remove(.all) },
    ]

  private static let ofCapacity: [Premise<Self>] = [
    Premise("response.usage.within-capacity") { if case .reopen = $0 { true } else { false } },
    Premise("response.usage.reported[responses since a date are removed]") { $0.measuresUsage },
    Premise("response.store.survives-kill[after one was replaced]") { $0.isAboutTheDisk },
  ]

  private static let ofDelegates: [Premise<Self>] =
    ["response.will-cache.as-proposed", "response.will-cache.none", "response.will-cache.once"].map { row in
      Premise(row) { if case .configure(_, let setup) = $0 { setup.delegate != nil } else { false } }
        .lessBasic(than: row.hasSuffix("as-proposed") ? [] : ["response.will-cache.as-proposed"])
    }

  /// Whether it is about several responses.
  private var isOfSeveral: Bool {
    switch self {
    case .fill, .hammer: true
    default: false
    }
  }

  /// Whether it compares the usage that the store reports with its capacity.
  private var measuresUsage: Bool {
    switch self {
    case .checkCapacity, .fill: true
    default: false
    }
  }

  private var removesOrMeasures: Bool {
    switch self {
    case .remove, .measureUsage, .searchDisk: true
    default: measuresUsage
    }
  }

  /// Whether it kills the app, or looks at what is on disk while the app runs, possibly through a second store at the
  /// same place.
  private var isAboutTheDisk: Bool {
    switch self {
    case .world(.kill), .searchDisk, .put(_, _, .shared), .find(_, .shared): true
    default: false
    }
  }

  /// The request that it loads.
  var loaded: RequestMessage? {
    switch self {
    case .load(let request, _, _, _), .begin(let request, _): request
    default: nil
    }
  }

  /// The call that it loads through.
  private var call: LoadCall? { if case .load(_, _, _, let call) = self { call } else { nil } }

  /// The policy that it names, for a request or for a session.
  private var policy: RequestPolicy? {
    if case .configure(_, let setup) = self { setup.policy } else { loaded?.policy }
  }
}

extension ResponseLookup {
  /// Whether what is stored for another URL may be to blame for what was found.
  fileprivate var isMixedUp: Bool { isFollowedByOthers && lacksKept || returnsAnothers }

  /// Whether something has happened since what is stored came.
  fileprivate func wentThrough(_ isMeant: (ResponseAction) -> Bool) -> Bool { history.contains(where: isMeant) }
}
