/// The ways in which lookups take something for granted.
extension Premise<PaywallAction> {
  /// A premise of the runs whose last lookup takes it for granted.
  static func last(_ scenario: String, where isNeeded: @escaping @Sendable (PaywallLookup) -> Bool) -> Self {
    .observed(scenario) { PaywallLookup.last(in: $0).contains(where: isNeeded) }
  }

  /// A premise of the runs of which any lookup takes it for granted.
  static func any(_ scenario: String, where isNeeded: @escaping @Sendable (PaywallLookup) -> Bool) -> Self {
    .observed(scenario) { PaywallLookup.all(in: $0).contains(where: isNeeded) }
  }
}

extension PaywallAction {
  var endsARun: Bool { worldEvent?.endsARun == true }
  var isPreload: Bool { if case .preload = self { true } else { false } }
  var isAdvance: Bool { if case .world(.advance) = self { true } else { false } }
}

extension PaywallLookup {
  /// Whether the copy had to be found after something that had to leave it, and was not.
  func lacksCopy(after isMeant: (PaywallAction) -> Bool) -> Bool {
    lacksCopy && stored.since.contains(where: isMeant)
  }

  /// Whether an update was due since its copy came, or brought it.
  var mayBeUpdated: Bool {
    isUpdating && (stored.since.contains(where: \.isAdvance) || stored.cause?.isAdvance == true)
  }

  /// Whether the network decides by which policy it loads: a repository that preloads may get from the adaptive service.
  var isAdaptive: Bool {
    switch call {
    case .adapt(_, nil), .get: true
    default: false
    }
  }

  /// Whether it preloads, or finds what may have been preloaded.
  var isPreloaded: Bool {
    if case .get? = call { return true }
    return [action, stored.cause].contains { if case .preload? = $0 { true } else { false } }
  }
}

extension Placement {
  /// Whether its name is short, and has only lower-case ASCII letters, digits and underscores.
  var hasPlainName: Bool {
    name.utf8.count < 100
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }
}
