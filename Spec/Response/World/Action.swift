/// A scenario of the response chapter, or of the HTTP chapter, to which the response chapter leaves its default policy.
public typealias ResponseScenario = Scenario<ResponseAction>
typealias ResponseStep = Step<ResponseAction>

/// What can happen in a simulated world: an origin that speaks HTTP, stores of responses, and sessions that load.
public indirect enum ResponseAction: WorldAction {
  public typealias Answer = ResponseAnswer
  public typealias Request = RequestSeen
  public typealias Stored = ResponseBody
  public typealias Notification = ResponseBody

  /// An action that every chapter has. A restart closes every store and opens the main one again.
  case world(WorldEvent)
  /// From now on the origin gives this answer for this URL.
  case serve(Representation, at: String)
  /// The origin becomes reachable or unreachable.
  case origin(OriginState)
  /// This moment is recorded, so that what was stored since can be removed.
  case mark

  /// A session is set up. Without this step it is a standard session over the main store that names no policy.
  case configure(SessionName, SessionSetup)
  /// A session loads.
  case load(RequestMessage, as: TaskKind = .data, by: SessionName = .main, through: LoadCall = .delegate)
  /// The main session begins a load that is not waited for yet.
  case begin(RequestMessage, as: String)
  /// The header fields with these names in the newest request to the origin.
  case inspectRequest([String])
  /// The header fields with these names in the newest response that a session returned.
  case inspectAnswer([String])
  /// The status of the newest response that a session returned.
  case inspectStatus
  /// The status and the body of the newest response that a session returned, and the part of a resource that it claims
  /// to be.
  case inspectPart

  /// A response is in the main store: stored by direct access, or loaded where the module has no call to store one.
  case have(Representation, for: RequestMessage)
  /// A response comes in the same way, and the main store need not keep it.
  case offer(Representation, for: RequestMessage)
  /// A response is stored by direct access.
  case put(Representation, for: RequestMessage, in: StoreName = .main)
  /// The stored response is asked for by direct access.
  case find(RequestMessage, in: StoreName = .main)
  /// The stored response is asked for by direct access, with everything that is stored along with the body.
  case inspect(RequestMessage, in: StoreName = .main)
  /// Stored responses are removed.
  case remove(Removal)
  /// The main store is closed and opened again at the same place with these capacities.
  case reopen(capacity: ByteCounts)
  /// The bytes that the stores have left on disk are searched for a body.
  case searchDisk(ResponseBody)

  /// How the number of files on disk has changed since they were last counted.
  case countFiles
  /// How both usages have changed since they were last measured.
  case measureUsage
  /// The capacities that the main store reports.
  case readCapacity
  /// The capacities of the main store are changed.
  case setCapacity(ByteCounts)
  /// This many responses of this many bytes are stored one after another; after each, usage is compared with capacity.
  case fill(count: Int, bytes: Int)
  /// Both usages are compared with the capacities.
  case checkCapacity
  /// The size of all files on disk is compared with three times the disk capacity: a store may write first and clean up
  /// later.
  case checkFiles
  /// This many stores, look-ups and removals run concurrently over a few keys.
  case hammer(Int)

  public static var chapters: [Chapter<Self>] { [ResponseSpec.chapter, HTTPSpec.chapter] }
  public static var draw: (any Draw<Self>)? { ResponseDraw() }

  public var worldEvent: WorldEvent? { if case .world(let event) = self { event } else { nil } }

  public var requires: Set<Capability> {
    switch self {
    // A module on the machine's clock is waited for, unless that takes long.
    case .world(.advance(let duration)): duration > Self.longestRealWait ? [.virtualTime] : []
    case .world(.requests), .world(.finish): [.loader]
    case .world(let event): event.requires.union(event.endsARun ? [.disk] : [])
    case .serve(let representation, let url):
      url.hasPrefix("file:")
        ? [.fileURLs]
        : representation.requires.union(representation.isRedirect ? [.redirects] : [])
    case .have(let representation, let request):
      Self.offer(representation, for: request).requires.union(representation.requiredToStore)
    case .offer(let representation, let request):
      // A load reaches only the scenarios' own origin, so a response of another origin has to be stored directly.
      representation.requires.union(representation.storage).union(request.isToTheOrigin ? [] : [.directStoring])
    case .put(let representation, _, let store):
      representation.requires.union(representation.storage).union(store.requires).union([.directStoring])
    case .configure(_, let setup): setup.requires
    case .searchDisk: [.disk, .plainStorage]
    case .load(let request, _, _, _), .begin(let request, _): request.requires
    case .inspectRequest, .inspectAnswer, .inspectStatus, .inspectPart: [.loader]
    case .remove(.all): [.removalOfAll]
    case .remove(.sinceMark), .mark: [.removalSince]
    case .checkFiles: [.capacity, .disk]
    case .reopen, .measureUsage, .readCapacity, .setCapacity, .checkCapacity: [.capacity]
    case .fill: [.capacity, .directStoring]
    case .hammer: [.directStoring]
    case .find(_, let store), .inspect(_, let store): store.requires
    case .countFiles: [.disk]
    case .origin, .remove(.one): []
    }
  }

  /// The longest time that a check waits for a module on the machine's clock.
  private static let longestRealWait = Duration.seconds(2)

  public var description: String {
    switch self {
    case .world(.restart): "reopen the store"
    case .world(let event): "\(event)"
    case .serve(let representation, let url): "the origin has \(representation) at \(url.shortenedURL)"
    case .origin(let state): "the origin is \(state)"
    case .mark: "remember this moment"
    case .configure(let name, let setup): "\(name) session: \(setup)"
    case .load(let request, let kind, let session, let call):
      "load \(request.shortened)\(request.suffix)" + (kind == .data ? "" : " as \(kind) task")
        + (session == .main ? "" : " by the \(session) session") + (call == .delegate ? "" : " through \(call)")
    case .begin(let request, let name): "begin \(name): load \(request.shortened)\(request.suffix)"
    case .inspectRequest(let names): "look at \(names.joined(separator: " and ")) of the request sent"
    case .inspectAnswer(let names): "look at \(names.joined(separator: " and ")) of the answer"
    case .inspectStatus: "look at the status of the answer"
    case .inspectPart: "look at the status, body and Content-Range of the answer"
    case .have(let representation, let request):
      "the main store has \(representation) for \(request.shortened)\(request.suffix)"
    case .offer(let representation, let request):
      "the main store is offered \(representation) for \(request.shortened)\(request.suffix)"
    case .put(let representation, let request, let store):
      "store \(representation) for \(request.shortened)" + Self.place(store)
    case .find(let request, let store): "find \(request.shortened)" + Self.place(store)
    case .inspect(let request, let store): "inspect \(request.shortened)" + Self.place(store)
    case .remove(let removal): "\(removal)"
    case .reopen(let capacity): "reopen the store with room for \(capacity)"
    case .searchDisk(let body): "search the disk for '\(body)'"
    case .countFiles: "count the files on disk"
    case .measureUsage: "measure usage"
    case .readCapacity: "read capacity"
    case .setCapacity(let capacity): "set capacity to \(capacity)"
    case .fill(let count, let bytes): "store \(count) responses of \(bytes) B"
    case .checkCapacity: "hold usage against capacity"
    case .checkFiles: "hold the size of the files against three times the capacity"
    case .hammer(let count): "store, find and remove \(count) times at once"
    }
  }

  private static func place(_ store: StoreName) -> String { store == .main ? "" : " in the \(store) store" }
}

