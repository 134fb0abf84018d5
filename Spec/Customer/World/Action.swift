/// A scenario of the customer chapter.
public typealias CustomerScenario = Scenario<CustomerAction>
typealias CustomerStep = Step<CustomerAction>

/// What can happen in a simulated world: a server with customer data, and an app that caches it.
public indirect enum CustomerAction: WorldAction {
  public typealias Answer = CustomerAnswer
  public typealias Request = CustomerRequest
  public typealias Stored = AppUserID
  public typealias Notification = CustomerNotification
  public typealias LogLine = CustomerLogLine

  /// An action that every chapter has.
  case world(WorldEvent)
  /// From now on the server has this data.
  case serve(ServerContent)
  /// The server becomes reachable or unreachable.
  case network(NetworkState)
  /// Requests of one kind are held, waited for, or released.
  case requests(RequestKind, Holding)
  /// An event in the life of the app.
  case app(CustomerAppEvent)
  /// From now on everything happens on this device.
  case use(DeviceName)
  /// The app makes a call and waits for its answer.
  case call(CustomerCall)
  /// The app makes a call and waits for its answer, while requests of other calls are held. After a log-in or a
  /// log-out, the app waits only until the user has changed, if that happens before the answer.
  case callMeanwhile(CustomerCall)
  /// The app makes a call many times, one after another or at once. Each distinct answer is observed once.
  case callOften(CustomerCall, times: Int, atOnce: Bool)
  /// The app makes calls one after another, and their results are observed together: a call that fails gives no answer,
  /// one that succeeds gives its answer if it has one.
  case callInTurn([CustomerCall])
  /// The app makes a call, once or this many times at once, and does not wait. Simultaneous calls can share a request.
  case begin(CustomerCall, times: Int = 1)
  /// The app makes a call and does not wait, while requests of other calls are held. A log-in or a log-out changes the
  /// user at once, or when what is held has been answered.
  case beginMeanwhile(CustomerCall)
  /// The app waits for all calls that it began. Each distinct answer is observed once.
  case finish
  /// The app sets, replaces or removes its listener.
  case listen(Listening)
  /// Debug logs are on and observed from now on.
  case watchLog
  /// Everything stored on the devices is searched for an id.
  case searchStorage(AppUserID)

  public var worldEvent: WorldEvent? { if case .world(let event) = self { event } else { nil } }

  public static var chapters: [Chapter<Self>] { [CustomerSpec.chapter] }
  public static var draw: (any Draw<Self>)? { CustomerDraw() }

  public var requires: Set<Capability> {
    switch self {
    case .world(let event): event.requires
    case .call(let call), .callOften(let call, _, _): call.requires
    case .beginMeanwhile(let call) where call.changesUser: call.requires
    case .callMeanwhile(let call), .beginMeanwhile(let call): call.requires.union(call.requiresMeanwhile)
    case .callInTurn(let calls): calls.reduce(into: []) { $0.formUnion($1.requires) }
    case .begin(let call, let times): call.requires.union(times > 1 ? [.joinedReads] : [])
    case .serve(.offerings), .requests(.offerings, _): [.offerings]
    case .serve(.answersFor(_?)): [.namedAnswers]
    case .app(.upgrade): [.earlierFormat]
    case .app(.startAtOnce): [.startAtOnce]
    case .listen(let listening): Set([.customerListener]).union(listening.callWhenTold?.requires ?? [])
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
  /// Offerings as well as customer info.
  public static let offerings = Capability("offerings", "caches offerings, the products on sale", isPromised: true)
  /// Purchases and restoring them.
  public static let purchases = Capability("purchases", "makes and restores purchases", isPromised: true)
  /// Logging in and out.
  public static let identities = Capability("identities", "logs users in and out", isPromised: true)
  /// Invalidating customer info.
  public static let invalidation = Capability(
    "invalidation", "has a call that invalidates customer info", isPromised: true)
  /// A listener for customer info.
  public static let customerListener = Capability(
    "customer listener", "tells a listener of new customer info", isPromised: true)
  /// A debug log that scenarios can observe.
  public static let debugLog = Capability(
    "debug log", "writes its debug log to a destination that the app provides", isPromised: true)
  /// Simultaneous reads that share a request.
  public static let joinedReads = Capability("joined reads", "lets simultaneous reads share a request")
  /// Starting without waiting for an answer.
  public static let startAtOnce = Capability(
    "start at once", "finishes starting without waiting for the answer to its first fetch")
  /// Logging in without waiting for requests for the old user.
  public static let logInAtOnce = Capability(
    "log in at once", "changes the app user id at a log-in without waiting for requests in flight")
  /// Logging out without waiting for requests for the old user.
  public static let logOutAtOnce = Capability(
    "log out at once", "changes the app user id at a log-out without waiting for requests in flight")
  /// Answers of the server that name the user whom they are for.
  public static let namedAnswers = Capability("named answers", "gets answers that name the user whom they are for")
  /// Purchasing without waiting for other requests.
  public static let purchaseAtOnce = Capability(
    "purchase at once", "makes purchases without waiting for requests in flight")
  /// Invalidating without waiting for requests.
  public static let invalidationAtOnce = Capability(
    "invalidation at once", "invalidates without waiting for requests in flight")
  /// A storage format of an earlier edition.
  public static let earlierFormat = Capability("earlier format", "can store a copy in the format of an earlier edition")
}
