/// The name of a place in the app that shows a paywall.
public struct Placement: Hashable, Sendable, CustomStringConvertible {
  /// The name, as it appears in requests to the layers.
  public let name: String

  /// Names a placement.
  public init(_ name: String) { self.name = name }

  public var description: String {
    if name.isEmpty { return "the empty placement" }
    // Counted in bytes: counting the characters of a megabyte takes longer than most scenarios.
    let text = name.unicodeScalars.prefix(41).map { $0.isASCII ? $0.escaped(asASCII: true) : String($0) }.joined()
    return name.utf8.count <= 41 ? text : "\(text)… (\(name.utf8.count) B, ends in \(name.suffix(1)))"
  }
}

/// One version of the paywall of one placement.
public struct PaywallVersion: Hashable, Sendable, CustomStringConvertible {
  /// The version; a larger one is newer.
  public let number: Int
  /// The placement.
  public let placement: Placement
  /// How many bytes of content it has beyond the few that distinguish versions.
  public let padding: Int
  /// The kind of its content.
  public let content: PaywallContent

  /// Names a version, of the placement `from_onboarding` where none is named.
  public init(
    _ number: Int, of placement: Placement = .onboarding, padding: Int = 0, content: PaywallContent = .bytes
  ) {
    self.number = number
    self.placement = placement
    self.padding = padding
    self.content = content
  }

  public var description: String {
    (placement == .onboarding ? "version \(number)" : "version \(number) of \(placement)")
      + (padding == 0 ? "" : " (over \(padding >> 10) KB)") + (content == .bytes ? "" : " (\(content))")
  }
}

/// The kind of a version's content, which is opaque to caches.
public enum PaywallContent: String, Sendable, DescribedByRawValue {
  /// Bytes that are not text.
  case bytes = "no text"
  /// JSON in a form that no encoder produces, with letters of more than one code point.
  case text
  /// No bytes at all.
  case nothing = "no content"
}

/// A paywall as it was returned, or as it is cached.
public struct PaywallModel: ObservedValue {
  /// What it holds.
  public enum Content: Hashable, Sendable {
    /// The content that was published for its version.
    case published
    /// Nothing.
    case empty
    /// This many bytes, which were never published for its version.
    case other(byteCount: Int)
  }

  /// The version that it claims to be.
  public let version: PaywallVersion
  /// What it holds.
  public let content: Content

  /// Records a paywall.
  public init(_ version: PaywallVersion, content: Content = .published) {
    self.version = version
    self.content = content
  }

  public func mentions(_ name: String) -> Bool { version.placement.name == name }

  public var description: String {
    switch content {
    case .published: "\(version)"
    case .empty: "\(version) without content"
    case .other(let count): "\(version) with other content (\(count) B)"
    }
  }
}

/// A request as a remote layer saw it.
public struct PaywallRequest: ObservedValue {
  /// The layer.
  public let layer: RemoteLayer
  /// The placement asked for.
  public let placement: Placement

  /// Records what a layer saw.
  public init(_ layer: RemoteLayer, for placement: Placement) {
    self.layer = layer
    self.placement = placement
  }

  public func mentions(_ name: String) -> Bool { placement.name == name }

  public var description: String { placement == .onboarding ? "\(layer)" : "\(layer) for \(placement)" }
}

extension Pattern<PaywallModel> {
  /// This version as it was published, or nothing.
  static func ownOrNothing(_ version: PaywallVersion) -> Self {
    .oneOf([[.value(PaywallModel(version))], [.nothing]])
  }
}

extension Expectation where Action == PaywallAction {
  /// The caller gets exactly this version, as it was published.
  static func answers(_ version: PaywallVersion) -> Self { answers(PaywallModel(version)) }
  /// Exactly this version is cached afterwards, as it was published.
  static func stores(_ version: PaywallVersion) -> Self { stores(PaywallModel(version)) }

  /// The CDN is asked for a placement, once, and nothing else is requested.
  static func requestsCDN(for placement: Placement) -> Self { requests(PaywallRequest(.cdn, for: placement)) }
  /// The CDN is asked, once, and nothing else is requested.
  static var requestsCDN: Self { requestsCDN(for: .onboarding) }
  /// The network is asked, because the load names no policy.
  static var reloads: Self { requestsSomething.demanded(by: "paywall.policy.default-is-reload") }

  /// A fallback was returned, and is not cached.
  static var keepsFallbackOut: Self { storesNothing.demanded(by: "paywall.fallback.never-masks-newer-data") }

  /// The CDN is asked for a placement, any number of times and without success, and then the server, once.
  static func requestsServer(for placement: Placement) -> Self {
    .request(
      .tried([.value(PaywallRequest(.cdn, for: placement))], then: .value(PaywallRequest(.server, for: placement)))
    ).demanded(by: "paywall.priority.server-after-cdn")
  }
  /// The CDN is asked, any number of times and without success, and then the server, once.
  static var requestsServer: Self { requestsServer(for: .onboarding) }

  /// The CDN is asked for a placement, and perhaps the server: there is no network, so both would fail.
  static func triesNetwork(for placement: Placement) -> Self {
    .request(
      .apartFrom(
        .value(PaywallRequest(.server, for: placement)),
        .tried([.value(PaywallRequest(.cdn, for: placement))], then: nil)))
  }
  /// The CDN is asked, and perhaps the server: there is no network, so both would fail.
  static var triesNetwork: Self { triesNetwork(for: .onboarding) }

  /// The CDN and then the server are asked for a placement, any number of times.
  static func requestsBoth(for placement: Placement) -> Self {
    .request(.tried(RemoteLayer.allCases.map { .value(PaywallRequest($0, for: placement)) }, then: nil))
  }
  /// The CDN and then the server are asked, any number of times.
  static var requestsBoth: Self { requestsBoth(for: .onboarding) }
}

extension Step where Action == PaywallAction {
  /// A load that names no policy finds the CDN's version, which is cached from then on.
  static func reloads(finding version: PaywallVersion) -> Self {
    Step(.load(.onboarding), .answers(version), .requestsCDN, .stores(version), .reloads)
  }
}
