/// A scenario of the customer chapter.
public typealias CustomerScenario = Scenario<CustomerAction>
typealias CustomerStep = Step<CustomerAction>

/// What happens in a world with a server that knows its customers, and an app that caches what it says.
public enum CustomerAction: WorldAction {
  public typealias Answer = CustomerAnswer
  public typealias Request = CustomerRequest
  public typealias Stored = AppUserID
  public typealias Notification = CustomerNotification
  public typealias LogLine = CustomerLogLine

  /// What happens in every world alike.
  case world(WorldEvent)
  /// From now on the server has this.
  case serve(ServerContent)
  /// The server can be reached, or not.
  case network(NetworkState)
  /// Requests of one kind are held, waited for, or answered.
  case requests(RequestKind, Holding)
  /// The life of the app.
  case app(CustomerAppEvent)
  /// From now on everything happens on this device.
  case use(DeviceName)
  /// The app calls, and waits for the answer.
  case call(CustomerCall)
  /// The app calls, and waits for the answer, while requests are held that are none of this call's.
  case callMeanwhile(CustomerCall)
  /// The app calls many times, one after another or at once. The answers are observed, each once.
  case callOften(CustomerCall, times: Int, atOnce: Bool)
  /// The app calls one after another, and what that comes to is observed as one: a call that fails is answered with
  /// nothing, one that succeeds with what it answers, if that is anything.
  case callInTurn([CustomerCall])
  /// The app calls, and does not wait; or it calls that many times at once, so that the calls can share a request.
  case begin(CustomerCall, times: Int = 1)
  /// The app calls, and does not wait, while requests are held that are none of this call's.
  case beginMeanwhile(CustomerCall)
  /// The app waits for all that it began. The answers are observed, each once.
  case finish
  /// The app listens for updates, or no longer.
  case listen(Listening)
  /// Debug logs are on, and watched from now on.
  case watchLog
  /// All that is stored on the devices is searched for an id.
  case searchStorage(AppUserID)

  public var worldEvent: WorldEvent? { if case .world(let event) = self { event } else { nil } }

  public static var survival: [String] {
    ["customer.identity.survives-restart[logged in]", "customer.info.survives-restart"]
  }

  public var premises: [String] {
    worldEvent?.endsARun == true || self == .app(.startAtOnce) ? Self.survival : []
  }

  public var requires: Set<Capability> {
    switch self {
    case .world(let event): event.requires
    case .call(let call), .callOften(let call, _, _): call.requires
    case .callMeanwhile(let call), .beginMeanwhile(let call): call.requires.union(call.requiresMeanwhile)
    case .callInTurn(let calls): calls.reduce(into: []) { $0.formUnion($1.requires) }
    case .begin(let call, let times): call.requires.union(times > 1 ? [.joinedReads] : [])
    case .serve(.offerings), .requests(.offerings, _): [.offerings]
    case .app(.upgrade): [.earlierFormat]
    case .app(.startAtOnce): [.startAtOnce]
    case .listen: [.customerListener]
    case .watchLog: [.debugLog]
    case .searchStorage: [.readableStorage]
    case .serve, .network, .requests, .app, .use, .finish: []
    }
  }

  public var description: String {
    switch self {
    case .world(let event): "\(event)"
    case .serve(let content): "the server has \(content)"
    case .network(let state): "the network is \(state)"
    case .requests(let kind, let holding): "\(kind): \(holding)"
    case .app(let event): "\(event)"
    case .use(let device): "turn to the \(device) device"
    case .call(let call): "\(call)"
    case .callMeanwhile(let call): "\(call), while those requests are held"
    case .callOften(let call, let times, let atOnce): "\(call), \(times) times \(atOnce ? "at once" : "in a row")"
    case .callInTurn(let calls): calls.map(\.description).joined(separator: ", then ")
    case .begin(let call, let times): "begin: \(call)" + (times == 1 ? "" : ", \(times) times at once")
    case .beginMeanwhile(let call): "begin: \(call), while those requests are held"
    case .finish: "wait for what was begun"
    case .listen(let listening): "\(listening)"
    case .watchLog: "watch the debug log"
    case .searchStorage(let user): "search the storage for '\(user)'"
    }
  }
}

extension Capability {
  /// Offerings beside customer info.
  public static let offerings = Capability("offerings", "caches the products on sale")
  /// Purchases and restoring them.
  public static let purchases = Capability("purchases", "purchases and restores")
  /// Logging in and out.
  public static let identities = Capability("identities", "logs users in and out")
  /// Invalidating on request.
  public static let invalidation = Capability("invalidation", "invalidates its customer info on request")
  /// A listener for customer info.
  public static let customerListener = Capability("customer listener", "tells a listener of new customer info")
  /// A debug log that the world can be given.
  public static let debugLog = Capability("debug log", "writes its debug log where it is told to")
  /// Reads that wait for the same answer, and share a request.
  public static let joinedReads = Capability("joined reads", "lets reads at once share a request")
  /// A start that waits for no answer.
  public static let startAtOnce = Capability("start at once", "has started before its first fetch is answered")
  /// Logging in and out that waits for no request of the old user's.
  public static let switchAtOnce = Capability(
    "switch at once", "logs users in and out before the requests that are under way are answered")
  /// A purchase that waits for no other request.
  public static let purchaseAtOnce = Capability(
    "purchase at once", "purchases before the requests that are under way are answered")
  /// Invalidating that waits for no request.
  public static let invalidationAtOnce = Capability(
    "invalidation at once", "invalidates before the requests that are under way are answered")
  /// Stored bytes that can be searched.
  public static let readableStorage = Capability("readable storage", "stores texts as they are, not encoded")
  /// An earlier storage format to come from.
  public static let earlierFormat = Capability("earlier format", "can leave a copy as an earlier edition stored it")
}
