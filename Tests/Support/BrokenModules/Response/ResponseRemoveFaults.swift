import Foundation

extension ResponseAction {
  /// Stores that remove too much or too little.
  static let removeFaults: [Fault] = [
    access(["response.remove.one"], "leaves it on disk") { store, sound in
      // A response that is only removed from memory is found again when the store is reopened.
      let removed = Memo<Set<RequestMessage>>([])
      store.remove = { request in removed.change { _ = $0.insert(request) } }
      store.find = { request in
        removed.value.contains(request) ? nil : try sound.storedResponse(for: request)
      }
    }
  ]
}
