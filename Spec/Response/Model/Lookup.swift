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
    /// The header fields of the load or the look-up.
    var asking: HeaderFields = [:]
    /// Whether its header fields are looked at.
    var isInspected = false
    /// Whether a load may have been answered with it, unconfirmed.
    var wasServed = true
    /// Whether a load may have been answered with something else, or asked the origin.
    var wasDenied = true
  }

  let request: RequestMessage
  let isLoad: Bool
  let kept: Kept?
  /// Whether what is stored replaced another response.
  let isReplacement: Bool
  /// What stored it or removed it, and what has happened since; all, if nothing was ever stored.
  let history: [ResponseAction]
  /// Whether something came for another URL later than what is kept, and all that was ever stored for other requests.
  let isFollowedByOthers: Bool
  let others: [ResponseBody]
  /// What was stored for the URL before a method came that may change it.
  let invalidated: [ResponseBody]
  /// What the origin has.
  let origin: Representation?
  /// The requests that it led to, or nil if they were not observed in its step.
  let requests: [RequestSeen]?
  /// What was answered, and what was stored afterwards.
  let answer: [Fact<ResponseAnswer>]?
  let stored: [Fact<ResponseBody>]?
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
    guard origin.heedsConditions else { return false }
    guard let tag = origin.entityTag else { return origin.body == kept?.representation.body }
    return [kept?.representation.entityTag, request.fields["If-None-Match"]].contains { $0?.strong == tag.strong }
  }

  /// Whether a check has another result than a load: the tag is that of the app's own condition, or that of what is
  /// stored, which has what the origin does not repeat.
  var isUpdated: Bool {
    guard let origin, origin.heedsConditions, let tag = origin.entityTag?.strong else { return false }
    if request.fields["If-None-Match"]?.strong == tag { return true }
    guard let kept = kept?.representation, kept.entityTag?.strong == tag else { return false }
    return kept.updated(by: origin) != origin || kept.storagePolicy != origin.storagePolicy
      || origin.fields["Content-Length"] != nil
  }

  /// Whether the origin answers a check with another response. Whether the app's own condition or that of the cache was
  /// checked is not known, nor what was asked after an answer that did not apply.
  var isReplaced: Bool {
    isChecked && (!isConfirmed || request.fields["If-None-Match"] != nil || (requests?.count ?? 0) > 1)
  }

  /// Whether what is kept was not found, as far as that was observed.
  var lacksKept: Bool {
    guard let kept, !isLoad || maySkipTheOrigin else { return false }
    // What was asked for as if nothing were stored may be stored anew.
    if let left, !isAskedPlainly {
      return !left.contains(kept.representation.body) && !left.contains { $0 == origin?.body }
    }
    return isLoad && isAsked || !returns(kept.representation.body)
  }
  /// Whether a load may have been answered with what is kept, and that was not seen to be confirmed.
  var servesKept: Bool {
    guard let kept else { return false }
    return (bodies.isEmpty || returns(kept.representation.body)) && !(requests != nil && isChecked && isConfirmed)
  }
  /// Whether a load was not answered with what is kept, or the origin was asked.
  var deniesKept: Bool {
    guard let kept else { return false }
    return !returns(kept.representation.body) || requests != nil && isAsked
  }
  /// Whether what was loaded was not found.
  var lacksLoaded: Bool { kept?.wasLoaded == true && lacksKept }
  /// Whether something else was found than is kept, and than the origin was asked for.
  var returnsOther: Bool {
    let isKept = { (body: ResponseBody) in body == kept?.representation.body }
    if let left { return left.contains { !isKept($0) && $0 != origin?.body } }
    return !(isLoad && isAsked) && !bodies.isEmpty && !bodies.contains(where: isKept)
  }
  /// Whether something was found that was stored for another request.
  var returnsAnothers: Bool { returnsOther && (left ?? bodies).contains(where: others.contains) }
  /// Whether it may have found what a later method may have changed, without asking.
  var returnsInvalidated: Bool {
    guard !invalidated.isEmpty, requests?.isEmpty ?? true else { return false }
    return bodies.isEmpty || bodies.contains(where: invalidated.contains)
  }
  /// Whether a load by another method than GET was answered without the origin, or a GET with what such a load brought.
  var isAnsweredAcrossMethods: Bool {
    guard isLoad, !isAsked else { return false }
    if request.method != "GET" { return true }
    guard let kept, let loaded = history.first?.loaded else { return false }
    return loaded.method != "GET" && returns(kept.representation.body)
  }
  /// Whether a load was not served what is kept, though it need not ask the origin.
  var isNotServed: Bool {
    guard isLoad, let kept, maySkipTheOrigin else { return false }
    return isAsked || !returns(kept.representation.body)
  }
  /// Whether what the origin was rightly asked for is not stored.
  var isNotStored: Bool {
    guard let left, isLoad, isAsked, inspected.isEmpty, request.policy != .returnCacheDataDontLoad, let origin else {
      return false
    }
    // A load that fails brings nothing.
    if let answer, !answer.isEmpty, bodies.isEmpty { return false }
    // What it checks though it may serve it is there.
    if kept != nil, maySkipTheOrigin, isChecked { return false }
    return !left.contains(origin.body)
  }

  /// Whether the origin was asked for what is kept as if nothing were, though the policy does not ignore it.
  var isAskedPlainly: Bool {
    guard isLoad, kept != nil, isAsked, let requests, !ignoresWhatIsKept else { return false }
    return !requests.contains(where: \.isConditional)
  }

  private var ignoresWhatIsKept: Bool {
    [.reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData].contains(request.policy)
  }

  /// Whether it may be served what is kept without a request.
  private var maySkipTheOrigin: Bool {
    if [.returnCacheDataElseLoad, .returnCacheDataDontLoad].contains(request.policy) { return true }
    return !ignoresWhatIsKept && request.policy != .reloadRevalidatingCacheData && kept?.mayBeFresh ?? true
  }

  private func returns(_ body: ResponseBody) -> Bool { bodies.contains(body) }
  private var bodies: [ResponseBody] {
    (answer ?? []).compactMap { if case .value(.body(let body)) = $0 { body } else { nil } }
  }
  /// What is stored afterwards, or nil if that was not observed.
  private var left: [ResponseBody]? {
    stored?.compactMap { if case .value(let body) = $0 { body } else { nil } }
  }

  /// The loads and look-ups of a run.
  static func all(in run: [PerformedStep<ResponseAction>]) -> [Self] {
    var places = Places(actions: run.map(\.action))
    var served: [String: Representation] = [:]
    var lookups: [Self] = []
    for (index, step) in run.enumerated() {
      places.note(index)
      if case .serve(let representation, let url) = step.action { served[RequestMessage(url).target] = representation }
      switch step.action {
      case .load(let request, _, _, _), .begin(let request, _):
        let lookup = Self(request, isLoad: true, places, served, step, at: index)
        if request.mayChange { places.invalidate(request.key) }
        if lookup.isAsked, let origin = lookup.origin, !(lookup.isChecked && lookup.isConfirmed) {
          places.note(Kept(representation: origin, wasLoaded: true), for: request.key, at: index)
        } else if lookup.isAsked {
          places.noteConfirmation(by: lookup.origin, of: request.key)
        }
        lookups.append(lookup)
      case .find(let request, _), .inspect(let request, _):
        lookups.append(Self(request, isLoad: false, places, served, step, at: index))
      case .inspectRequest(let names), .inspectAnswer(let names):
        if !lookups.isEmpty { lookups[lookups.count - 1].inspected.formUnion(names) }
      default: break
      }
    }
    return lookups
  }

  private init(
    _ request: RequestMessage, isLoad: Bool, _ places: Places, _ served: [String: Representation],
    _ step: PerformedStep<ResponseAction>, at index: Int
  ) {
    (self.request, self.isLoad) = (request, isLoad)
    let place = places.at(request.key, before: index)
    // What is stored by GET is no answer to another method.
    let mayBeAnswered = ["GET", "HEAD"].contains(request.method)
    kept = mayBeAnswered ? place.kept?.asked(for: request.fields) : nil
    (isReplacement, history) = (place.isReplacement, place.history)
    isFollowedByOthers = places.hold(otherThan: request.key, since: place.index)
    others = places.bodies.filter { $0.key != request.key || !mayBeAnswered }.flatMap(\.value)
    invalidated = places.invalidated[request.key] ?? []
    origin = served[request.target]
    let requests = step.observation.requests?.compactMap { if case .value(let request) = $0 { request } else { nil } }
    self.requests = isLoad ? requests : []
    (answer, stored) = (step.observation.answer, step.observation.stored)
  }
}