extension String {
  /// A URL as reports show it: without the default origin.
  fileprivate var shortenedURL: String {
    let origin = "http://origin.test/"
    return hasPrefix(origin) ? "/" + dropFirst(origin.count) : self
  }
}

extension Representation {
  /// The capabilities that a cache needs to judge this response by its age, and to keep it.
  fileprivate var requires: Set<Capability> {
    (dated ?? 0) > 0 || fields["Date"] != nil ? [.apparentAge] : []
  }

  /// The capabilities that a store needs to keep it as it is given. A load gives neither a policy nor user info.
  fileprivate var storage: Set<Capability> {
    storagePolicy == .allowed && userInfo.isEmpty ? [] : [.storagePolicies, .directStoring]
  }

  /// Whether it is a redirect, which a cache may follow or hand back.
  fileprivate var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && fields["Location"] != nil }

  /// What a cache needs to store this when it is loaded, beyond storing what is fresh and answers any request for it.
  var requiredToStore: Set<Capability> {
    let arrived = HTTPKeptResponse(self, for: [:], at: .zero, by: "http.fresh.max-age")
    let isFresh = arrived.isFresh(at: .zero).answer == .yes && !directives.has("no-cache")
    return Set(
      (status == 200 ? [] : [.otherStatuses]) + (namesFields ? [.variants] : [])
        + (isFresh ? [] : [arrived.statesLifetime ? .staleResponses : .unstatedLifetimes]))
  }

  /// Whether its `Vary` names header fields and not `*`.
  private var namesFields: Bool { fields["Vary"].map { !$0.contains("*") } ?? false }
}

