/// The ways in which loads and look-ups take something for granted.
extension Premise<ResponseAction> {
  /// A premise of a run whose last load or look-up takes it for granted.
  static func last(_ scenario: String, where isNeeded: @escaping @Sendable (ResponseLookup) -> Bool) -> Self {
    .observed(scenario) { ResponseLookup.all(in: $0).last.map(isNeeded) ?? false }
  }

  /// A premise of a run of which any load or look-up takes it for granted, because it changes what is stored.
  static func any(_ scenario: String, where isNeeded: @escaping @Sendable (ResponseLookup) -> Bool) -> Self {
    .observed(scenario) { ResponseLookup.all(in: $0).contains(where: isNeeded) }
  }

  /// A premise of a run that ends with the load of something that may be stored.
  static func load(_ scenario: String, where isNeeded: @escaping @Sendable (ResponseLookup.Kept) -> Bool) -> Self {
    last(scenario) { lookup in
      guard lookup.isLoad, var kept = lookup.kept else { return false }
      // What its header fields are is judged whether it is fresh or not.
      kept.isInspected = !lookup.inspected.isEmpty
      (kept.wasServed, kept.wasDenied) = (lookup.servesKept, lookup.deniesKept)
      return isNeeded(kept)
    }
  }
}

/// The properties of an action that the premises depend on.
extension ResponseAction {
  /// Whether it is about several responses.
  var isOfSeveral: Bool {
    switch self {
    case .fill, .hammer: true
    default: false
    }
  }

  /// Whether it configures a session that has a delegate.
  var hasDelegate: Bool { if case .configure(_, let setup) = self { setup.delegate != nil } else { false } }

  /// Whether it compares the usage that the store reports with its capacity.
  var measuresUsage: Bool {
    switch self {
    case .checkCapacity, .fill: true
    default: false
    }
  }

  var removesOrMeasures: Bool {
    switch self {
    case .remove, .measureUsage, .searchDisk: true
    default: measuresUsage
    }
  }

  /// Whether it kills the app, or looks at what is on disk while the app runs, possibly through a second store at the
  /// same place.
  var isAboutTheDisk: Bool {
    switch self {
    case .world(.kill), .searchDisk, .put(_, _, .shared), .find(_, .shared): true
    default: false
    }
  }

  /// The request that it loads.
  var loaded: RequestMessage? {
    switch self {
    case .load(let request, _, _, _), .begin(let request, _): request
    default: nil
    }
  }

  /// The call that it loads through.
  var call: LoadCall? { if case .load(_, _, _, let call) = self { call } else { nil } }

  /// The policy that it names, for a request or for a session.
  var policy: RequestPolicy? {
    if case .configure(_, let setup) = self { setup.policy } else { loaded?.policy }
  }
}

extension ResponseLookup {
  /// Whether what is stored for another URL may be to blame for what was found.
  var isMixedUp: Bool { isFollowedByOthers && lacksKept || returnsAnothers }

  /// Whether something has happened since what is stored came.
  func wentThrough(_ isMeant: (ResponseAction) -> Bool) -> Bool { history.contains(where: isMeant) }
}
