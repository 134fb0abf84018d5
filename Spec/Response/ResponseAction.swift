/// A scenario of the response chapter, or of the HTTP chapter that it leaves its default policy to.
public typealias ResponseScenario = Scenario<ResponseAction>
typealias ResponseStep = Step<ResponseAction>

/// What happens in a world with an origin that speaks HTTP, stores of responses, and sessions that load.
public enum ResponseAction: WorldAction {
  public typealias Answer = ResponseAnswer
  public typealias Request = RequestSeen
  public typealias Stored = ResponseBody
  public typealias Notification = ResponseBody

  /// What happens in every world alike. A restart closes every store and opens the main one again.
  case world(WorldEvent)
  /// From now on the origin answers this URL so.
  case serve(Representation, at: String)
  /// The origin can be reached, or not.
  case origin(OriginState)
  /// This moment is remembered, for removing what was stored since.
  case mark

  /// A session is set up. One that is not is a standard session over the main store that names no policy.
  case configure(SessionName, SessionSetup)
  /// A session loads.
  case load(RequestMessage, as: TaskKind = .data, by: SessionName = .main, through: LoadCall = .delegate)
  /// The main session begins a load, and nobody waits for it yet.
  case begin(RequestMessage, as: String)
  /// The header fields of these names in the newest request that the origin was asked.
  case inspectRequest([String])
  /// The header fields of these names in the newest response that a session answered with.
  case inspectAnswer([String])
  /// The status of the newest response that a session answered with.
  case inspectStatus
  /// The status and the body of that response, and which part of a resource it says that it is.
  case inspectPart

  /// A response is stored by direct access.
  case put(Representation, for: RequestMessage, in: StoreName = .main)
  /// The stored response is asked for by direct access.
  case find(RequestMessage, in: StoreName = .main)
  /// The same, with all that is kept beside the body.
  case inspect(RequestMessage, in: StoreName = .main)
  /// Stored responses are removed.
  case remove(Removal)
  /// The main store is closed and opened again at the same place with these capacities.
  case reopen(capacity: ByteCounts)
  /// The bytes that the stores left on disk are searched for a body.
  case searchDisk(ResponseBody)

  /// How the number of files on disk changed since they were last counted.
  case countFiles
  /// How both usages changed since they were last measured.
  case measureUsage
  /// The capacities that the main store reports.
  case readCapacity
  /// The main store is given other capacities.
  case setCapacity(ByteCounts)
  /// That many responses of that many bytes are stored one after another; each time usage is held against capacity.
  case fill(count: Int, bytes: Int)
  /// Both usages are held against the capacities.
  case checkCapacity
  /// The size of all files on disk is held against three times the capacity there: a store may write first and tidy up
  /// later.
  case checkFiles
  /// That many stores, look-ups and removals run at once over a few keys.
  case hammer(Int)

  public var worldEvent: WorldEvent? { if case .world(let event) = self { event } else { nil } }

  public static var survival: [String] { ["response.store.memory-and-disk"] }

  public var requires: Set<Capability> {
    switch self {
    // A module on the machine's clock is waited for, if it is not for long.
    case .world(.advance(let duration)): duration > Self.longestRealWait ? [.virtualTime] : []
    case .world(.requests), .world(.finish): [.loader]
    case .world(let event): event.requires
    case .serve(let representation, let url):
      url.hasPrefix("file:")
        ? [.fileURLs] : representation.requires.union(representation.namesFields ? [.variants] : [])
    case .put(let representation, _, _): representation.requires
    case .configure(_, let setup): setup.requires
    case .searchDisk: [.plainStorage]
    case .load(let request, _, _, _), .begin(let request, _):
      request.url.hasPrefix("https:") ? [.loader, .https] : [.loader]
    case .inspectRequest, .inspectAnswer, .inspectStatus, .inspectPart: [.loader]
    case .origin, .mark, .find, .inspect, .remove, .reopen, .countFiles, .measureUsage, .readCapacity,
      .setCapacity, .fill, .checkCapacity, .checkFiles, .hammer:
      []
    }
  }

  /// The longest time that a check of a module on the machine's clock waits for.
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
  /// A URL as reports show it: without the origin that is meant where none is named.
  fileprivate var shortenedURL: String {
    let origin = "http://origin.test/"
    return hasPrefix(origin) ? "/" + dropFirst(origin.count) : self
  }
}

extension Representation {
  /// What is asked of a cache that goes by its age.
  fileprivate var requires: Set<Capability> {
    (dated ?? 0) > 0 || fields["Date"] != nil ? [.apparentAge] : []
  }

  /// Whether its `Vary` names header fields, and does not say that it answers no other request.
  fileprivate var namesFields: Bool {
    fields["Vary"].map { !$0.contains("*") } ?? false
  }
}

extension RequestMessage {
  /// The request with its URL cut to what fits a line.
  var shortened: String {
    let text = method == "GET" ? url.shortenedURL : "\(method) \(url.shortenedURL)"
    return text.count <= 80 ? text : "\(text.prefix(70))… (\(text.count) characters)"
  }

  /// The policy and header fields that it names.
  fileprivate var suffix: String {
    (policy.map { " with \($0)" } ?? "") + (fields.lines.isEmpty ? "" : " (\(fields))")
  }
}

extension Capability {
  /// Sessions that load requests through a store.
  public static let loader = Capability("loader", "loads requests through a store")
  /// Loading over HTTPS in the kit's world.
  public static let https = Capability("https", "can be given an origin that answers over HTTPS")
  /// Loading `file:` URLs.
  public static let fileURLs = Capability("file URLs", "loads file: URLs")
  /// Sessions that go on in the background.
  public static let backgroundSessions = Capability("background sessions", "has sessions of the background kind")
  /// Stored bytes that a search finds as they are.
  public static let plainStorage = Capability(
    "plain storage", "keeps what it stores on disk in bytes that a search finds, neither encrypted nor encoded")
  /// Ages that go by when a response was made. RFC 9111, 4.2.3 lets a cache leave that to the field `Age`.
  public static let apparentAge = Capability(
    "apparent age", "takes a response for as old as its Date, where its Age says less")
  /// Stored responses whose `Vary` names header fields.
  public static let variants = Capability("variants", "keeps responses whose Vary names header fields")
  /// Sessions that keep nothing on disk.
  public static let ephemeralSessions = Capability("ephemeral sessions", "has sessions of the ephemeral kind")
}
