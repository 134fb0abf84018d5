/// What a source is made of, as far as mutants need to know: which tokens are expressions, what can be left out, what is
/// returned, and how functions are called.
struct SourceStructure {
  /// A statement that can be left out.
  struct Droppable {
    /// Its tokens.
    let tokens: Range<Int>
    /// Whether it assigns something.
    let isAssignment: Bool
    /// Whether it may be the value of a closure, which the text does not tell.
    var mayBeValue = false
  }

  /// A value that a function returns whose result is an optional.
  struct OptionalResult {
    /// The tokens of the statement, `return` included where it is written.
    let tokens: Range<Int>
    /// Whether `return` is not written.
    let isImplicit: Bool
  }

  let tokens: [Token]
  /// Whether each token is part of an expression: no pattern, no type, no name that is declared.
  var isExpression: [Bool]
  var droppables: [Int: Droppable] = [:]
  var results: [OptionalResult] = []
  /// The functions, initializers and enum cases that are declared.
  var signatures: [Signature] = []
  /// The tokens of each function with a body: the innermost that holds a place is what the compiler's words may be about.
  var functions: [Range<Int>] = []
  /// The type whose body, or whose extension's, holds each token.
  var enclosingType: [String?]

  /// Reads a source.
  static func reading(_ source: String) -> Self {
    var parser = StructureParser(structure: Self(tokens: Lexer.tokens(of: source)))
    parser.parseFile()
    return parser.structure
  }

  private init(tokens: [Token]) {
    self.tokens = tokens
    isExpression = Array(repeating: false, count: tokens.count)
    enclosingType = Array(repeating: nil, count: tokens.count)
  }
}

/// How a function is called: its name, and the labels and types of its parameters.
struct Signature: Hashable {
  struct Parameter: Hashable {
    /// The label, or nil for none.
    let label: String?
    /// The type as it is written.
    let type: String
  }

  let name: String
  let parameters: [Parameter]
  /// Whether a call has a value.
  let hasResult: Bool
}
