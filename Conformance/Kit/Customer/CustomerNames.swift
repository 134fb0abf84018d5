import CacheConformance
import CustomerRules
import Synchronization

/// Converts a module's values to those that the chapter's scenarios are written with. Users whom the scenario names
/// keep their ids; users whom the module made up are numbered.
final class CustomerNames: Sendable {
  private struct State {
    var known: Set<AppUserID> = []
    var madeUp: [AppUserID] = []
  }

  private let state = Mutex(State())

  /// Remembers the ids that an action mentions.
  func learn(from action: CustomerAction) {
    let ids: [AppUserID?] =
      switch action {
      case .app(.configure(let setup)): [setup.appUserID]
      case .call(let call), .callMeanwhile(let call), .callOften(let call, _, _), .begin(let call, _),
        .beginMeanwhile(let call):
        [call.user]
      case .callInTurn(let calls): calls.map(\.user)
      case .serve(.answersFor(let id)): [id]
      default: []
      }
    state.withLock { $0.known.formUnion(ids.compactMap(\.self)) }
  }

  /// The ids that the module made up, in order of appearance.
  var madeUp: [String] {
    get { state.withLock { $0.madeUp.map(\.text) } }
    set { state.withLock { $0.madeUp = newValue.map { AppUserID($0) } } }
  }

  func user(_ id: AppUserID) -> CustomerUser {
    if id.isBlank { return .nobody }
    return state.withLock { state in
      if state.known.contains(id) { return .known(id) }
      if !state.madeUp.contains(id) { state.madeUp.append(id) }
      return .anonymous((state.madeUp.firstIndex(of: id) ?? 0) + 1)
    }
  }

  func owned(_ info: CustomerInfoModel) -> OwnedVersion {
    OwnedVersion(
      DataVersion(text: info.version, of: .customerInfo), of: user(info.appUserID), with: info.entitlements)
  }

  func offerings(_ offerings: OfferingsModel) -> CustomerAnswer {
    .offerings(DataVersion(text: offerings.version, of: .offerings), for: user(offerings.appUserID))
  }

  /// Returns what a log line says: its text and, if it reports an answer from the cache, that too. The line in the
  /// document is an example, so the wording may differ. A line that also mentions the network reports no such answer.
  static func facts(_ line: String) -> [Fact<CustomerLogLine>] {
    let words = line.lowercased().filter { $0 != " " }
    let tellsOfCache = words.contains("cache") && words.contains("customerinfo") && !words.contains("network")
    return (tellsOfCache ? [.value(.vendingFromCache)] : []) + [.value(.other(line))]
  }
}

extension DataVersion {
  /// Returns the server's name for this version.
  func text(of kind: RequestKind) -> String {
    switch kind {
    case .customerInfo: "v\(number)"
    case .offerings: "o\(number)"
    }
  }

  /// Creates the version with this name on the server, or returns nil.
  init?(text: String, of kind: RequestKind) {
    guard let number = Int(text.dropFirst()), Self(number).text(of: kind) == text else { return nil }
    self.init(number)
  }
}

extension CustomerCall {
  /// The user whom the call names, or nil.
  fileprivate var user: AppUserID? { if case .logIn(let id) = self { id } else { nil } }
}
