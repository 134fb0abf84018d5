/// The additional source of the instrumented reference: the switch, and the operators that read it.
enum Switchboard {
  /// The environment variable with the number of the active mutant.
  static let variable = "CACHE_MUTANT"

  /// The environment variable with the path of a file that the process shares with its parent process. The file
  /// contains the number of the active mutant, as a little-endian integer of four bytes, then a byte for each mutant,
  /// which becomes 1 once its place is reached.
  static let board = "CACHE_MUTANTS_BOARD"

  /// The size of that file's head, before the bytes of the mutants.
  static let boardHead = 4

  /// The size of that file, which also limits the number of mutants.
  static var boardSize: Int { boardHead + digits.count * digits.count }

  /// The digits of a mutant's number: characters that an operator may contain, but that nobody uses.
  private static let digits: [Character] = (0x2500..<0x2580).compactMap { Unicode.Scalar($0).map(Character.init) }

  /// The operator that replaces another at the place of a mutant.
  static func operatorName(_ original: String, _ number: Int) -> String {
    original + String([digits[number / digits.count], digits[number % digits.count]])
  }

  /// The source.
  ///
  /// - Parameter mutants: all mutants, each with its number, from 1.
  static func source(for mutants: [NumberedMutant]) -> String {
    let sites = Dictionary(grouping: mutants) { Place(file: $0.mutant.file, site: $0.mutant.site) }.values
    let operators = sites.sorted { $0[0].number < $1[0].number }.compactMap { all -> String? in
      switch all[0].mutant.site {
      case .infix: infix(all)
      case .prefix: prefix(all[0].number)
      case .literal, .statement, .result, .arguments: nil
      }
    }
    return ([head] + operators).joined(separator: "\n")
  }

  private struct Place: Hashable {
    let file: String
    let site: Site
  }

  private static let head = """
    import Foundation

    private let board = Board(ProcessInfo.processInfo.environment)

    // Sendable, unchecked: another process writes the number, while nothing runs here, and the other bytes are only ever set
    // to 1, whichever thread is first.
    private final class Board: @unchecked Sendable {
      private let bytes: UnsafeMutableRawPointer

      init(_ environment: [String: String]) {
        if let path = environment["\(board)"] {
          let file = open(path, O_RDWR)
          let mapped = mmap(nil, \(boardSize), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
          guard let mapped, mapped != MAP_FAILED else { exit(3) }
          bytes = mapped
        } else {
          bytes = .allocate(byteCount: \(boardSize), alignment: 4)
          bytes.initializeMemory(as: UInt8.self, repeating: 0, count: \(boardSize))
          let number = environment["\(variable)"].flatMap { Int32($0) } ?? 0
          bytes.storeBytes(of: number.littleEndian, as: Int32.self)
        }
      }

      func isOn(_ number: Int) -> Bool {
        let place = \(boardHead) + number
        if bytes.load(fromByteOffset: place, as: UInt8.self) == 0 { bytes.storeBytes(of: 1, toByteOffset: place, as: UInt8.self) }
        return Int32(littleEndian: bytes.load(as: Int32.self)) == number
      }
    }

    public func mutantIsOn(_ number: Int) -> Bool { board.isOn(number) }
    public func mutantIsOff(_ number: Int) -> Bool { !mutantIsOn(number) }
    public func mutantChoice<Value>(
      _ number: Int, _ original: @autoclosure () -> Value, _ mutated: @autoclosure () -> Value
    ) -> Value { mutantIsOn(number) ? mutated() : original() }

    """

  private static func prefix(_ number: Int) -> String {
    let name = operatorName("!", number)
    return """
      prefix operator \(name)
      public prefix func \(name) (value: Bool) -> Bool { mutantIsOn(\(number)) ? value : !value }
      """
  }

  private static func infix(_ all: [NumberedMutant]) -> String {
    let original = all[0].mutant.original
    let name = operatorName(original, all[0].number)
    func choice(_ operand: (String) -> String) -> String {
      all.map { "mutantIsOn(\($0.number)) ? \(operand($0.mutant.replacement)) : " }.joined() + operand(original)
    }
    // Integers of two different types can be compared, unlike any other values.
    let ofIntegers = """
      @_disfavoredOverload
      public func \(name) <Left: BinaryInteger, Right: BinaryInteger>(left: Left, right: Right) -> Bool {
        \(choice { "left \($0) right" })
      }
      """
    switch original {
    case "&&", "||":
      let precedence = original == "&&" ? "LogicalConjunctionPrecedence" : "LogicalDisjunctionPrecedence"
      return """
        infix operator \(name): \(precedence)
        public func \(name) (left: Bool, right: @autoclosure () throws -> Bool) rethrows -> Bool {
          try \(choice { "left \($0) right()" })
        }
        """
    case "==", "!=":
      return """
        infix operator \(name): ComparisonPrecedence
        public func \(name) <Value: Equatable>(left: Value, right: Value) -> Bool { \(choice { "left \($0) right" }) }
        public func \(name) <Value>(left: Value?, right: _OptionalNilComparisonType) -> Bool {
          \(choice { "left \($0) right" })
        }
        \(ofIntegers)
        """
    default:
      return """
        infix operator \(name): ComparisonPrecedence
        public func \(name) <Value: Comparable>(left: Value, right: Value) -> Bool { \(choice { "left \($0) right" }) }
        public func \(name) <One: Comparable, Two: Comparable>(left: (One, Two), right: (One, Two)) -> Bool {
          \(choice { "left \($0) right" })
        }
        public func \(name) <One: Comparable, Two: Comparable, Three: Comparable>(
          left: (One, Two, Three), right: (One, Two, Three)
        ) -> Bool { \(choice { "left \($0) right" }) }
        \(ofIntegers)
        """
    }
  }
}
