import CacheSpec
import CacheVocabulary
import Synchronization

/// Names for app user ids: those that the scenario knows are their own; those that a module made up are counted.
struct Names {
  /// The line that the documents cite, without what a logger puts before it.
  private static let vending = "Vending customerInfo from cache"

  private var known: Set<AppUserID> = []
  private var madeUp: [AppUserID] = []

  /// Takes the ids that an action brings up.
  mutating func learn(from action: CustomerAction) {
    switch action {
    case .app(.configure(let setup)): if let id = setup.appUserID { known.insert(id) }
    case .call(.logIn(let id)), .begin(.logIn(let id), _), .serve(.answersFor(.some(let id))): known.insert(id)
    default: break
    }
  }

  mutating func name(_ id: AppUserID) -> String {
    if known.contains(id) || id.isBlank { return id.description }
    if !madeUp.contains(id) { madeUp.append(id) }
    return "anonymous \((madeUp.firstIndex(of: id) ?? 0) + 1)"
  }

  mutating func naming(_ info: CustomerInfo) -> CustomerInfo {
    CustomerInfo(AppUserID(name(info.appUserID)), info.version, entitlements: info.entitlements)
  }

  mutating func naming(_ offerings: Offerings) -> Offerings {
    Offerings(AppUserID(name(offerings.appUserID)), offerings.version)
  }

  mutating func naming(_ request: CustomerRequest) -> CustomerRequest {
    let user = AppUserID(name(request.appUserID))
    return switch request {
    case .customerInfo: .customerInfo(user)
    case .offerings: .offerings(user)
    case .purchase(let product, _): .purchase(product, user)
    case .restore: .restore(user)
    }
  }

  /// A log line: the one that the documents cite as they cite it, another with made-up ids named.
  func naming(line: String) -> String {
    if line.contains(Self.vending) { return Self.vending }
    return madeUp.enumerated().reduce(line) { $0.replacing($1.element.text, with: "anonymous \($1.offset + 1)") }
  }
}

/// What listeners were told, in order.
final class Told: Sendable {
  private struct State {
    var updates: [(listener: String, info: CustomerInfo)] = []
    var replacements: [Task<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Notes that a listener was told something.
  func note(_ info: CustomerInfo, by listener: String = "") {
    state.withLock { $0.updates.append((listener, info)) }
  }

  /// Has a listener set while one is being told something.
  func replace(_ set: @escaping @Sendable () async -> Void) {
    let task = Task { await set() }
    state.withLock { $0.replacements.append(task) }
  }

  /// Returns once every listener that was to be set is.
  func replacementsAreSet() async {
    let tasks = state.withLock { state in
      defer { state.replacements = [] }
      return state.replacements
    }
    for task in tasks { await task.value }
  }

  /// Takes what was told since the last time.
  func take() -> [(listener: String, info: CustomerInfo)] {
    state.withLock { state in
      defer { state.updates = [] }
      return state.updates
    }
  }
}
