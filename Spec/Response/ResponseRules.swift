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
      "`reloadIgnoringLocalCacheData` goes to the origin though a fresh response is stored, and fails when the origin cannot be reached.",
      from: policy,
      about: .responsePolicy),
    Rule(
      "response.policy.dont-load-hit", .must,
      "`returnCacheDataDontLoad` returns a stored response whatever its age, with no request.", from: policy,
      about: .responsePolicy, .responseHit),
    Rule(
      "response.policy.dont-load-miss", .must,
      "With nothing stored, `returnCacheDataDontLoad` fails, with no request.", from: policy,
      about: .responsePolicy),
    Rule(
      "response.policy.else-load-hit", .must,
      "`returnCacheDataElseLoad` returns a stored response whatever its age, with no request.", from: policy,
      about: .responsePolicy, .responseHit),
    Rule(
      "response.policy.else-load-miss", .must, "With nothing stored, `returnCacheDataElseLoad` loads.", from: policy,
      about: .responseMiss),
    Rule(
      "response.policy.use-protocol", .must,
      "Under `useProtocolCachePolicy` the protocol decides: over HTTP a fresh stored response is served, and a stale one is not served without a check, nor in place of an answer of 4xx to it.",
      from: policy, Citation(.rfc9111, "4"),
      about: .responseHit, .responseDate, .responseAgeField, .responseExpires, .responseMaxAge, .responseResidence),
    Rule(
      "response.policy.default-is-use-protocol", .must,
      "A request that names no policy behaves as under `useProtocolCachePolicy`.", from: policy,
      about: .responseHit, .responseDate, .responseAgeField, .responseExpires, .responseMaxAge, .responseResidence),
    Rule(
      "response.policy.reload-ignoring-remote", .must,
      "`reloadIgnoringLocalAndRemoteCacheData` goes to the origin and tells caches on the way not to answer from theirs.",
      from: policyPage,
      about: .responsePolicy),
    Rule(
      "response.policy.reload-revalidating", .must,
      "`reloadRevalidatingCacheData` serves the stored response only once the origin has confirmed it, else it loads.",
      from: policyPage,
      about: .responsePolicy, .responseEtag, .responseNotModified),
    Rule(
      "response.session.policy-inherited", .must,
      "A request made by a session takes the policy of the session's configuration.", from: policy,
      about: .responseSessionPolicy),
    Rule(
      "response.session.request-overrides", .derived, "A policy set on the request itself wins over the session's.",
      from: policy,
      because:
        "Follows from response.policy.reload-ignoring-local, which holds for each request that carries it: were it overruled, no request could control its own caching.",
      about: .responsePolicyOwner),
  ]

  static let sessionRules: [Rule] = [
    Rule(
      "response.session.default-store", .derived,
      "A session whose configuration is of the default kind, and was given no store, uses the shared store.",
      from: overview,
      because:
        "Follows from response.load.own-store: a shared store is shared by the sessions that are given no other.",
      since: .v2,
      about: .responseOwnStore),
    Rule(
      "response.session.ephemeral", .derived,
      "Two sessions with an ephemeral configuration share nothing, with each other or with the shared store, and leave nothing on disk.",
      from: overview, manage,
      because:
        "Follows from response.load.own-store and response.storage.memory-only: the store that an ephemeral configuration comes with is its own, in memory.",
      since: .v2,
      about: .responseSessionKind),
    Rule(
      "response.load.every-call", .derived,
      "A load that ends in a completion handler, or that is awaited, uses the store as one by the session's delegate does.",
      from: policy,
      because: "Follows from response.policy.use-protocol: the policy is the request's, whatever the call.",
      since: .v2,
      about: .responseCall),
  ]

  static let schemeRules: [Rule] = [
    Rule(
      "response.scheme.http-and-https-cached", .must, "Responses over HTTP and over HTTPS are cached.", from: policy,
      about: .responseHttps),
    Rule(
      "response.scheme.others-not-cached", .must, "A response to a `file:` URL is never stored.", from: policy,
      about: .responseFile),
    Rule(
      "response.scheme.file-policy-controls-access", .must,
      "For a `file:` URL the policy only decides whether the file may be read: `returnCacheDataDontLoad` fails, the others read it, each time anew.",
      from: policy,
      about: .responseFile),
    Rule(
      "response.scheme.https-on-disk-by-default", .must,
      "Under the default policy a response over HTTPS reaches the disk.", from: policy,
      about: .responseHttps),
  ]

  static let storeRules: [Rule] = [
    Rule(
      "response.store.returns-what-was-stored", .must,
      "Asking for a stored response returns the same data, status, header fields, user info and storage policy.",
      from: access, manage,
      about: .responseNotes, .responseStatus),
    Rule(
      "response.store.miss", .must, "Asking for what was never stored returns nothing.", from: access,
      about: .responseRequest),
    Rule(
      "response.store.memory-and-disk", .must,
      "A stored response is in memory and on disk: it survives reopening the store at the same place, with all that is kept beside its body.",
      from: overview,
      about: .responseDisk, .responseNotes, .responseStatus),
    Rule(
      "response.store.replaces", .derived,
      "Storing again for the same request replaces; a reopened store has the newer response only.", from: manage,
      because: "Follows from response.store.returns-what-was-stored: a request has one stored response.",
      about: .responseEarlier),
    Rule(
      "response.store.key", .derived,
      "Requests that differ in scheme, host, port, path, query, user or trailing slash have entries of their own; a fragment makes no difference.",
      from: access,
      because:
        "Follows from response.store.miss: an answer to another URL is no response to this request. A fragment is never sent (RFC 9110, 4.2.5).",
      about: .responseScheme, .responseHost, .responsePort, .responsePath, .responseQuery, .responseUser,
      .responseFragment),
    Rule(
      "response.store.key-spelling", .open,
      "Whether two ways to write one URL are one entry or two: letters of scheme and host in another case, the scheme's own port, no path or a slash, a character or its percent-encoding.",
      from: access,
      because: "RFC 3986, 6.2.2 has them mean the same, and the document does not say how requests are compared."),
    Rule(
      "response.store.key-method", .derived, "A response to GET is not returned for another method.", from: access,
      because: "Follows from response.store.miss: the method is part of the request (RFC 9111, 2).",
      about: .responseMethod),
    Rule(
      "response.store.large-and-odd-keys", .derived,
      "URLs of 150 and of 8,000 characters, non-ASCII ones and percent-encoded ones survive reopening.", from: overview,
      because: "Follows from response.store.memory-and-disk, which makes no exception for some URLs.",
      about: .responseLength),
    Rule(
      "response.store.unreadable-entry", .derived,
      "A truncated, emptied or overwritten copy on disk counts as none, and removing all removes it.", from: overview,
      because: "Follows from response.store.returns-what-was-stored: what cannot be read whole is not what was stored.",
      about: .responseDamage),
    Rule(
      "response.store.two-at-one-place", .open, "What a second store open at the same place sees of the first.",
      from: overview, because: "The document says nothing about two stores at one place."),
    Rule(
      "response.store.concurrent", .derived,
      "Hundreds of stores, look-ups and removals at once neither trap nor mix up data.", from: overview,
      because: "Follows from response.store.returns-what-was-stored: sessions load side by side over one store.",
      about: .responseOthers),
    Rule(
      "response.storage.allowed", .must, "A response stored under `allowed` is kept in memory and on disk.",
      from: overview, manage,
      about: .responseDisk),
    Rule(
      "response.storage.memory-only", .must,
      "A response stored under `allowedInMemoryOnly` is served while the store is open and never touches the disk: it is gone after reopening.",
      from: manage, storagePage,
      about: .responseStoragePolicy),
    Rule(
      "response.storage.not-allowed", .must, "A response stored under `notAllowed` is kept nowhere.", from: storagePage,
      about: .responseStoragePolicy),
    Rule(
      "response.storage.tightened", .derived,
      "Storing under a stricter policy leaves no earlier response to that request behind: none on disk after `allowedInMemoryOnly`, none at all after `notAllowed`.",
      from: manage,
      because:
        "Follows from response.storage.memory-only and response.storage.not-allowed: else the older copy is served in place of the newer.",
      about: .responseStoragePolicy),
  ]

  static let removalAndUsageRules: [Rule] = [
    Rule(
      "response.remove.one", .must,
      "Removing one request's response removes it from memory and disk and leaves all others.", from: access,
      about: .responseRemoved),
    Rule(
      "response.remove.since", .must,
      "Removing since a date removes what was stored after it and keeps what was stored before it.", from: access,
      about: .responseMoment),
    Rule(
      "response.remove.since-precision", .derived,
      "Removing since a date tells apart two responses stored within the same second.", from: access,
      because: "Follows from response.remove.since: a date is finer than a second.",
      about: .responseMoment, .responseSecondsPart),
    Rule(
      "response.remove.all", .must,
      "Removing all leaves nothing, in memory, on disk (no file of an entry) or after reopening, and the usages read no more than those of an empty store.",
      from: access,
      about: .responseAllRemoved),
    Rule(
      "response.usage.reported", .must,
      "Capacities read as configured; usages grow when something is stored, an empty body too, and shrink when it is removed; on disk its room may be kept for what comes.",
      from: access,
      about: .responseSize),
    Rule(
      "response.usage.within-capacity", .derived,
      "Usage never exceeds capacity; storing past the capacity evicts the oldest entries, leaves the rest and keeps the store working.",
      from: access,
      because: "Follows from response.usage.reported: a capacity that can be exceeded is none.",
      about: .responseCapacity),
    Rule(
      "response.usage.too-large", .derived,
      "A response that does not fit a capacity is not stored there, does no harm, and an older one for that request is not served in its place.",
      from: access, because: "Follows from response.usage.within-capacity and response.store.replaces.",
      about: .responseCapacity),
    Rule(
      "response.usage.capacity-lowered", .derived, "Lowering a capacity evicts responses until usage is within it.",
      from: access,
      because: "Follows from response.usage.within-capacity.",
      about: .responseCapacity),
  ]

  static let loadRules: [Rule] = [
    Rule(
      "response.load.stores", .must,
      "A cacheable response that was loaded is then found in the store by direct access.", from: overview, access,
      about: .responseLoaded),
    Rule(
      "response.load.serves-stored-by-hand", .must,
      "A response stored by direct access is served by the loader.", from: manage,
      about: .responseHit),
    Rule(
      "response.load.own-store", .must,
      "Sessions configured with different stores share no entries; the shared store is one and the same for all.",
      from: overview,
      about: .responseStore),
    Rule(
      "response.load.configured-store", .must,
      "The store that a configuration was given is the one its session uses, and can be read back.", from: access,
      about: .responseStore),
    Rule(
      "response.load.no-store", .derived, "A session without a store caches nothing and still loads.", from: access,
      because: "Follows from response.load.configured-store: the store of a configuration can be set to none.",
      about: .responseNoStore),
    Rule(
      "response.will-cache.as-proposed", .must,
      "A response is cached as it was proposed when the session's delegate hands the proposal back.", from: manage,
      about: .responseDelegateConsent),
    Rule(
      "response.will-cache.none", .must,
      "A response is not cached when the session's delegate hands back nothing for it.",
      from: manage,
      about: .responseDelegateAnswer),
    Rule(
      "response.will-cache.changed", .must,
      "A response is cached under the storage policy and with the user info of the proposal that the session's delegate hands back; `allowedInMemoryOnly` keeps one over HTTPS off the disk.",
      from: manage,
      about: .responseDelegateAnswer),
    Rule(
      "response.will-cache.once", .derived,
      "A session's delegate is asked once about each response that is loaded, and not about one served from the store.",
      from: manage,
      because: "Follows from response.will-cache.as-proposed: what is in the store was decided on before.",
      about: .responseDelegateAsked),
    Rule(
      "response.will-cache.data-and-upload-only", .must,
      "A session's delegate is asked about the responses of data and upload tasks, and not of download tasks; whether about the answer to an upload that is not stored is left to a cache.",
      from: manage,
      about: .responseTask),
    Rule(
      "response.will-cache.not-in-background-or-ephemeral", .must,
      "The delegate of a session with a background or ephemeral configuration is not asked.", from: manage,
      about: .responseSessionKind),
  ]
}
