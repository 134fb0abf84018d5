/// One of several parts into which the scenarios are divided, one for each machine. The division depends on their ids
/// alone.
public struct RunShard: Hashable, Sendable, CustomStringConvertible {
  private let number: Int
  private let count: Int

  /// Reads a part and the number of parts: `2/5`.
  public init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number >= 1, number <= count
    else {
      return nil
    }
    (self.number, self.count) = (number, count)
  }

  public var description: String { "\(number)/\(count)" }

  /// Whether a scenario is in the part.
  func contains(_ scenario: String) -> Bool {
    let sum = scenario.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Int((sum >> 16) % UInt64(count)) == number - 1
  }
}
