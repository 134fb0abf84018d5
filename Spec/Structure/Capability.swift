/// Something that a scenario needs of a module or of the world that it can be put in.
///
/// A module that lacks one says so with its reason, and the scenarios that need it come out as not assessed.
public struct Capability: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// A word for it, as reports print it.
  public let name: String
  /// What having it means.
  public let meaning: String

  /// Names a capability.
  package init(_ name: String, _ meaning: String) {
    self.name = name
    self.meaning = meaning
  }

  public var description: String { name }

  /// What Swift calls it: `plainStorage` for plain storage.
  package var identifier: String {
    let words = name.split { " -".contains($0) }
    return words.prefix(1).map { $0.lowercased() }.joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  public static func < (one: Self, other: Self) -> Bool { one.name < other.name }
  public static func == (one: Self, other: Self) -> Bool { one.name == other.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Capability {
  /// The module takes its time from the world's clock, so that a day can pass in a microsecond.
  public static let virtualTime = Capability("virtual time", "takes its time from the clock that it is given")

  /// What the module keeps on disk lies in the folder that the world gives it, so that its process can be taken for dead.
  public static let kill = Capability("kill", "keeps what it keeps in the folder that it is given, and nowhere else")
}
