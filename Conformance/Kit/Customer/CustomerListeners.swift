import CacheSpec
import Synchronization

/// The listeners of a scenario, and what they are told.
final class CustomerListeners: Sendable {
  /// What a module takes for a listener.
  typealias Listener = @Sendable (CustomerInfoModel) -> Void

  private let names: CustomerNames
  private let notifications = Recorder<CustomerNotification>()
  /// Listeners that are being set while another is told something.
  private let replacements = Mutex<[Task<Void, Never>]>([])

  init(_ names: CustomerNames) { self.names = names }

  /// A listener that notes what it is told.
  func listener(_ listener: CustomerNotification.Listener = .first) -> Listener {
    { [names, notifications] info in
      notifications.note(.value(CustomerNotification(names.owned(info), to: listener)))
    }
  }

  /// A listener that, once told something, has a second one set in its place.
  func replacedListener(_ set: @escaping @Sendable (@escaping Listener) async throws -> Void) -> Listener {
    { [self] info in
      listener()(info)
      let task = Task { _ = try? await set(listener(.second)) }
      replacements.withLock { $0.append(task) }
    }
  }

  /// Takes what was told since the last time, once every listener that was to be set is.
  func take() async -> [Fact<CustomerNotification>] {
    let tasks = replacements.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in tasks { await task.value }
    return notifications.take()
  }
}
