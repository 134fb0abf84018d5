/// A paywall, which is loaded for a placement: opaque data with a version.
public struct Paywall: Hashable, Sendable, CustomStringConvertible {
  /// The name of the place in the app where it is shown.
  public var placement: String
  /// Its version; a larger one is newer.
  public var version: Int
  /// The data, which caches do not interpret.
  public var content: [UInt8]

  /// Makes a paywall.
  public init(placement: String, version: Int, content: [UInt8]) {
    self.placement = placement
    self.version = version
    self.content = content
  }

  public var description: String { "v\(version) of \(placement.prefix(40)) (\(content.count) B)" }
}

/// The encoding of paywalls, used for the answers of remote layers and for the fallback file.
///
/// A line `paywall VERSION BYTES-OF-PLACEMENT BYTES-OF-CONTENT`, followed by the placement and the content. A fallback
/// file contains any number of paywalls in succession.
extension Paywall {
  /// The encoded paywall.
  public var bytes: [UInt8] {
    Array("paywall \(version) \(placement.utf8.count) \(content.count)\n".utf8) + Array(placement.utf8) + content
  }

  /// Decodes exactly one paywall. Nil if the bytes are anything else.
  public init?(bytes: [UInt8]) {
    guard let list = Self.list(bytes: bytes), list.count == 1 else { return nil }
    self = list[0]
  }

  /// Decodes any number of paywalls. Nil if the bytes are anything else.
  public static func list(bytes: [UInt8]) -> [Paywall]? {
    var rest = bytes[...]
    var list: [Paywall] = []
    while !rest.isEmpty {
      guard let paywall = Self(from: &rest) else { return nil }
      list.append(paywall)
    }
    return list
  }

  private init?(from rest: inout ArraySlice<UInt8>) {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
    let body = rest[(end + 1)...]
    guard
      words.count == 4, words[0] == "paywall", let version = Int(words[1]),
      let nameCount = Int(words[2]), nameCount >= 0, nameCount <= body.count,
      let contentCount = Int(words[3]), contentCount >= 0, contentCount <= body.count - nameCount,
      let placement = String(validating: body.prefix(nameCount), as: UTF8.self)
    else { return nil }
    self.init(
      placement: placement, version: version, content: Array(body.dropFirst(nameCount).prefix(contentCount)))
    rest = body.dropFirst(nameCount + contentCount)
  }
}

/// The remote layers of a paywall cache, in the order in which they are asked.
@nonexhaustive
public enum RemoteLayer: String, Sendable, CaseIterable, CustomStringConvertible {
  /// The content delivery network.
  case cdn
  /// The stand-alone server that is asked after it.
  case server

  public var description: String {
    switch self {
    case .cdn: "CDN"
    case .server: "server"
    }
  }
}

/// The ways in which a remote layer fails without an answer that holds a paywall.
@nonexhaustive
public enum RemoteFailure: DescribedError, Hashable {
  /// The device has no network, so that no remote layer can be reached.
  case noNetwork
  /// This layer refuses the connection, although the device has a network.
  case refused
  /// This layer does not answer in time.
  case timeOut
  /// This layer answers with an HTTP status that is an error.
  case status(Int)

  /// The layer answers with an error of its own.
  public static let serverError = Self.status(500)

  public var description: String {
    switch self {
    case .noNetwork: "no network"
    case .refused: "refused connection"
    case .timeOut: "time-out"
    case .serverError: "server error"
    case .status(let status): "status \(status)"
    }
  }
}

/// The quality of the network, as the app's monitor reports it.
public enum NetworkQuality: Int, Sendable, CaseIterable, Comparable, CustomStringConvertible {
  /// There is no network.
  case offline
  /// Barely usable.
  case poor
  /// Usable, below good.
  case fair
  /// Good.
  case good
  /// Better than good.
  case excellent

  public var description: String {
    switch self {
    case .offline: "offline"
    case .poor: "poor"
    case .fair: "fair"
    case .good: "good"
    case .excellent: "excellent"
    }
  }

  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
