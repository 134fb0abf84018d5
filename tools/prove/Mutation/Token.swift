/// A token of Swift source, with the details needed to find places for mutants.
struct Token: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A name or a keyword, including `$0`.
    case word
    case number
    /// A string, or the part of one between interpolations.
    case string
    /// Adjacent operator characters: `<=`, `->`, `?`.
    case `operator`
    /// One of `( ) [ ] { } , ; : . @ #`.
    case punctuation
    /// A directive of conditional compilation: `#if os(Linux)`.
    case directive
  }

  let kind: Kind
  let text: String
  /// Its range in the source, in bytes.
  let range: Range<Int>
  /// The line where it begins, from 1.
  let line: Int
  /// Whether it is the first token on its line.
  let beginsLine: Bool
  /// Whether white space precedes it.
  let hasSpaceBefore: Bool
  /// Whether white space follows it.
  let hasSpaceAfter: Bool
  /// Whether an operand may begin here: after white space, or after an opening or separating character.
  let mayOpen: Bool

  /// Whether it is this keyword or punctuation character.
  func `is`(_ text: String) -> Bool { self.text == text && kind != .string }

  /// Whether it is an operator between two operands, which the formatter surrounds with white space.
  var isInfix: Bool { kind == .operator && hasSpaceBefore && hasSpaceAfter }

  /// Whether it is an operator before its operand.
  var isPrefix: Bool { kind == .operator && mayOpen && !hasSpaceAfter }
}
