/// Declarations: types, functions, properties.
extension StructureParser {
  private static let modifiers: Set = [
    "public", "package", "internal", "fileprivate", "private", "open", "static", "final", "mutating",
    "nonmutating", "nonisolated", "override", "required", "convenience", "lazy", "weak", "unowned", "indirect",
    "borrowing", "consuming", "distributed", "optional", "dynamic",
  ]

  /// Reads a declaration, if one begins here.
  mutating func parseDeclaration(_ context: inout Context) -> Bool {
    skipAttributesAndModifiers()
    guard let head = current, head.kind == .word else { return false }
    let next = token(at: position + 1)
    switch head.text {
    case "func":
      skip()
      parseFunction(name: current?.text ?? "", context)
    case "init" where context.isOfDeclarations: parseFunction(name: context.type ?? "", context)
    case "deinit" where context.isOfDeclarations:
      skip()
      parseFunctionBody(context, hasResult: false, isOptional: false)
    case "subscript" where context.isOfDeclarations: parseFunction(name: "subscript", context)
    case "let", "var": parseProperty(&context)
    case "class" where next?.is("func") == true || next?.is("var") == true:
      skip()
      return parseDeclaration(&context)
    case "struct", "class", "enum", "extension", "protocol": parseType(context)
    case "actor" where context.isOfDeclarations || next?.kind == .word: parseType(context)
    case "case" where context.isOfDeclarations: parseEnumCases()
    case "import", "typealias", "associatedtype", "precedencegroup", "infix", "prefix", "postfix":
      guard head.text.count > 7 || next?.kind == .word else { return false }
      skipLine()
    default: return false
    }
    return true
  }

  private mutating func skipLine() {
    skip()
    while let token = current, !token.beginsLine || goesOn(at: position), !token.is("}") { skip() }
  }

  private mutating func skipAttributesAndModifiers() {
    while let token = current {
      if token.is("@") {
        position += 2
        if isAt("("), current?.hasSpaceBefore == false { skipGroup() }
      } else if token.kind == .word, Self.modifiers.contains(token.text) {
        var next = position + 1
        if self.token(at: next)?.is("(") == true {
          while let token = self.token(at: next), !token.is(")") { next += 1 }
        }
        if self.token(at: next)?.is(")") == true { next += 1 }
        // A name that is spelled like a modifier is not followed by a word.
        guard let after = self.token(at: next), after.kind == .word || after.is("@") else { return }
        position = next
      } else {
        return
      }
    }
  }

  // MARK: Types

  private mutating func parseType(_ context: Context) {
    let isStruct = isAt("struct")
    skip()
    var name = current?.text
    skip()
    while isAt("."), let next = token(at: position + 1) {
      name = next.text
      position += 2
    }
    while let token = current, !token.is("{") { skip() }
    let before = structure.signatures.count
    let start = position
    _ = parseBlock(Context(type: name, isOfDeclarations: true))
    guard isStruct, let name, !structure.signatures[before...].contains(where: { $0.name == name }) else { return }
    let properties = storedProperties(in: start..<position)
    structure.signatures.append(Signature(name: name, parameters: properties, hasResult: true))
  }

  /// The properties that a struct's memberwise initializer takes.
  private func storedProperties(in range: Range<Int>) -> [Signature.Parameter] {
    var (depth, parameters) = (0, [Signature.Parameter]())
    for index in range {
      let token = tokens[index]
      if token.is("{") { depth += 1 }
      if token.is("}") { depth -= 1 }
      guard depth == 1, token.is("let") || token.is("var"), !tokens[index - 1].is("static"),
        self.token(at: index + 2)?.is(":") == true
      else { continue }
      let type = tokens[(index + 3)..<range.upperBound].prefix {
        !$0.beginsLine && !$0.is("=") && !$0.is("{") && !$0.is("}")
      }
      let end = index + 3 + type.count
      if self.token(at: end)?.is("{") == true { continue }
      parameters.append(.init(label: tokens[index + 1].text, type: type.map(\.text).joined(separator: " ")))
    }
    return parameters
  }

  private mutating func parseEnumCases() {
    let first = position
    skipLine()
    for index in first..<position where tokens[index].is("(") && tokens[index - 1].kind == .word {
      let name = tokens[index - 1].text
      structure.signatures.append(Signature(name: name, parameters: parameters(from: index).list, hasResult: true))
    }
  }

  // MARK: Functions