/// What may be stored for each URL, in the course of a run.
private struct Places {
  let actions: [ResponseAction]
  private var places: [String: (kept: ResponseLookup.Kept?, index: Int, isReplacement: Bool)] = [:]
  /// All that was ever stored for each URL.
  private(set) var bodies: [String: [ResponseBody]] = [:]
  /// What was stored for each URL before a method came that may change it.
  private(set) var invalidated: [String: [ResponseBody]] = [:]
  private var mark = 0

  init(actions: [ResponseAction]) { self.actions = actions }

  func at(_ url: String, before index: Int) -> (
    kept: ResponseLookup.Kept?, index: Int, isReplacement: Bool, history: [ResponseAction]
  ) {
    let place = places[url] ?? (nil, 0, false)
    return (place.kept, place.index, place.isReplacement, Array(actions[place.index..<index]))
  }

  /// Whether something that came after an action is stored for another URL.
  func hold(otherThan url: String, since index: Int) -> Bool {
    places.contains { $0.key != url && $0.value.kept != nil && $0.value.index > index }
  }

  /// Notes what an action other than a load has stored or removed.
  mutating func note(_ index: Int) {
    switch actions[index] {
    case .have(let representation, let request), .offer(let representation, let request),
      .put(let representation, let request, _):
      note(ResponseLookup.Kept(representation: representation, wasLoaded: false), for: request.key, at: index)
    case .world(.advance(let time)): for url in places.keys { places[url]?.kept?.residence += time }
    case .mark: mark = index
    case .remove(let removal):
      for (url, place) in places where removal.isOf(url) || removal == .sinceMark && place.index > mark {
        places[url] = (nil, index, false)
      }
    default: break
    }
  }