extension RequestMessage {
  /// The capabilities that loading it needs.
  fileprivate var requires: Set<Capability> {
    var needed: Set<Capability> = [.loader]
    if url.hasPrefix("https:") { needed.insert(.https) }
    if policy != nil { needed.insert(.requestPolicies) }
    return needed
  }

  /// The request with the middle of its URL left out to fit a line. Long URLs often differ in their ends.
  var shortened: String {
    let text = method == "GET" ? url.shortenedURL : "\(method) \(url.shortenedURL)"
    return text.count <= 80 ? text : "\(text.prefix(60))…\(text.suffix(10)) (\(text.count) characters)"
  }

  /// The policy and header fields that it names.
  fileprivate var suffix: String {
    (policy.map { " with \($0)" } ?? "") + (fields.lines.isEmpty ? "" : " (\(fields))")
  }
}

extension Capability {
  /// Sessions that load requests through a store.
  public static let loader = Capability("loader", "loads requests through a store", isPromised: true)
  /// Loading over HTTPS in a simulated world.
  public static let https = Capability("https", "can load from an origin that answers over HTTPS")
  /// Loading `file:` URLs.
  public static let fileURLs = Capability("file URLs", "loads file: URLs")
  /// Sessions that continue in the background.
  public static let backgroundSessions = Capability(
    "background sessions", "has sessions with a background configuration", isPromised: true)
  /// Stored bytes that a search can find.
  public static let plainStorage = Capability(
    "plain storage", "stores bytes on disk neither encrypted nor encoded, so that a search finds them")
  /// Ages that count from when a response was generated. RFC 9111, 4.2.3 lets a cache rely on `Age` for that.
  public static let apparentAge = Capability(
    "apparent age", "counts a response as being as old as its Date says, where its Age says less")
  /// Stored responses whose `Vary` names header fields.
  public static let variants = Capability("variants", "stores responses whose Vary names header fields")
  /// Sessions that keep nothing on disk.
  public static let ephemeralSessions = Capability(
    "ephemeral sessions", "has sessions with an ephemeral configuration", isPromised: true)
  /// Policies of requests and sessions.
  public static let requestPolicies = Capability(
    "request policies", "lets a request, or all of a session, name a cache policy", isPromised: true)
  /// Storage policies, and user info beside a response.
  public static let storagePolicies = Capability(
    "storage policies", "stores a response under a storage policy, with user info", isPromised: true)
  /// A delegate that decides what is cached.
  public static let willCache = Capability(
    "will cache", "asks a delegate before it caches a response", isPromised: true)
  /// Stores with a capacity.
  public static let capacity = Capability(
    "capacity", "has stores with a capacity, which tell how much of it is in use", isPromised: true)
  /// Removing what was stored since a date.
  public static let removalSince = Capability(
    "removal since", "removes what has been stored since a date", isPromised: true)
  /// Removing everything.
  public static let removalOfAll = Capability("removal of all", "removes everything stored", isPromised: true)
  /// A call that stores a response.
  public static let directStoring = Capability(
    "direct storing", "has a call that stores a response as it is given", isPromised: true)
  /// Stores that sessions share by default, or that a session's configuration reports.
  public static let sessionStores = Capability(
    "session stores", "lets a session have no store, the shared one, or its own, and tells which it has",
    isPromised: true)
  /// Storing what has another status than 200.
  public static let otherStatuses = Capability("other statuses", "stores responses with another status than 200")
  /// Storing what has to be checked before it is used.
  public static let staleResponses = Capability(
    "stale responses",
    "stores a response that is stale, or has to be checked, when it arrives")
  /// Storing what does not state a lifetime.
  public static let unstatedLifetimes = Capability(
    "unstated lifetimes", "stores a response that does not state a lifetime")
  /// Stored responses that outlast a run.
  public static let disk = Capability(
    "disk", "keeps what it stores on disk, where the next run finds it", isPromised: true)
  /// Redirects that reach the cache.
  public static let redirects = Capability("redirects", "receives redirects, and follows them or hands them back")
}

extension RequestMessage {
  /// Whether it is for the scenarios' own origin.
  fileprivate var isToTheOrigin: Bool {
    url.hasPrefix("http://origin.test/") || url.hasPrefix("https://origin.test/")
  }
}
