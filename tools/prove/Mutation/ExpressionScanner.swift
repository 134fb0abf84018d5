/// The ends and the contents of expressions.
extension StructureParser {
  /// Reads an expression, up to the end of its line unless it continues, or up to a brace or word that ends it.
  ///
  /// - Parameter isStatement: whether its value is unused, and therefore also the values of closures at its end.
  mutating func scanExpression(
    _ context: Context, untilBrace: Bool = false, until words: Set<String> = [], isStatement: Bool = false
  ) {
    let first = position
    var (depth, isStatement) = (0, isStatement)
    while let token = current {
      if token.kind == .directive { return }
      if depth == 0 {
        if token.is("}") || token.is(";") { return }
        if token.kind == .word, words.contains(token.text) { return }
        if position > first, token.beginsLine, !goesOn(at: position) { return }
      }
      if token.is("{") {
        if depth == 0, untilBrace { return }
        // The value of a task is seldom used.
        let isTask = position > 0 && tokens[position - 1].is("Task")
        let values = parseClosure(context, mayBeStatement: isStatement && depth == 0 || isTask)
        // The value of the call that takes the closure is used.
        if current?.is(".") == true || current?.is("?") == true { drop(values) }
        continue
      }
      if depth == 0, token.isInfix, token.is("=") { isStatement = false }
      if token.is("case") {
        // A pattern: the value that it is matched with follows the equals sign.
        while let token = current, !(token.isInfix && token.is("=")) { skip() }
        continue
      }
      if token.is("if") || token.is("switch"), token.kind == .word, tokens.indices.contains(position - 1),
        !tokens[position - 1].is("."), self.token(at: position + 1)?.is(":") != true
      {
        // An expression whose branches are values.
        drop(parseControl(token.text, context) ?? [])
        continue
      }
      if token.is("(") || token.is("[") { depth += 1 }
      if token.is(")") || token.is("]") { depth -= 1 }
      if depth < 0 { return }
      structure.isExpression[position] = true
      position += 1
    }
  }

  /// Words that never end a statement.
  private static let unfinished: Set = [
    "guard", "if", "while", "for", "return", "let", "var", "case", "switch", "try", "await", "throw", "in", "where",
    "is", "as", "else",
  ]

  /// Whether the token at the beginning of a line continues the previous statement.
  func goesOn(at index: Int) -> Bool {
    let (last, next) = (tokens[index - 1], tokens[index])
    if last.isInfix || last.is(",") || last.is(".") || last.kind == .word && Self.unfinished.contains(last.text) {
      return true
    }
    if next.isInfix || next.is(".") || next.is(":") || next.is("{") || next.is(")") || next.is("]") { return true }
    return next.kind == .word && ["else", "where", "is", "as", "in", "throws", "async"].contains(next.text)
  }

  /// Removes droppable statements that turned out to be values.
  mutating func drop(_ values: [Int]) {
    for value in values {
      guard let range = structure.droppables.removeValue(forKey: value)?.tokens else { continue }
      dropDoubtful(in: range)
    }
  }

  /// Removes doubtful statements inside a value, because they are values too.
  mutating func dropDoubtful(in range: Range<Int>) {
    for index in range where structure.droppables[index]?.mayBeValue == true { structure.droppables[index] = nil }
  }

  /// Reads a closure.
  ///
  /// - Parameter mayBeStatement: whether the value of its only statement may be unused. Then only the compiler can tell
  ///   whether the statement can be left out.
  /// - Returns: The droppable statements that are its value, if it has one.
  @discardableResult
  mutating func parseClosure(_ context: Context, mayBeStatement: Bool = false) -> [Int] {
    var inner = context
    inner.isOfDeclarations = false
    inner.isInitializer = false
    let head = closureHeadLength
    let returnsOptional = head.map { tokens[position + $0 - 1].text.hasSuffix("?") } ?? false
    inner.returnsOptional = returnsOptional
    // The brace, and the head including its `in`.
    position += 1 + (head ?? 0)
    let block = parseBody(inner)
    _ = skip("}")
    addImplicitResult(block, returnsOptional)
    for value in block.values where structure.droppables[value]?.isAssignment == false {
      if mayBeStatement { structure.droppables[value]?.mayBeValue = true } else { drop([value]) }
    }
    return block.values
  }

  /// The number of tokens in the head of a closure, including its `in`. Nil if it has none.
  private var closureHeadLength: Int? {
    let allowed: Set = ["(", ")", "[", "]", ",", ":", ".", "->", "?", ">?", "@", "&", "<", ">", "_"]
    for index in (position + 1)..<max(position + 1, tokens.count) {
      let token = tokens[index]
      if token.is("in") { return index - position }
      guard
        token.kind == .word && !["for", "if", "while", "guard"].contains(token.text) || allowed.contains(token.text)
      else { return nil }
    }
    return nil
  }

  /// Records the only statement of a body as its result, if that is an optional.
  mutating func addImplicitResult(_ block: Block, _ isOptional: Bool) {
    guard isOptional, block.statements.count == 1, let only = block.statements.first, let first = only.first else {
      return
    }
    let statements: Set = ["nil", "return", "do", "for", "while", "repeat", "throw", "guard", "defer", "let", "var"]
    if statements.contains(tokens[first].text) { return }
    // A branching statement may return in each of its branches.
    if ["if", "switch"].contains(tokens[first].text), tokens[only].contains(where: { $0.is("return") }) { return }
    structure.results.append(.init(tokens: only, isImplicit: true))
  }
}
