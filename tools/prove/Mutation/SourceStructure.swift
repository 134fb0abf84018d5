/// The structure of a source, as far as mutants need it: expressions, droppable statements, results, and signatures.
struct SourceStructure {
  /// A statement that can be left out.
  struct Droppable {
    /// Its tokens.
    let tokens: Range<Int>
    /// Whether it is an assignment.
    let isAssignment: Bool
    /// Whether it may be the value of a closure, which the text does not show.
    var mayBeValue = false
  }

  /// The returned value of a function with an optional result.
  struct OptionalResult {
    /// The tokens of the statement, including `return` if it is written.
    let tokens: Range<Int>
    /// Whether `return` is left out.
    let isImplicit: Bool
  }

  let tokens: [Token]
  /// Whether each token is part of an expression, and not of a pattern, a type or a declared name.
  var isExpression: [Bool]
  var droppables: [Int: Droppable] = [:]
  var results: [OptionalResult] = []
  /// The signatures of the declared functions, initializers and enum cases.
  var signatures: [Signature] = []
  /// The tokens of each function with a body. A compiler error may be about the innermost one that contains its line.
  var functions: [Range<Int>] = []
  /// The type in whose body or extension each token is.
  var enclosingType: [String?]

  /// Parses a source.
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

/// The signature of a function: its name, and the labels and types of its parameters.
struct Signature: Hashable {
  struct Parameter: Hashable {
    /// The label, or nil for none.
    let label: String?
    /// The type as written.
    let type: String
  }

  let name: String
  let parameters: [Parameter]
  /// Whether a call has a value.
  let hasResult: Bool
}
