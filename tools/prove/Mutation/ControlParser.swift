/// Branches, loops and statements that leave a block.
extension StructureParser {
  /// Reads a statement that begins with a control-flow keyword.
  ///
  /// - Returns: The droppable statements that are its value, if it has one. Nil if the word does not begin such a
  ///   statement.
  mutating func parseControl(_ word: String, _ context: Context) -> [Int]? {
    var context = context
    context.isOfDeclarations = false
    switch word {
    case "if": return parseIf(context)
    case "switch": return parseSwitch(context)
    case "guard":
      skip()
      scanExpression(context, until: ["else"])
      _ = skip("else")
      _ = parseBlock(context)
    case "while":
      skip()
      scanExpression(context, untilBrace: true)
      _ = parseBlock(context)
    case "for":
      while let token = current, !token.is("in") { token.is("(") ? skipGroup() : skip() }
      skip()
      scanExpression(context, untilBrace: true)
      _ = parseBlock(context)
    case "repeat":
      skip()
      _ = parseBlock(context)
      if skip("while") { scanExpression(context) }
    case "defer":
      skip()
      _ = parseBlock(context)
    case "do": parseDo(context)
    case "return": parseReturn(context)
    case "throw", "break", "continue", "fallthrough":
      skip()
      // A label or a thrown error is on the same line.
      if current?.beginsLine == false { scanExpression(context) }
    default: return nil
    }
    return []
  }

  private mutating func parseIf(_ context: Context) -> [Int] {
    skip()
    scanExpression(context, untilBrace: true)
    var values = parseBlock(context).values
    if skip("else") { values += isAt("if") ? parseIf(context) : parseBlock(context).values }
    return values
  }

  private mutating func parseSwitch(_ context: Context) -> [Int] {
    skip()
    scanExpression(context, untilBrace: true)
    guard skip("{") else { return [] }
    var values: [Int] = []
    while let token = current, !token.is("}") {
      if token.is("@") || token.kind == .directive {
        position += token.is("@") ? 2 : 1
        continue
      }
      skipPattern(context)
      values += parseBody(context, endsAtCase: true).values
    }
    skip()
    return values
  }

  /// Reads the label of a case: patterns, and conditions, which are expressions.
  private mutating func skipPattern(_ context: Context) {
    while let token = current, !token.is(":"), !token.is("}") {
      if token.is("where") {
        skip()
        // Up to the colon, because such conditions contain no ternary operator.
        while let token = current, !token.is(":") {
          structure.isExpression[position] = true
          position += 1
          if token.is("{") { return }
        }
      } else if token.is("(") || token.is("[") {
        skipGroup()
      } else {
        skip()
      }
    }
    _ = skip(":")
  }

  private mutating func parseDo(_ context: Context) {
    skip()
    if skip("throws"), isAt("(") { skipGroup() }
    _ = parseBlock(context)
    while skip("catch") {
      while let token = current, !token.is("{"), !token.is("where") { skip() }
      if skip("where") { scanExpression(context, untilBrace: true) }
      _ = parseBlock(context)
    }
  }

  private mutating func parseReturn(_ context: Context) {
    let first = position
    skip()
    guard let token = current, !token.is("}"), !token.is(";"), !token.beginsLine || goesOn(at: position) else { return }
    // In a block that ends on the line, nothing is returned.
    scanExpression(context)
    let value = tokens[(first + 1)..<position].map(\.text)
    if context.returnsOptional, !value.isEmpty, value != ["nil"] {
      structure.results.append(.init(tokens: first..<position, isImplicit: false))
    }
  }
}
