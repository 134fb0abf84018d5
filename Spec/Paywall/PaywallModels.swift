/// The name of a place in the app that shows a paywall.
public struct Placement: Hashable, Sendable, CustomStringConvertible {
  /// The name, as layers are asked for it.
  public let name: String

  /// Names a placement.
  package init(_ name: String) { self.name = name }

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
  /// How many bytes its content has beyond the few that tell one version from another.
  package let padding: Int
  /// What its content is made of.
  package let content: PaywallContent

  /// Names a version, of the placement `from_onboarding` where none is named.
  package init(
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

/// What the content of a version is made of: no cache looks into it.
package enum PaywallContent: String, Sendable, DescribedByRawValue {
  /// Bytes that are no text.
  case bytes = "no text"
  /// JSON, written as no encoder writes it, with letters that are more than one code point.
  case text
  /// No bytes at all.
  case nothing = "no content"
}

/// A paywall as it was returned, or as it is cached.
public struct PaywallModel: Model {
  /// What it holds.
  public enum Content: Hashable, Sendable {
    /// What was published for its version.
    case published
    /// Nothing.
    case empty
    /// So many bytes that were never published for its version.
    case other(byteCount: Int)
  }

  /// The version that it says it is.
  public let version: PaywallVersion
  /// What it holds.
  public let content: Content

  /// Notes a paywall.
  package init(_ version: PaywallVersion, content: Content = .published) {
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
public struct PaywallRequest: Model {
  /// The layer.
  public let layer: RemoteLayer
  /// The placement asked for.
  public let placement: Placement

  /// Notes what a layer saw.
  package init(_ layer: RemoteLayer, for placement: Placement) {
    self.layer = layer
    self.placement = placement
  }

  public func mentions(_ name: String) -> Bool { placement.name == name }

  public var description: String { placement == .onboarding ? "\(layer)" : "\(layer) for \(placement)" }
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

  /// The CDN is asked for a placement, in vain, however often, and then the server, once.
  static func requestsServer(for placement: Placement) -> Self {
    .request(
      .tried([.value(PaywallRequest(.cdn, for: placement))], then: .value(PaywallRequest(.server, for: placement))))
  }
  /// The CDN is asked, in vain, however often, and then the server, once.
  static var requestsServer: Self { requestsServer(for: .onboarding) }

  /// The CDN and then the server are asked for a placement, however often.
  static func requestsBoth(for placement: Placement) -> Self {
    .request(.tried(RemoteLayer.allCases.map { .value(PaywallRequest($0, for: placement)) }, then: nil))
  }
  /// The CDN and then the server are asked, however often.
  static var requestsBoth: Self { requestsBoth(for: .onboarding) }
}
