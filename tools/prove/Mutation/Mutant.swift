/// A kind of small change.
public enum ChangeKind: String, Sendable, CaseIterable, CustomStringConvertible {
  /// A comparison operator is replaced.
  case comparison
  /// A number is incremented.
  case constant
  /// `true` and `false` are exchanged.
  case boolean
  /// `&&` and `||` are exchanged.
  case connective
  /// A negation is left out.
  case negation
  /// A call or an assignment is left out.
  case statement
  /// A function returns nil.
  case result
  /// Two arguments of the same type are swapped.
  case arguments

  public var description: String { rawValue }
}

/// The place and form of a change, in byte ranges of the source.
public enum Site: Hashable, Sendable {
  /// An operator between two operands.
  case infix(Range<Int>)
  /// An operator before its operand.
  case prefix(Range<Int>)
  /// A literal.
  case literal(Range<Int>)
  /// A statement that is left out.
  case statement(Range<Int>)
  /// A statement with the result of a function, with or without `return`.
  case result(Range<Int>, isImplicit: Bool)
  /// Two arguments.
  case arguments(Range<Int>, Range<Int>)
}

/// A source with one small change.
public struct Mutant: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file in the package.
  public let file: String
  /// The lines of the change.
  public let lines: ClosedRange<Int>
  /// The first of these lines, without leading and trailing spaces.
  public let text: String
  /// The kind of change.
  public let kind: ChangeKind
  /// The original text: `<` in `< → <=`.
  public let original: String
  /// The text that replaces it.
  public let replacement: String
  /// The place of the change.
  public let site: Site
  /// The lines of the enclosing function.
  public let function: ClosedRange<Int>
  /// Whether only the compiler can tell if the change is possible.
  public let isDoubtful: Bool

  /// A description of the change on one line.
  public var change: String {
    switch kind {
    case .statement: "statement dropped"
    case .result: "nil returned"
    case .arguments: "\(original) and \(replacement) swapped"
    case .negation: "! dropped"
    case .comparison, .constant, .boolean, .connective: "\(original) → \(replacement)"
    }
  }

  public var description: String { "\(file):\(lines.lowerBound): \(change): \(text)" }
}

/// A mutant with its number, from 1, by which it is activated.
public typealias NumberedMutant = (number: Int, mutant: Mutant)
