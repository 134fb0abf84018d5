/// Something that a scenario requires of a module or of its world.
///
/// A module that lacks one declares this with a reason, and the scenarios that require it are not assessed.
public struct Capability: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Its name, as reports print it.
  public let name: String
  /// What a module with the capability does.
  public let meaning: String
  /// Whether the documents promise it of the products that they describe. A capability that they do not promise is
  /// optional.
  public let isPromised: Bool

  /// Makes a capability.
  public init(_ name: String, _ meaning: String, isPromised: Bool = false) {
    self.name = name
    self.meaning = meaning
    self.isPromised = isPromised
  }

  public var description: String { name }

  /// Its Swift identifier: `plainStorage` for plain storage.
  package var identifier: String {
    let words = name.split { " -".contains($0) }
    return words.prefix(1).map { $0.lowercased() }.joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The Swift expression for it, after the period: `plainStorage`, `policy("returnCacheDataElseLoad")`.
  package var expression: String {
    name.hasPrefix("policy ") ? "policy(\"\(name.dropFirst("policy ".count))\")" : identifier
  }

  public static func < (one: Self, other: Self) -> Bool { one.name < other.name }
  public static func == (one: Self, other: Self) -> Bool { one.name == other.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Capability {
  /// A policy of a call, by its name in the documents. A call that names none needs none.
  public static func policy(_ name: String) -> Capability {
    Capability("policy \(name)", "has the policy \(name)", isPromised: true)
  }

  /// The module takes the time from the world's clock, so that a day can pass in a microsecond.
  public static let virtualTime = Capability("virtual time", "takes the time from the clock that it is given")

  /// The module keeps all its files in the folder that the world gives it, so that a kill of its process can be
  /// simulated.
  public static let kill = Capability("kill", "stores all its data in the folder that it is given, and nowhere else")

  /// Stored bytes that can be searched.
  public static let readableStorage = Capability(
    "readable storage", "stores texts unencoded, so that a search of the stored bytes finds them")
}
