import CacheSpec
import CacheVocabulary
import CustomerRules

/// The values that the draw brings together.
extension CustomerAction: DrawnAction {
  static let drawableValues: [String: [String]] = [
    "user": ["plain", "in capitals", "of any characters", "generated"],
    "device": [DeviceName.main, .other].map(\.rawValue),
    "network": ["up"] + NetworkState.failures.map(\.description),
    "entitlements": ["none", "one", "several"],
    "answers": ["for who is asked about", "for one user"],
    "requests for customer info": ["free", "held"],
    "requests for offerings": ["free", "held"],
    "app": ["in the foreground", "in the background"],
    "call": [
      "app user id", "customer info", "offerings", "purchase", "restore", "log-in", "log-out", "invalidation",
    ],
    "policy": ["none"] + CustomerFetchPolicy.allCases.map(\.rawValue),
    "caller": ["waits", "waits while others are held", "at once", "one after another", "does not wait"],
    "listener": listeners.map(\.rawValue),
    "log": ["watched"],
    "time": WorldEvent.drawableTimes,
    "clock": WorldEvent.drawableClocks,
    "end": ["restart", "restart later", "kill", "another start", "a start at once", "an upgrade"]
      + StorageDamage.allCases.map(\.rawValue),
    "damaged": DamagedFiles.allCases.map(\.rawValue),
  ]

  private static let listeners: [Listening] = [
    .start, .stop, .second, .replaceWhenTold, .readWhenTold, .invalidateWhenTold, .logOutWhenTold,
  ]

  var drawnValues: [String: String] {
    switch self {
    case .world(.kill):
      ["end": "kill", "requests for customer info": "free", "requests for offerings": "free"]
    case .world(let event): event.drawnValues
    case .serve(.customerInfo(_, let entitlements)):
      ["entitlements": entitlements.isEmpty ? "none" : entitlements.count == 1 ? "one" : "several"]
    case .serve(.answersFor(let user)): ["answers": user == nil ? "for who is asked about" : "for one user"]
    case .network(let state): ["network": state.description]
    case .requests(let kind, .hold): ["requests for \(kind)": "held"]
    case .requests(let kind, .releaseAll): ["requests for \(kind)": "free"]
    case .app(let event): event.drawnValues
    case .use(let device): ["device": device.rawValue]
    case .call(let call): call.drawnValues("waits")
    case .callMeanwhile(let call): call.drawnValues("waits while others are held")
    case .callOften(let call, _, _): call.drawnValues("at once")
    case .callInTurn(let calls): calls.reduce(into: [:]) { $0.merge($1.drawnValues("one after another")) { $1 } }
    case .begin(let call, _), .beginMeanwhile(let call): call.drawnValues("does not wait")
    case .listen(let listening): ["listener": listening.rawValue]
    case .watchLog: ["log": "watched"]
    case .searchStorage(let user): ["user": user.drawnValue]
    case .serve(.offerings), .requests, .finish: [:]
    }
  }
}

extension CustomerAppEvent {
  fileprivate var drawnValues: [String: String] {
    switch self {
    case .configure(let setup): ["end": "another start", "user": setup.appUserID?.drawnValue ?? "generated"]
    case .foreground, .foregroundMeanwhile: ["app": "in the foreground"]
    case .background: ["app": "in the background"]
    case .startAtOnce: ["end": "a start at once"]
    case .upgrade(_, let user, _): ["end": "an upgrade", "user": user.drawnValue]
    }
  }
}

extension CustomerCall {
  fileprivate func drawnValues(_ caller: String) -> [String: String] {
    var values = ["caller": caller]
    switch self {
    case .appUserID: values["call"] = "app user id"
    case .customerInfo(let policy): (values["call"], values["policy"]) = ("customer info", policy?.rawValue ?? "none")
    case .offerings: values["call"] = "offerings"
    case .purchase: values["call"] = "purchase"
    case .restore: values["call"] = "restore"
    case .logIn(let user): (values["call"], values["user"]) = ("log-in", user.drawnValue)
    case .logOut: values["call"] = "log-out"
    case .invalidate: values["call"] = "invalidation"
    }
    return values
  }
}

extension AppUserID {
  fileprivate var drawnValue: String {
    if text.contains(where: { !$0.isASCII || !$0.isLetter }) { return "of any characters" }
    return text == text.lowercased() ? "plain" : "in capitals"
  }
}
