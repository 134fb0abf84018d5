/// A kind of small change.
enum ChangeKind: String, Sendable, CaseIterable, CustomStringConvertible {
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

  var description: String { rawValue }
}

/// The place and form of a change, in byte ranges of the source.
enum Site: Hashable, Sendable {
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
struct Mutant: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file in the package.
  let file: String
  /// The lines of the change.
  let lines: ClosedRange<Int>
  /// The first of these lines, without leading and trailing spaces.
  let text: String
  /// The kind of change.
  let kind: ChangeKind
  /// The original text: `<` in `< → <=`.
  let original: String
  /// The text that replaces it.
  let replacement: String
  /// The place of the change.
  let site: Site
  /// The lines of the enclosing function.
  let function: ClosedRange<Int>
  /// Whether only the compiler can tell if the change is possible.
  let isDoubtful: Bool

  /// A description of the change on one line.
  var change: String {
    switch kind {
    case .statement: "statement dropped"
    case .result: "nil returned"
    case .arguments: "\(original) and \(replacement) swapped"
    case .negation: "! dropped"
    case .comparison, .constant, .boolean, .connective: "\(original) → \(replacement)"
    }
  }

  var description: String { "\(file):\(lines.lowerBound): \(change): \(text)" }
}

/// A mutant with its number, from 1, by which it is activated.
typealias NumberedMutant = (number: Int, mutant: Mutant)
