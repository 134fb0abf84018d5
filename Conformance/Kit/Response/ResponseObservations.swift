import CacheConformance
import ResponseRules
import Foundation

extension StoredResponse {
  /// The body, as the chapter's model.
  var body: ResponseBody { ResponseBody(bytes: response.body) }

  /// Everything that is stored for a URL, in a fixed order. `Date` is left out, because it differs in every world, and
  /// so is the response's URL, unless it is another than this.
  func facts(for url: String) -> [Fact<ResponseAnswer>] {
    let fields = response.fields.lines.map { (name: $0.name.lowercased(), value: $0.value) }
      .filter { $0.name != "date" }.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    let notes = userInfo.sorted { $0.key < $1.key }
    let all: [ResponseAnswer] =
      [.status(response.status), .body(body)] + fields.map { .field(name: $0.name, value: $0.value) }
      + notes.map { .note(key: $0.key, value: $0.value) } + [.storagePolicy(storagePolicy)]
      + (response.url.isSpelledLike(url) ? [] : [.otherURL(response.url)])
    return all.map(Fact.value)
  }
}

extension String {
  /// Whether two texts may be one URL in two spellings: other case, other percent-encoding, a default port, no path.
  fileprivate func isSpelledLike(_ other: String) -> Bool {
    func parts(_ text: String) -> [String]? {
      guard let url = URLComponents(string: text) else { return nil }
      return [url.host?.lowercased() ?? "", url.path.isEmpty ? "/" : url.path, url.query ?? ""]
    }
    return self == other || parts(self) == parts(other)
  }
}

extension UsageChanges {
  init(from last: ByteCounts, to usage: ByteCounts) {
    self.init(
      memory: UsageChange(from: last.memory, to: usage.memory), disk: UsageChange(from: last.disk, to: usage.disk))
  }
}

extension UsageChange {
  init(from last: Int, to usage: Int) {
    self = usage == 0 ? .zero : usage > last ? .grew : usage < last ? .shrank : .unchanged
  }
}

extension DelegateAnswer {
  /// Returns what the delegate returns for a proposal.
  func applied(to proposal: StoredResponse) -> StoredResponse? {
    switch self {
    case .asProposed: proposal
    case .nothing: nil
    case .replaced(let body):
      StoredResponse(
        ResponseMessage(
          url: proposal.response.url, status: proposal.response.status, fields: proposal.response.fields,
          body: body.bytes))
    case .changed(let policy, let userInfo):
      StoredResponse(proposal.response, userInfo: userInfo, storagePolicy: policy)
    }
  }
}

extension BoundedStoreModule {
  /// Returns whether memory and disk usage are within the capacities.
  func usageAgainstCapacity() async throws -> ResponseAnswer {
    let (usage, capacity) = (try await usage(), try await capacity())
    let within = usage.memory <= capacity.memory && usage.disk <= capacity.disk
    return within ? .withinCapacity : .overCapacity(usage: usage, capacity: capacity)
  }

}

extension BoundedStoreModule where Self: DirectStoringModule {
  /// Stores responses one after another, and compares usage with capacity after each.
  func fill(_ count: Int, bytes: Int, in world: ResponseWorld) async throws -> ResponseAnswer {
    for number in 1...count {
      let request = RequestMessage("http://store.test/fill/\(number)")
      let representation = Representation(ResponseBody("response \(number)", size: bytes))
      try await store(StoredResponse(representation.response(url: request.url, now: world.now)), for: request)
      try await waitUntilIdle()
      let answer = try await usageAgainstCapacity()
      if answer != .withinCapacity { return answer }
    }
    return .withinCapacity
  }

}

extension DirectStoringModule {
  /// Stores, finds and removes responses under a few keys from many tasks at once, and then works on each key alone.
  func hammer(_ count: Int, in world: ResponseWorld) async throws -> ResponseAnswer {
    let entries = (0..<20).map { number in
      let request = RequestMessage("http://store.test/hammer/\(number)")
      let representation = Representation(ResponseBody("response \(number)", size: 200))
      return (request: request, stored: StoredResponse(representation.response(url: request.url, now: world.now)))
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
    var lost = 0
    for (request, stored) in entries {
      try await store(stored, for: request)
      try await waitUntilIdle()
      let found = try await storedResponse(for: request)
      if found?.response.body != stored.response.body { lost += 1 }
    }
    return mixUps + lost == 0 ? .noMixUps : .mixUps(mixUps + lost)
  }
}
