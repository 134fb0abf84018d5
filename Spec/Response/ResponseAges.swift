/// The reason why a stored response is fresh: a loader may understand one reason and not another.
enum FreshReason: String, CaseIterable, DescribedByRawValue {
  case maxAge = "max-age"
  case expires = "Expires"

  /// A body that is fresh for an hour, with an entity tag.
  func representation(_ body: ResponseBody) -> Representation {
    switch self {
    case .maxAge: Representation(body).withTag
    case .expires: Representation(body, cacheControl: []).expiring(inSeconds: 3600).withTag
    }
  }
}

/// The reason why a stored response is stale.
enum StaleReason: String, CaseIterable, DescribedByRawValue {
  case maxAge = "max-age=0"
  case date = "Date"
  case age = "Age"
  case expires = "Expires"
  case stored = "time in the store"

  /// A body that is stale for this reason alone, with an entity tag.
  func representation(_ body: ResponseBody) -> Representation {
    let aged = Representation(body, cacheControl: ["max-age=60"]).withTag
    return switch self {
    case .maxAge: Representation.stale(body).withTag
    case .date: aged.dated(secondsAgo: 3600)
    case .age: aged.with("Age", "3600")
    case .expires: Representation(body, cacheControl: []).dated(secondsAgo: 7200).expiring(inSeconds: -3600).withTag
    case .stored: Representation(body, cacheControl: ["max-age=1"]).withTag
    }
  }

  /// The time that has to pass before it is stale: as short as whole seconds allow, for modules on the machine's clock.
  var wait: Duration { self == .stored ? .milliseconds(1200) : .zero }
}

extension Fixture where Action == ResponseAction {
  /// Version 1 is stored and fresh; the origin has version 2.
  static func freshStored(by reason: FreshReason) -> Self {
    stored(reason.representation(.v1), named: "a version 1 that is fresh by \(reason)")
  }

  /// Version 1 is stored and stale; the origin has version 2.
  static func staleStored(by reason: StaleReason) -> Self {
    let fixture = stored(reason.representation(.v1), named: "a version 1 that is stale by \(reason)")
    return reason.wait == .zero
      ? fixture : fixture.and("\(reason.wait.inWords) have passed", [Step(.advance(reason.wait))])
  }

  /// Version 1 is stored and fresh by its `max-age`; the origin has version 2.
  static let freshStored = freshStored(by: .maxAge)
  /// Version 1 is stored and stale by its `max-age`; the origin has version 2.
  static let staleStored = staleStored(by: .maxAge)
}
