/// A version of the data that a server has: customer info, offerings, what a dashboard shows.
public struct DataVersion: ObservedValue {
  /// Its number; a larger one is newer.
  public let number: Int

  /// Creates a version.
  public init(_ number: Int) { self.number = number }

  public static let v1 = Self(1)
  public static let v2 = Self(2)
  public static let v3 = Self(3)

  public var description: String { "version \(number)" }
}
