/// Where expressions end, and what is in them.
extension StructureParser {
  /// Reads an expression: to the end of its line where nothing goes on, or to a brace or a word that ends it.
  ///
  /// - Parameter isStatement: whether its own value is not used, and so those of closures that end it.
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
        // What a task comes to is seldom used.
        let isTask = position > 0 && tokens[position - 1].is("Task")
        let values = parseClosure(context, mayBeStatement: isStatement && depth == 0 || isTask)
        // Something is made of what the closure's call gives.
        if current?.is(".") == true || current?.is("?") == true { drop(values) }
        continue
      }
      if depth == 0, token.isInfix, token.is("=") { isStatement = false }
      if token.is("case") {
        // A pattern: what it is matched against comes after the sign of equality.
        while let token = current, !(token.isInfix && token.is("=")) { skip() }
        continue
      }
      if token.is("if") || token.is("switch"), token.kind == .word, tokens.indices.contains(position - 1),
        !tokens[position - 1].is("."), self.token(at: position + 1)?.is(":") != true
      {
        // An expression in which each branch is a value.
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

  /// Whether the token at the beginning of a line goes on with the statement before.
  func goesOn(at index: Int) -> Bool {
    let (last, next) = (tokens[index - 1], tokens[index])
    if last.isInfix || last.is(",") || last.is(".") || last.kind == .word && Self.unfinished.contains(last.text) {
      return true
    }
    if next.isInfix || next.is(".") || next.is(":") || next.is("{") || next.is(")") || next.is("]") { return true }
    return next.kind == .word && ["else", "where", "is", "as", "in", "throws", "async"].contains(next.text)
  }

  /// Statements that turned out to be values cannot be left out.
  mutating func drop(_ values: [Int]) {
    for value in values {
      guard let range = structure.droppables.removeValue(forKey: value)?.tokens else { continue }
      dropDoubtful(in: range)
    }
  }

  /// What looks like a statement in a value is a value as well.
  mutating func dropDoubtful(in range: Range<Int>) {
    for index in range where structure.droppables[index]?.mayBeValue == true { structure.droppables[index] = nil }
  }

  /// Reads a closure.
  ///
  /// - Parameter mayBeStatement: whether the value of its only statement may be of no use. Then only the compiler can
  ///   tell if that can be left out.
  /// - Returns: The droppable statements that are its value, should it have one.
  @discardableResult
  mutating func parseClosure(_ context: Context, mayBeStatement: Bool = false) -> [Int] {
    var inner = context
    inner.isOfDeclarations = false
    inner.isInitializer = false
    let head = closureHeadLength
    let returnsOptional = head.map { tokens[position + $0 - 1].text.hasSuffix("?") } ?? false
    inner.returnsOptional = returnsOptional
    // The brace, and the head with its `in`.
    position += 1 + (head ?? 0)
    let block = parseBody(inner)
    _ = skip("}")
    addImplicitResult(block, returnsOptional)
    for value in block.values where structure.droppables[value]?.isAssignment == false {
      if mayBeStatement { structure.droppables[value]?.mayBeValue = true } else { drop([value]) }
    }
    return block.values
  }

  /// How many tokens the head of a closure has, up to its `in`; nil where it has none.
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

  /// Notes the only statement of a body as its result, where that is an optional.
  mutating func addImplicitResult(_ block: Block, _ isOptional: Bool) {
    guard isOptional, block.statements.count == 1, let only = block.statements.first, let first = only.first else {
      return
    }
    let statements: Set = ["nil", "return", "do", "for", "while", "repeat", "throw", "guard", "defer", "let", "var"]
    if statements.contains(tokens[first].text) { return }
    // A statement in branches may return in each of them.
    if ["if", "switch"].contains(tokens[first].text), tokens[only].contains(where: { $0.is("return") }) { return }
    structure.results.append(.init(tokens: only, isImplicit: true))
  }
}
