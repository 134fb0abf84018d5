import CacheSpec
import Synchronization

/// The listeners of a scenario, and their notifications.
final class CustomerListeners: Sendable {
  /// A listener as a module takes it.
  typealias Listener = @Sendable (CustomerInfoModel) -> Void

  private let names: CustomerNames
  private let notifications = Recorder<CustomerNotification>()
  /// The tasks that set a listener while another one is called.
  private let replacements = Mutex<[Task<Void, Never>]>([])

  init(_ names: CustomerNames) { self.names = names }

  /// Returns a listener that records what it is called with.
  func listener(_ listener: CustomerNotification.Listener = .first) -> Listener {
    { [names, notifications] info in
      notifications.note(.value(CustomerNotification(names.owned(info), to: listener)))
    }
  }

  /// Returns a listener that, when it is called, has a second one set in its place.
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
