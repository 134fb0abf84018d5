/// The kinds of requests that are held, or of which some requests may still be held.
struct HeldRequests: Hashable {
  private var kinds: Set<RequestKind>

  init(_ kinds: RequestKind...) { self.kinds = Set(kinds) }

  var isHolding: Bool { !kinds.isEmpty }

  mutating func note(_ action: CustomerAction) {
    switch action {
    case .requests(let kind, .hold): kinds.insert(kind)
    case .requests(let kind, .releaseAll): kinds.remove(kind)
    case .world(.kill): kinds = []
    default: break
    }
  }
}
