import CacheSpec
import CacheVocabulary
import Foundation

/// Work on a store that takes many calls, and what it came to in words.
extension ResponseStoreModule {
  /// Whether both usages are within the capacities.
  func capacityFact() async throws -> String {
    let (usage, capacity) = (try await usage(), try await capacity())
    let within = usage.memory <= capacity.memory && usage.disk <= capacity.disk
    return within ? "within capacity" : "\(usage), over the capacity of \(capacity)"
  }

  /// Stores responses one after another, and holds usage against capacity after each.
  func fill(_ count: Int, bytes: Int, at now: Date) async throws -> String {
    for number in 1...count {
      let request = HTTPRequest("http://store.test/fill/\(number)")
      let representation = Representation("fill \(number)").padded(to: bytes)
      try await store(StoredResponse(representation.response(url: request.url, now: now)), for: request)
      try await settle()
      let fact = try await capacityFact()
      if fact != "within capacity" { return "\(fact), after \(number) responses" }
    }
    return "within capacity"
  }

  /// Stores, finds and removes under a few keys from many tasks at once, then works on each key alone.
  func hammer(_ count: Int, at now: Date) async throws -> String {
    let entries = (0..<20).map { number in
      let request = HTTPRequest("http://store.test/hammer/\(number)")
      let representation = Representation(request.url).padded(to: 200)
      return (request: request, stored: StoredResponse(representation.response(url: request.url, now: now)))
    }
    let mixUps = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<count {
        let (request, stored) = entries[number % entries.count]
        group.addTask {
          switch number / entries.count % 5 {
          case 0: try await removeResponse(for: request)
          case 1, 3: try await store(stored, for: request)
          default:
            let found = try await storedResponse(for: request)
            if let found, found.response.body != stored.response.body { return 1 }
          }
          return 0
        }
      }
      return try await group.reduce(0, +)
    }
    for (request, stored) in entries {
      try await store(stored, for: request)
      let found = try await storedResponse(for: request)
      if found?.response.body != stored.response.body { return "nothing, or another's, found afterwards" }
    }
    return mixUps == 0 ? "every response found was the one stored" : "\(mixUps) responses of other requests found"
  }
}
