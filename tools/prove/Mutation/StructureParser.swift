/// Parses the structure of a source from its tokens: blocks, statements, and which of them are values.
///
/// It handles source as the formatter leaves it, and leaves the rest to the compiler: a mutant that does not compile is
/// dropped.
struct StructureParser {
  /// The context of the statements of a block.
  struct Context {
    /// The name of the enclosing type.
    var type: String?
    /// Whether this is the body of a type or the top level of the file, with declarations only.
    var isOfDeclarations = false
    /// Whether this is in an initializer, where properties must get their first values.
    var isInitializer = false
    /// Whether `return` returns an optional here.
    var returnsOptional = false
    /// The constants that are declared without a value, and must still get one.
    var unassigned: Set<String> = []
  }

  /// A parsed block.
  struct Block {
    /// The tokens between its braces.
    var tokens = 0..<0
    /// The tokens of its statements.
    var statements: [Range<Int>] = []
    /// The statements that are its value, if it has one. Each ends a branch of its only statement.
    var values: [Int] = []
  }

  var structure: SourceStructure
  var position = 0

  init(structure: SourceStructure) { self.structure = structure }

  var tokens: [Token] { structure.tokens }

  var current: Token? { token(at: position) }

  func token(at index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

  func isAt(_ text: String) -> Bool { current?.is(text) == true }

  /// Moves past the next token, without marking it as an expression.
  mutating func skip() { position += 1 }

  mutating func skip(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    skip()
    return true
  }

  /// Moves past a group in parentheses or brackets, without marking it as an expression.
  mutating func skipGroup() {
    var depth = 0
    while let token = current {
      if token.is("(") || token.is("[") { depth += 1 }
      if token.is(")") || token.is("]") { depth -= 1 }
      skip()
      if depth == 0 { return }
    }
  }

  // MARK: Blocks

  mutating func parseFile() {
    while current != nil {
      _ = parseBody(Context(isOfDeclarations: true))
      // The brace does not close anything, so it is skipped.
      skip()
    }
  }

  /// Parses a block, including its braces.
  mutating func parseBlock(_ context: Context) -> Block {
    guard skip("{") else { return Block() }
    let block = parseBody(context)
    _ = skip("}")
    return block
  }

  /// Parses statements up to the brace or the case that ends them.
  mutating func parseBody(_ context: Context, endsAtCase: Bool = false) -> Block {
    var (block, context) = (Block(), context)
    let start = position
    while let token = current, !token.is("}") {
      if endsAtCase, token.is("case") || token.is("default") || token.is("@") { break }
      if token.kind == .directive || token.is(";") {
        skip()
        continue
      }
      let first = position
      let values = parseStatement(&context)
      // Ensures progress, whatever the token is.
      if position == first { skip() }
      block.statements.append(first..<position)
      block.values = block.statements.count == 1 ? values : []
    }
    block.tokens = start..<position
    for index in block.tokens where structure.enclosingType[index] == nil {
      structure.enclosingType[index] = context.type
    }
    return block
  }

  // MARK: Statements

  /// Parses a statement.
  ///
  /// - Returns: The droppable statements that are its value, if it has one.
  mutating func parseStatement(_ context: inout Context) -> [Int] {
    let first = position
    if parseDeclaration(&context) { return [] }
    position = first
    if let word = current, word.kind == .word, let values = parseControl(word.text, context) { return values }
    // A label.
    if current?.kind == .word, token(at: position + 1)?.is(":") == true,
      ["for", "while", "repeat", "do", "switch", "if"].contains(token(at: position + 2)?.text)
    {
      position += 2
      return parseStatement(&context)
    }
    scanExpression(context, isStatement: true)
    let range = first..<position
    guard isDroppable(range, context) else { return [] }
    structure.droppables[first] = .init(tokens: range, isAssignment: assignment(in: range) != nil)
    return [first]
  }

  /// Whether a statement is a call or an assignment, and the code may still compile without it.
  private func isDroppable(_ range: Range<Int>, _ context: Context) -> Bool {
    guard let last = range.last else { return false }
    guard let assignment = assignment(in: range) else {
      // A call that delegates to another initializer cannot be left out.
      let isHandedOn = range.count > 2 && tokens[range.lowerBound + 2].is("init")
      let isCall = tokens[last].is(")") || tokens[last].is("}")
      return isCall && !isHandedOn && range.count > 2 && !hasOperator(range)
    }
    let target = tokens[range.lowerBound..<assignment].map(\.text)
    if tokens[assignment].text == "=", target.count == 1, context.unassigned.contains(target[0]) { return false }
    guard context.isInitializer, tokens[assignment].text == "=" else { return true }
    // The first value of a property.
    let isProperty = target.count == 1 && target != ["_"] || target.count == 3 && target[0] == "self"
    return !isProperty && target.first != "("
  }

  /// The position of the assignment operator of a statement, if any.
  private func assignment(in range: Range<Int>) -> Int? {
    let operators: Set = ["=", "+=", "-=", "*=", "/=", "&+=", "&-=", "|=", "&=", "^="]
    return outermost(range).first { tokens[$0].isInfix && operators.contains(tokens[$0].text) }
  }

  /// Whether an expression consists of operands and operators, which makes it a value.
  private func hasOperator(_ range: Range<Int>) -> Bool { outermost(range).contains { tokens[$0].isInfix } }

  /// The tokens outside of parentheses, brackets and braces.
  private func outermost(_ range: Range<Int>) -> [Int] {
    var depth = 0
    return range.filter { index in
      let token = tokens[index]
      if token.kind == .punctuation, "([{".contains(token.text) { depth += 1 }
      if token.kind == .punctuation, ")]}".contains(token.text) { depth -= 1 }
      return depth == 0
    }
  }
}
