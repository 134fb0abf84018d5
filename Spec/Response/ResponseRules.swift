/// The rules of the response chapter: a store of URL responses, and a loader that uses it.
extension ResponseSpec {
  private static let overview = Citation(.apple, "Overview")
  private static let policy = Citation(.apple, "Set a Cache Policy for Url Requests")
  private static let policyPage = Citation(.appleCachePolicy, "NSURLRequest.CachePolicy")
  private static let storagePage = Citation(.appleStoragePolicy, "URLCache.StoragePolicy")
  private static let access = Citation(.apple, "Access the Cache Directly")
  private static let manage = Citation(.apple, "Manage Caching Programmatically")

  static let policyRules: [Rule] = [
    Rule(
      "response.policy.reload-ignoring-local", .must,
      "`reloadIgnoringLocalCacheData` goes to the origin even if a fresh response is stored, and fails when the origin cannot be reached.",
      from: policy,
      about: .responsePolicy),
    Rule(
      "response.policy.dont-load-hit", .must,
      "`returnCacheDataDontLoad` returns a stored response whatever its age, with no request.", from: policy,
      about: .responsePolicy, .responseHit),
    Rule(
      "response.policy.dont-load-miss", .must,
      "When nothing is stored, `returnCacheDataDontLoad` fails, with no request.", from: policy,
      about: .responsePolicy),
    Rule(
      "response.policy.else-load-hit", .must,
      "`returnCacheDataElseLoad` returns a stored response whatever its age, with no request.", from: policy,
      about: .responsePolicy, .responseHit),
    Rule(
      "response.policy.else-load-miss", .must,
      "When nothing is stored, `returnCacheDataElseLoad` loads from the origin.", from: policy,
      about: .responseMiss),
    Rule(
      "response.policy.use-protocol", .must,
      "Under `useProtocolCachePolicy` the protocol decides: over HTTP, a fresh stored response is served, and a stale one is not served without revalidation, nor in place of a 4xx response to the revalidation.",
      from: policy, Citation(.rfc9111, "4"),
      about: .responseHit, .responseDate, .responseAgeField, .responseExpires, .responseMaxAge, .responseResidence),
    Rule(
      "response.policy.default-is-use-protocol", .must,
      "A request that names no policy behaves as under `useProtocolCachePolicy`.", from: policy,
      about: .responseHit, .responseDate, .responseAgeField, .responseExpires, .responseMaxAge, .responseResidence),
    Rule(
      "response.policy.reload-ignoring-remote", .must,
      "`reloadIgnoringLocalAndRemoteCacheData` goes to the origin, and its request tells caches on the way not to answer from their own copies.",
      from: policyPage,
      about: .responsePolicy),
    Rule(
      "response.policy.reload-revalidating", .must,
      "`reloadRevalidatingCacheData` serves the stored response only once the origin has confirmed it; otherwise it loads.",
      from: policyPage,
      about: .responsePolicy, .responseEtag, .responseNotModified),
    Rule(
      "response.session.policy-inherited", .must,
      "A request made by a session takes its policy from the session's configuration.", from: policy,
      about: .responseSessionPolicy),
    Rule(
      "response.session.request-overrides", .derived,
      "A policy set on the request itself overrides the session's policy.",
      from: policy,
      because:
        "Follows from response.policy.reload-ignoring-local, which holds for every request that names it: if the session's policy won, no request could control its own caching.",
      about: .responsePolicyOwner),
  ]

  static let sessionRules: [Rule] = [
    Rule(
      "response.session.default-store", .derived,
      "A session with a default configuration that was given no store uses the shared store.",
      from: overview,
      because:
        "Follows from response.load.own-store: the shared store is shared by the sessions that are given no other store.",
      since: .v2,
      about: .responseOwnStore),
    Rule(
      "response.session.ephemeral", .derived,
      "Two sessions with ephemeral configurations share nothing with each other or with the shared store, and leave nothing on disk.",
      from: overview, manage,
      because:
        "Follows from response.load.own-store and response.storage.memory-only: an ephemeral configuration comes with a store of its own, in memory.",
      since: .v2,
      about: .responseSessionKind),
    Rule(
      "response.load.every-call", .derived,
      "A load with a completion handler, or one that is awaited, uses the store as a load with the session's delegate does.",
      from: policy,
      because: "Follows from response.policy.use-protocol: the policy belongs to the request, whichever call loads it.",
      since: .v2,
      about: .responseCall),
  ]

  static let schemeRules: [Rule] = [
    Rule(
      "response.scheme.http-and-https-cached", .must, "Responses over HTTP and over HTTPS are cached.", from: policy,
      about: .responseHttps, .responseScheme),
    Rule(
      "response.scheme.others-not-cached", .must, "A response to a `file:` URL is never stored.", from: policy,
      about: .responseFile),
    Rule(
      "response.scheme.file-policy-controls-access", .must,
      "For a `file:` URL, the policy decides only whether the file may be read: `returnCacheDataDontLoad` fails, and the other policies read the file anew each time.",
      from: policy,
      about: .responseFile),
    Rule(
      "response.scheme.https-on-disk-by-default", .must,
      "Under the default policy, a response over HTTPS is written to disk.", from: policy,
      about: .responseHttps),
  ]

