import CacheConformance
import CustomerRules
import Synchronization

/// The listeners of a scenario, and their notifications.
final class CustomerListeners: Sendable {
  /// The type of listener that a module takes.
  typealias Listener = @Sendable (CustomerInfoModel) -> Void
  /// A call that a listener makes when it is told something.
  typealias Call = @Sendable () async throws -> [Fact<CustomerAnswer>]

  private let names: CustomerNames
  private let notifications = Recorder<CustomerNotification>()
  /// What the listener that is told something next calls.
  private let next = Mutex<Call?>(nil)
  private let formerUser = Mutex(false)
  /// The calls that listeners have made.
  private let calls = Mutex<[Task<Void, Never>]>([])

  init(_ names: CustomerNames) { self.names = names }

  /// Whether a change of the user waits for what is held. Until it returns, the listeners are the former user's, who may
  /// be told anything of their own.
  var isOfFormerUser: Bool {
    get { formerUser.withLock { $0 } }
    set { formerUser.withLock { $0 = newValue } }
  }

  /// Returns a listener that records what it is called with.
  func listener(_ listener: CustomerNotification.Listener = .first) -> Listener {
    { [self] info in
      if !isOfFormerUser { notifications.note(.value(CustomerNotification(names.owned(info), to: listener))) }
      let call = next.withLock { next in
        defer { next = nil }
        return next
      }
      if let call { make(call) }
    }
  }

  /// Returns a listener that has itself replaced by a second one when it is called.
  func replacedListener(_ set: @escaping @Sendable (@escaping Listener) async throws -> Void) -> Listener {
    { [self] info in
      listener()(info)
      make { [self] in
        // A module that refuses it goes on telling the first one.
        try? await set(listener(.second))
        return []
      }
    }
  }

  /// Makes the listener that is told something next call this, or nothing.
  func callWhenTold(_ call: Call?) { next.withLock { $0 = call } }

  /// Makes a call, and records what it reads, or its error.
  private func make(_ call: @escaping Call) {
    let task = Task { [notifications] in
      do {
        for case .value(.owned(let owned)) in try await call() {
          notifications.note(.value(CustomerNotification(owned, to: .reader)))
        }
      } catch {
        notifications.note(Fact(failure: error))
      }
    }
    calls.withLock { $0.append(task) }
  }

  /// Waits until the calls that listeners have made have returned. Returns false if there was none.
  func waitForCalls() async -> Bool {
    let tasks = calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
    for task in tasks { await task.value }
    return !tasks.isEmpty
  }

  /// Returns the notifications since this was last called.
  func take() -> [Fact<CustomerNotification>] { notifications.take() }
}
