import CacheVocabulary

/// A scenario of the customer chapter.
public typealias CustomerScenario = Scenario<CustomerAction>
/// A step of such a scenario.
public typealias CustomerStep = Step<CustomerAction>

/// What happens in a world with a server that knows its customers, and an app that caches what it says.
public enum CustomerAction: ScenarioAction {
  /// From now on the server has this.
  case serve(ServerContent)
  /// The server can be reached, or not.
  case network(OriginState)
  /// Requests of one kind are held back, waited for, or let go.
  case requests(RequestKind, Holding)
  /// Time passes.
  case pass(seconds: Int)
  /// The date is set without time passing.
  case setDate(aheadBySeconds: Int)

  /// The life of the app.
  case app(CustomerAppEvent)
  /// From now on everything happens on this device.
  case use(DeviceName)
  /// The app calls, and waits for the answer.
  case call(CustomerCall)
  /// The app calls many times, one after another or at once. The answers are observed, each once.
  case callOften(CustomerCall, times: Int, atOnce: Bool)
  /// The app calls that many times at once, and does not wait.
  case begin(CustomerCall, times: Int = 1)
  /// The app waits for all that it began. The answers are observed, each once.
  case finish
  /// The app listens for updates, or no longer.
  case listen(Listening)
  /// Debug logs are on, and watched from now on.
  case watchLog

  /// The stored copies are damaged while the app does not run, and the app is started again.
  case damage(StoredDamage)
  /// All that is stored on the device is searched for a text.
  case searchStorage(String)

  public static var rules: [Rule] { CustomerSpec.rules }

  public var requires: Set<Capability> {
    switch self {
    case .pass, .setDate: [.virtualTime]
    case .call(let call), .callOften(let call, _, _), .begin(let call, _): call.requires
    case .serve(.offerings), .requests(.offerings, _): [.offerings]
    case .listen: [.customerListener]
    case .watchLog: [.debugLog]
    case .damage(.earlierFormat): [.earlierFormat]
    case .searchStorage: [.readableStorage]
    case .serve, .network, .requests, .app, .use, .finish, .damage: []
    }
  }

  public var description: String {
    switch self {
    case .serve(let content): "server has \(content)"
    case .network(let state): "network \(state)"
    case .requests(let kind, let holding): "\(holding) \(kind)"
    case .pass(let seconds): "\(seconds.asTime) pass"
    case .setDate(let seconds): "the date is set \(seconds < 0 ? "back" : "ahead") by \(abs(seconds).asTime)"
    case .app(let event): "\(event)"
    case .use(let device): "turn to the \(device) device"
    case .call(let call): "\(call)"
    case .callOften(let call, let times, let atOnce): "\(call), \(times) times \(atOnce ? "at once" : "in a row")"
    case .begin(let call, let times): "begin: \(call)" + (times == 1 ? "" : ", \(times) times at once")
    case .finish: "wait for what was begun"
    case .listen(let listening): "\(listening)"
    case .watchLog: "watch the debug log"
    case .damage(let damage): "\(damage) while the app is closed"
    case .searchStorage(let text): "search the storage for '\(text)'"
    }
  }
}

extension Int {
  /// Seconds as reports show them: `24 h`, `4 min 59 s`.
  var asTime: String {
    let parts = [(self / 86400, "d"), (self / 3600 % 24, "h"), (self / 60 % 60, "min"), (self % 60, "s")]
    let text = parts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    return text.isEmpty ? "0 s" : text
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
  /// Stored bytes that can be searched.
  public static let readableStorage = Capability("readable storage", "stores texts as they are, not encoded")
  /// An earlier storage format to come from.
  public static let earlierFormat = Capability("earlier format", "can leave a copy as an earlier edition stored it")
}
