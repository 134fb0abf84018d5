/// A load or a look-up, with what may be stored for it and what was observed.
struct ResponseLookup {
  /// What may be stored for a URL: what was stored for it last, or loaded from it.
  struct Kept {
    let representation: Representation
    /// Whether it was loaded, and not stored by direct access.
    let wasLoaded: Bool
    /// What the origin had when it confirmed it last.
    var confirmation: Representation?
    /// How long ago it came, or was confirmed.
    var residence = Duration.zero
    /// Whether its header fields are looked at.
    var isInspected = false
  }

  let request: RequestMessage
  let isLoad: Bool
  let kept: Kept?
  /// What the origin has.
  let origin: Representation?
  /// The requests that it led to, or nil if they were not observed in its step.
  let requests: [RequestSeen]?
  /// The header fields that were looked at afterwards, of its requests and its answer.
  var inspected: Set<String> = []

  /// Whether the origin was asked.
  var isAsked: Bool { requests.map { !$0.isEmpty } ?? true }
  /// Whether the origin was asked whether something had changed.
  var isChecked: Bool {
    isLoad && requests.map { $0.contains { $0.isConditional || $0.method == "HEAD" } } ?? (kept != nil)
  }
  /// Whether the origin says that what is stored, or what the app has, has not changed.
  var isConfirmed: Bool {
    guard let origin else { return false }
    if origin.status == 304 { return true }
    guard let tag = origin.entityTag else { return origin.body == kept?.representation.body }
    return [kept?.representation.entityTag, request.fields["If-None-Match"]].contains { $0?.strong == tag.strong }
  }

  /// Whether the origin answers a check with another response. Whether the app's own condition or that of the cache was
  /// checked is not known, nor what was asked after an answer that did not apply.
  var isReplaced: Bool {
    isChecked && (!isConfirmed || request.fields["If-None-Match"] != nil || (requests?.count ?? 0) > 1)
  }

  /// The loads and look-ups of a run.
  static func all(in run: [PerformedStep<ResponseAction>]) -> [Self] {
    var kept: [String: Kept] = [:]
    var served: [String: Representation] = [:]
    var lookups: [Self] = []
    for step in run {
      switch step.action {
      case .serve(let representation, let url): served[url] = representation
      case .have(let representation, let request), .put(let representation, let request, _):
        kept[request.url] = Kept(representation: representation, wasLoaded: false)
      case .world(.advance(let time)):
        for url in kept.keys { kept[url]?.residence += time }
      case .load(let request, _, _, _), .begin(let request, _):
        let requests = step.observation.requests?.compactMap { fact in
          if case .value(let request) = fact { request } else { nil }
        }
        let lookup = Self(
          request: request, isLoad: true, kept: kept[request.url], origin: served[request.url], requests: requests)
        if lookup.isAsked, let origin = lookup.origin, !(lookup.isChecked && lookup.isConfirmed) {
          kept[request.url] = Kept(representation: origin, wasLoaded: true)
        } else if lookup.isAsked {
          kept[request.url]?.residence = .zero
          kept[request.url]?.confirmation = lookup.origin
        }
        lookups.append(lookup)
      case .find(let request, _), .inspect(let request, _):
        lookups.append(
          Self(request: request, isLoad: false, kept: kept[request.url], origin: served[request.url], requests: []))
      case .inspectRequest(let names), .inspectAnswer(let names):
        if !lookups.isEmpty { lookups[lookups.count - 1].inspected.formUnion(names) }
      default: break
      }
    }
    return lookups
  }
}

extension String {
  /// The entity tag without the mark of a weak one.
  fileprivate var strong: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}

extension ResponseLookup.Kept {
  private var representations: [Representation] { [representation, confirmation].compactMap(\.self) }
  private var newest: Representation { confirmation ?? representation }

  func carries(_ name: String) -> Bool { representations.contains { $0.fields[name] != nil } }

  var expires: Bool { representations.contains { $0.expires != nil } || carries("Expires") }

  var isDated: Bool { representations.contains { ($0.dated ?? 0) != 0 } || carries("Date") }

  var saysWhenItChanged: Bool { representations.contains { $0.modified != nil } || carries("Last-Modified") }

  var isInCapitals: Bool { cacheControl.contains { $0 != $0.lowercased() } }

  /// Its age, with that which it had when it came.
  var age: Duration {
    let stated = newest.fields["Age"].flatMap { Int($0) } ?? 0
    return residence + .seconds(max(stated, newest.dated ?? 0))
  }

  /// Whether it matters that what is fresh is served.
  var mayBeFresh: Bool { isInspected || isFresh ?? true }
  /// Whether it matters that what is stale is not served.
  var mayBeStale: Bool { isInspected || isFresh.map { !$0 } ?? true }

  /// Whether it is younger than it is fresh, or nil if that takes more than to read numbers.
  private var isFresh: Bool? {
    let takesMore =
      newest.status != 200 || carries("Date") || carries("Expires") || newest.dateForm != .preferred
      || newest.fields["Age"].map { Int($0) == nil } ?? false
    return takesMore ? nil : lifetime.map { age < .seconds($0) }
  }

  /// How many seconds it is fresh, or nil if it does not say so.
  var lifetime: Int? { maxAge ?? newest.expires.map { $0 + (newest.dated ?? 0) } }

  /// The `max-age` that it states, zero if that is no number, or nil if it states none.
  var maxAge: Int? {
    let directives = cacheControl.flatMap { $0.split(separator: ",") }.map { directive in
      directive.lowercased().filter { !" \t\"".contains($0) }
    }
    return directives.lazy.compactMap { directive in
      guard directive.hasPrefix("max-age=") else { return nil }
      let digits = directive.dropFirst(8)
      return digits.allSatisfy(\.isNumber) && !digits.isEmpty ? Int(digits.prefix(9)) : 0
    }.first
  }

  /// Whether a line of `Cache-Control` contains a text.
  func states(_ text: String) -> Bool { cacheControl.contains { $0.lowercased().contains(text) } }

  private var cacheControl: [String] {
    newest.cacheControl + [newest.fields["Cache-Control"]].compactMap(\.self)
  }
}