  mutating func note(_ kept: ResponseLookup.Kept, for url: String, at index: Int) {
    places[url] = (kept, index, places[url]?.kept != nil)
    bodies[url, default: []].append(kept.representation.body)
  }

  mutating func invalidate(_ url: String) { invalidated[url] = bodies[url] }

  mutating func noteConfirmation(by origin: Representation?, of url: String) {
    places[url]?.kept?.residence = .zero
    places[url]?.kept?.confirmation = origin
  }
}

extension Removal {
  /// Whether it removes what is stored for a URL, whenever that was.
  fileprivate func isOf(_ url: String) -> Bool {
    switch self {
    case .all: true
    case .one(let request): request.key == url
    case .sinceMark: false
    }
  }
}

extension RequestMessage {
  /// Where the origin has what it asks for: the same over HTTP and HTTPS.
  var target: String { ResponseStoresState.Key(self).target }

  /// Whether its method may change what its URL names.
  fileprivate var mayChange: Bool { !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

  /// What all spellings of its URL have in common.
  fileprivate var key: String { String(url.prefix { $0 != "#" }).normalizedURL }
}

extension String {
  /// The entity tag without the mark of a weak one.
  fileprivate var strong: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}

extension ResponseLookup.Kept {
  fileprivate func asked(for fields: HeaderFields) -> Self {
    var copy = self
    copy.asking = fields
    return copy
  }

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

  /// Whether it matters that what is fresh is served: where that is left to a cache, it does not.
  var mayBeFresh: Bool {
    if isInspected || !wasDenied { return isInspected }
    let model = model
    return switch model.answers(asking, at: residence).answer {
    case .yes: true
    case .either: representation.status == 200 && model.statesLifetime
    case .no: false
    }
  }
  /// Whether it matters that what is stale is not served.
  var mayBeStale: Bool {
    isInspected || wasServed && (representation.status != 200 || model.isFresh(at: residence).answer != .yes)
  }

  /// What the documents say of it.
  private var model: HTTPKeptResponse {
    let current = confirmation.flatMap { representation.updated(by: $0) ?? $0 } ?? representation
    return HTTPKeptResponse(current, for: asking, at: .zero, by: "http.fresh.max-age")
  }

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