  private mutating func parseFunction(name: String, _ context: Context) {
    let first = position
    let isInitializer = isAt("init")
    skip()
    while let token = current, !token.is("(") { skip() }
    let (list, end, defaults) = parameters(from: position)
    for range in defaults { scan(range, context) }
    position = end
    var result: [Token] = []
    var hasArrow = false
    while let token = current, !token.is("{"), !token.is("}"),
      !token.beginsLine || goesOn(at: position) || token.is("->")
    {
      if token.is("where") { hasArrow = false }
      if hasArrow { result.append(token) }
      if token.is("->") { hasArrow = true }
      if token.is("(") || token.is("[") {
        skipGroup()
      } else {
        skip()
      }
    }
    if name != "subscript" {
      let hasResult = isInitializer || !result.isEmpty
      structure.signatures.append(Signature(name: name, parameters: list, hasResult: hasResult))
    }
    guard isAt("{") else { return }
    var inner = context
    inner.isInitializer = isInitializer
    let isOptional = result.last?.kind == .operator && result.last?.text.hasSuffix("?") == true
    parseFunctionBody(inner, hasResult: !result.isEmpty, isOptional: isOptional)
    structure.functions.append(first..<position)
  }

  private mutating func parseFunctionBody(_ context: Context, hasResult: Bool, isOptional: Bool) {
    var inner = context
    inner.isOfDeclarations = false
    inner.returnsOptional = isOptional
    let block = parseBlock(inner)
    guard hasResult else { return }
    drop(block.values)
    if block.statements.count == 1 { dropDoubtful(in: block.tokens) }
    addImplicitResult(block, isOptional)
  }

  /// The parameters between parentheses: the list, where it ends, and the tokens of the default values.
  private func parameters(from open: Int) -> (list: [Signature.Parameter], end: Int, defaults: [Range<Int>]) {
    var (depth, index, start, defaultStart) = (0, open, open + 1, Int?.none)
    var (list, defaults) = ([Signature.Parameter](), [Range<Int>]())
    while let token = token(at: index) {
      if token.kind == .punctuation, "([{".contains(token.text) { depth += 1 }
      if token.kind == .punctuation, ")]}".contains(token.text) { depth -= 1 }
      if depth == 1, token.isInfix, token.is("="), defaultStart == nil { defaultStart = index + 1 }
      if depth == 1 && token.is(",") || depth == 0 {
        if let from = defaultStart { defaults.append(from..<index) }
        if let parameter = parameter(tokens[start..<(defaultStart.map { $0 - 1 } ?? index)]) { list.append(parameter) }
        (start, defaultStart) = (index + 1, nil)
      }
      index += 1
      if depth == 0 { break }
    }
    return (list, index, defaults)
  }

  private func parameter(_ tokens: ArraySlice<Token>) -> Signature.Parameter? {
    guard let first = tokens.first else { return nil }
    guard let colon = tokens.firstIndex(where: { $0.is(":") }) else {
      return .init(label: nil, type: tokens.map(\.text).joined(separator: " "))
    }
    let type = tokens[(colon + 1)...].map(\.text).joined(separator: " ")
    return .init(label: first.text == "_" ? nil : first.text, type: type)
  }

  /// Reads an expression whose end is known.
  private mutating func scan(_ range: Range<Int>, _ context: Context) {
    position = range.lowerBound
    var inner = context
    inner.returnsOptional = false
    while position < range.upperBound {
      if isAt("{") {
        parseClosure(inner)
      } else {
        structure.isExpression[position] = true
        position += 1
      }
    }
  }

  // MARK: Properties

  private mutating func parseProperty(_ context: inout Context) {
    let first = position
    skip()
    let name = current?.text
    while let token = current, !(token.isInfix && token.is("=")), !token.is("{"), !token.is("}"), !token.is(";"),
      !token.beginsLine || goesOn(at: position)
    {
      if token.is("(") || token.is("[") {
        skipGroup()
      } else {
        skip()
      }
    }
    if isAt("=") {
      skip()
      var inner = context
      inner.returnsOptional = false
      scanExpression(inner)
    } else if isAt("{") {
      parseAccessors(context, isOptional: tokens[position - 1].text.hasSuffix("?"))
      structure.functions.append(first..<position)
    } else if let name, !context.isOfDeclarations, !tokens[position - 1].text.hasSuffix("?") {
      context.unassigned.insert(name)
    }
  }

  private mutating func parseAccessors(_ context: Context, isOptional: Bool) {
    let accessors: Set = ["get", "set", "didSet", "willSet", "_read", "_modify"]
    guard let next = token(at: position + 1), accessors.contains(next.text) else {
      return parseFunctionBody(context, hasResult: true, isOptional: isOptional)
    }
    skip()
    while let token = current, !token.is("}") {
      if token.is("{") {
        let isGetter = tokens[position - 1].is("get")
        parseFunctionBody(context, hasResult: isGetter, isOptional: isGetter && isOptional)
      } else {
        skip()
      }
    }
    skip()
  }
}