  static let storeRules: [Rule] = [
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
      "A stored response is in memory and on disk: it survives reopening the store at the same place, with everything that was stored along with its body.",
      from: overview,
      about: .responseDisk, .responseNotes, .responseStatus),
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
    Rule(
      "response.storage.allowed", .must, "A response stored under `allowed` is kept in memory and on disk.",
      from: overview, manage,
      about: .responseDisk),
    Rule(
      "response.storage.memory-only", .must,
      "A response stored under `allowedInMemoryOnly` is served while the store is open and is never written to disk: it is gone after reopening the store.",
      from: manage, storagePage,
      about: .responseStoragePolicy),
    Rule(
      "response.storage.not-allowed", .must,
      "A response stored under `notAllowed` is kept neither in memory nor on disk.", from: storagePage,
      about: .responseStoragePolicy),
    Rule(
      "response.storage.tightened", .derived,
      "Storing under a stricter storage policy leaves no earlier response to that request behind: none on disk after `allowedInMemoryOnly`, none at all after `notAllowed`.",
      from: manage,
      because:
        "Follows from response.storage.memory-only and response.storage.not-allowed: otherwise the older response would be served in place of the newer one.",
      about: .responseStoragePolicy),
  ]

  static let removalAndUsageRules: [Rule] = [
    Rule(
      "response.remove.one", .must,
      "Removing one request's response removes it from memory and from disk, and keeps all others.", from: access,
      about: .responseRemoved),
    Rule(
      "response.remove.since", .must,
      "Removing since a date removes the responses stored after that date and keeps those stored before it.",
      from: access,
      about: .responseMoment),
    Rule(
      "response.remove.since-precision", .derived,
      "Removing since a date distinguishes between two responses stored within the same second.", from: access,
      because: "Follows from response.remove.since: a date is more precise than a second.",
      about: .responseMoment, .responseSecondsPart),
    Rule(
      "response.remove.all", .must,
      "Removing all leaves nothing in memory, on disk (no file of an entry) or after reopening, and the usages are then no more than those of an empty store.",
      from: access,
      about: .responseAllRemoved),
    Rule(
      "response.usage.reported", .must,
      "The store reports its capacities as configured, and its usages grow when a response is stored, even one with an empty body, and shrink when it is removed. On disk, the freed space may stay reserved for later responses.",
      from: access,
      about: .responseSize),
    Rule(
      "response.usage.within-capacity", .derived,
      "Usage never exceeds capacity: storing past the capacity evicts the oldest entries, keeps the rest, and leaves the store working.",
      from: access,
      because: "Follows from response.usage.reported: a capacity that can be exceeded is not a capacity.",
      about: .responseCapacity),
    Rule(
      "response.usage.too-large", .derived,
      "A response that does not fit within a capacity is not stored there and does no harm, and an older response to that request is not served in its place.",
      from: access, because: "Follows from response.usage.within-capacity and response.store.replaces.",
      about: .responseCapacity),
    Rule(
      "response.usage.capacity-lowered", .derived,
      "Lowering a capacity evicts responses until usage is within the new capacity.",
      from: access,
      because: "Follows from response.usage.within-capacity.",
      about: .responseCapacity),
  ]

  static let loadRules: [Rule] = [
    Rule(
      "response.load.stores", .must,
      "A cacheable response that was loaded can then be found in the store by direct access.", from: overview, access,
      about: .responseLoaded),
    Rule(
      "response.load.serves-stored-by-hand", .must,
      "A response stored by direct access is served by the loader.", from: manage,
      about: .responseHit),
    Rule(
      "response.load.own-store", .must,
      "Sessions configured with different stores share no entries; the shared store is the same store for all.",
      from: overview,
      about: .responseStore),
    Rule(
      "response.load.configured-store", .must,
      "A session uses the store that its configuration was given, and that store can be read back from the configuration.",
      from: access,
      about: .responseStore, .responseHit),
    Rule(
      "response.load.no-store", .derived, "A session without a store caches nothing but still loads.", from: access,
      because: "Follows from response.load.configured-store: the store of a configuration can be set to none.",
      about: .responseNoStore),
    Rule(
      "response.will-cache.as-proposed", .must,
      "When the session's delegate returns the proposed response unchanged, the response is cached as proposed.",
      from: manage,
      about: .responseDelegateConsent, .responseDelegateAsked),
    Rule(
      "response.will-cache.none", .must,
      "A response for which the session's delegate returns nothing is not cached.",
      from: manage,
      about: .responseDelegateAnswer),
    Rule(
      "response.will-cache.changed", .must,
      "A response is cached under the storage policy and with the user info that the session's delegate returns; `allowedInMemoryOnly` keeps a response over HTTPS off the disk.",
      from: manage,
      about: .responseDelegateAnswer),
    Rule(
      "response.will-cache.once", .derived,
      "A session's delegate is asked once about each response that is loaded, and not about a response served from the store.",
      from: manage,
      because: "Follows from response.will-cache.as-proposed: whether to cache a stored response was decided before.",
      about: .responseDelegateAsked),
    Rule(
      "response.will-cache.data-and-upload-only", .must,
      "A session's delegate is asked about the responses to data and upload tasks, and not about those to download tasks. Whether it is asked about the response to an upload that would not be stored is left to the cache.",
      from: manage,
      about: .responseTask),
    Rule(
      "response.will-cache.not-in-background-or-ephemeral", .must,
      "The delegate of a session with a background or ephemeral configuration is not asked whether to cache a response.",
      from: manage,
      about: .responseSessionKind),
  ]
}
