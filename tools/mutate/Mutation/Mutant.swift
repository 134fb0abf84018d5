/// A kind of small change.
public enum ChangeKind: String, Sendable, CaseIterable, CustomStringConvertible {
  /// A comparison is another.
  case comparison
  /// A number is one more.
  case constant
  /// `true` is `false`, or the other way round.
  case boolean
  /// `&&` is `||`, or the other way round.
  case connective
  /// A negation is not there.
  case negation
  /// A call or an assignment is not made.
  case statement
  /// A function gives nil.
  case result
  /// Two arguments of one type have changed places.
  case arguments

  public var description: String { rawValue }
}

/// Where and how a source is changed, in bytes of it.
public enum Site: Hashable, Sendable {
  /// An operator between operands.
  case infix(Range<Int>)
  /// An operator before its operand.
  case prefix(Range<Int>)
  /// A literal.
  case literal(Range<Int>)
  /// A statement that is left out.
  case statement(Range<Int>)
  /// A statement that gives the result of a function, with or without `return`.
  case result(Range<Int>, isImplicit: Bool)
  /// Two arguments.
  case arguments(Range<Int>, Range<Int>)
}

/// A source with one small change in it.
public struct Mutant: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file, below the folder of the package.
  public let file: String
  /// The lines that the change is on.
  public let lines: ClosedRange<Int>
  /// The first of them as it is written, without the spaces around it.
  public let text: String
  /// The kind of the change.
  public let kind: ChangeKind
  /// What is there, and what is put in its place: `< → <=`.
  public let original: String
  /// What is put in its place.
  public let replacement: String
  /// Where it is.
  public let site: Site
  /// The lines of the function that it is in.
  public let function: ClosedRange<Int>
  /// Whether only the compiler can tell if the change can be made.
  public let isDoubtful: Bool

  /// The change, in a line.
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

/// A mutant with the number that turns it on, from 1.
public typealias NumberedMutant = (number: Int, mutant: Mutant)
