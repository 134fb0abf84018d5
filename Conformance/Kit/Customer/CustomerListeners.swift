import CustomerRules
import Synchronization

/// The listeners of a scenario, and their notifications.
final class CustomerListeners: Sendable {
  /// The type of listener that a module takes.
  typealias Listener = @Sendable (CustomerInfoModel) -> Void

  private let names: CustomerNames
  private let notifications = Recorder<CustomerNotification>()
  /// The tasks that replace a listener while it is being called.
  private let replacements = Mutex<[Task<Void, Never>]>([])

  init(_ names: CustomerNames) { self.names = names }

  /// Returns a listener that records what it is called with.
  func listener(_ listener: CustomerNotification.Listener = .first) -> Listener {
    { [names, notifications] info in
      notifications.note(.value(CustomerNotification(names.owned(info), to: listener)))
    }
  }

  /// Returns a listener that has itself replaced by a second one when it is called.
  func replacedListener(_ set: @escaping @Sendable (@escaping Listener) async throws -> Void) -> Listener {
    { [self] info in
      listener()(info)
      let task = Task { _ = try? await set(listener(.second)) }
      replacements.withLock { $0.append(task) }
    }
  }

  /// Returns the notifications since this was last called, once every replacement has been set.
  func take() async -> [Fact<CustomerNotification>] {
    let tasks = replacements.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in tasks { await task.value }
    return notifications.take()
  }
}
