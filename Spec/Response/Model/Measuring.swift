/// What is known of how the usage of the main store has changed since it was measured last.
///
/// A small response may not change a measurement: in memory the body alone may count, and on disk whole blocks. A
/// response that has not been looked up yet may not be in memory.
struct ResponseMeasuring: Hashable {
  private typealias Key = ResponseStoresState.Key

  private enum Change: Hashable { case none, more, less, unclear }

  private var change = Change.unclear
  /// The requests for which something was stored, or may have been.
  private var touched: Set<Key> = []
  /// The requests for which a large response is stored, and those of them that have been looked up since.
  private var large: Set<Key> = []
  private var found: Set<Key> = []
  private var isAllTouched = false

  private static let largeSize = 16_000
  /// The size from which a response may be too large, or take the place of others.
  private static let hugeSize = 65_536

  /// Notes what an action may have changed.
  ///
  /// - Returns: what a measurement shows, if the action is one and its result is known.
  mutating func note(_ action: ResponseAction, isRoomy: Bool) -> Expectation<ResponseAction>? {
    switch action {
    case .measureUsage:
      let shown = shown
      change = .none
      return shown
    case .put(let representation, let request, .main): store(representation, Key(request), isRoomy)
    case .find(let request, .main): if large.contains(Key(request)) { found.insert(Key(request)) }
    case .remove(.one(let request)): remove(Key(request))
    case .put(_, _, .other), .find(_, .other), .serve, .origin, .mark, .configure, .world(.advance), .readCapacity,
      .checkCapacity, .checkFiles, .countFiles, .searchDisk, .inspectRequest, .inspectAnswer, .inspectStatus,
      .inspectPart:
      break
    case .load(let request, _, _, _):
      touched.formUnion([Key(request), Key(RequestMessage(request.url))])
      (change, large, found) = (.unclear, [], [])
    default:
      (change, large, found, isAllTouched) = (.unclear, [], [], true)
    }
    return nil
  }

  private var shown: Expectation<ResponseAction>? {
    switch change {
    case .none, .unclear: nil
    case .more:
      // A store may have no disk, and may keep in memory only what has been looked up.
      large == found ? .usage(memory: [.grew]) : .usageGrew
    case .less: .usage(memory: [.zero, .shrank])
    }
  }

  private mutating func store(_ representation: Representation, _ key: Key, _ isRoomy: Bool) {
    let isNew = touched.insert(key).inserted && !isAllTouched && !key.isOdd && isRoomy
    let size = representation.body.size ?? 0
    if size >= Self.hugeSize { (change, large, found, isAllTouched) = (.unclear, [], [], true) }
    let isLarge = (Self.largeSize..<Self.hugeSize).contains(size)
    found.remove(key)
    guard isNew, isLarge, representation.storagePolicy == .allowed, !representation.isOdd, change != .less else {
      change = .unclear
      large.remove(key)
      return
    }
    if change == .none { change = .more }
    large.insert(key)
  }

  private mutating func remove(_ key: Key) {
    if !isAllTouched, !touched.contains(key), !key.isOdd { return }
    change = change == .none && found.contains(key) ? .less : .unclear
    large.remove(key)
    found.remove(key)
  }
}
