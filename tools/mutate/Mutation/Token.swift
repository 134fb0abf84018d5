/// A piece of Swift source, as far as finding places for mutants needs to know.
struct Token: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A name or a keyword, `$0` included.
    case word
    case number
    /// A string, or the part of one that stands between interpolations.
    case string
    /// Operator characters that stand together: `<=`, `->`, `?`.
    case `operator`
    /// One of `( ) [ ] { } , ; : . @ #`.
    case punctuation
    /// A line that the compiler reads as a condition: `#if os(Linux)`.
    case directive
  }

  let kind: Kind
  let text: String
  /// Where it stands, in bytes.
  let range: Range<Int>
  /// The line that it begins on, from 1.
  let line: Int
  /// Whether it is the first token on its line.
  let beginsLine: Bool
  /// Whether white space is before it.
  let hasSpaceBefore: Bool
  /// Whether white space is after it.
  let hasSpaceAfter: Bool
  /// Whether an operand may begin where it stands: after white space, or after what opens or separates.
  let mayOpen: Bool

  /// Whether it is this keyword or punctuation mark.
  func `is`(_ text: String) -> Bool { self.text == text && kind != .string }

  /// Whether it is an operator between two operands, which the formatter sets apart by white space.
  var isInfix: Bool { kind == .operator && hasSpaceBefore && hasSpaceAfter }

  /// Whether it is an operator before its operand.
  var isPrefix: Bool { kind == .operator && mayOpen && !hasSpaceAfter }
}
