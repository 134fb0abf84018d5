/// The signatures of the functions in some sources.
struct Declarations: Sendable {
  let signatures: Set<Signature>

  /// Parses sources.
  init(of sources: [String]) { signatures = Set(sources.flatMap { SourceStructure.reading($0).signatures }) }
}

/// Finds every place of a source where a small change is possible.
struct Places {
  let file: String
  let source: [UInt8]
  let lines: [Substring]
  let structure: SourceStructure
  let signatures: Set<Signature>
  var found: [Mutant] = []

  var tokens: [Token] { structure.tokens }

  /// The mutants of a source, in order of position.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - file: its path in the package.
  ///   - declarations: the declarations of the functions that it calls.
  static func mutants(of source: String, file: String, declarations: Declarations) -> [Mutant] {
    var places = Self(
      file: file, source: Array(source.utf8), lines: source.split(separator: "\n", omittingEmptySubsequences: false),
      structure: .reading(source), signatures: declarations.signatures)
    for index in places.tokens.indices where places.structure.isExpression[index] { places.lookAtToken(index) }
    places.lookAtStatements()
    places.lookAtCalls()
    let words = places.wordsForPeople
    let found = places.found.filter { mutant in !words.contains { $0.contains(mutant.site.start) } }
    return found.sorted { ($0.site.start, $0.replacement) < ($1.site.start, $1.replacement) }
  }

  // MARK: Tokens

  /// The replacements of a comparison: the other side of its boundary, and its opposite.
  private static let comparisons = [
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
  ]

  private mutating func lookAtToken(_ index: Int) {
    let token = tokens[index]
    switch (token.kind, token.text) {
    case (.operator, "&&") where token.isInfix: add(.connective, index, "||", .infix(token.range))
    case (.operator, "||") where token.isInfix: add(.connective, index, "&&", .infix(token.range))
    case (.operator, let text) where token.isInfix:
      for other in Self.comparisons[text] ?? [] { add(.comparison, index, other, .infix(token.range)) }
    case (.operator, "!") where token.isPrefix: add(.negation, index, "", .prefix(token.range))
    case (.word, "true") where !isMember(index): add(.boolean, index, "false", .literal(token.range))
    case (.word, "false") where !isMember(index): add(.boolean, index, "true", .literal(token.range))
    case (.number, let text) where !isMember(index):
      guard let more = Self.oneMore(text) else { return }
      // A minus sign is part of the literal.
      if index > 0, tokens[index - 1].is("-"), tokens[index - 1].isPrefix {
        add(.constant, (index - 1)..<(index + 1), "-" + more) { .literal($0) }
      } else {
        add(.constant, index, more, .literal(token.range))
      }
    default: break
    }
  }

  private func isMember(_ index: Int) -> Bool { index > 0 && tokens[index - 1].is(".") }

  /// A number plus one, written as a literal. A fraction too large for that is doubled.
  static func oneMore(_ text: String) -> String? {
    let digits = text.filter { $0 != "_" }
    let radices: [(prefix: String, radix: Int)] = [("0x", 16), ("0b", 2), ("0o", 8)]
    if let (prefix, radix) = radices.first(where: { digits.hasPrefix($0.prefix) }) {
      guard let number = UInt64(digits.dropFirst(prefix.count), radix: radix), number < .max else { return nil }
      return prefix + String(number + 1, radix: radix)
    }
    if let number = UInt64(digits) { return number < .max ? String(number + 1) : nil }
    guard let number = Double(digits) else { return nil }
    return "\(number + 1 == number ? number * 2 : number + 1)"
  }

  // MARK: Statements

  private mutating func lookAtStatements() {
    for droppable in structure.droppables.values where !droppable.mayBeValue || !hasValue(droppable.tokens) {
      add(.statement, droppable.tokens, "", isDoubtful: droppable.mayBeValue) { .statement($0) }
    }
    for result in structure.results {
      add(.result, result.tokens, "return nil") { .result($0, isImplicit: result.isImplicit) }
    }
  }

  /// Whether the last call in a statement has a value, as far as declarations and names show.
  private func hasValue(_ range: Range<Int>) -> Bool {
    var (depth, called) = (0, "")
    for token in tokens[range] {
      if token.kind == .punctuation, "([{".contains(token.text) { depth += 1 }
      if token.kind == .punctuation, ")]}".contains(token.text) { depth -= 1 }
      if depth == 0, token.kind == .word { called = token.text }
    }
    let declared = signatures.filter { $0.name == called }
    return declared.isEmpty ? Self.assertions.contains(called) : declared.allSatisfy(\.hasResult)
  }

  /// The standard library's predicates on collections and strings.
  private static let assertions: Set = ["allSatisfy", "contains", "elementsEqual", "hasPrefix", "hasSuffix", "starts"]

  // MARK: Recording

  private mutating func add(_ kind: ChangeKind, _ index: Int, _ replacement: String, _ site: Site) {
    add(kind, index..<(index + 1), replacement) { _ in site }
  }

  mutating func add(
    _ kind: ChangeKind, _ range: Range<Int>, original: String? = nil, _ replacement: String, isDoubtful: Bool = false,
    _ site: (Range<Int>) -> Site
  ) {
    guard let (first, last) = range.first.map({ ($0, range.upperBound - 1) }) else { return }
    let bytes = bytes(of: range)
    let function = structure.functions.filter { $0.contains(first) }.min { $0.count < $1.count } ?? range
    found.append(
      Mutant(
        file: file, lines: tokens[first].line...endLine(of: tokens[last]),
        text: lines[tokens[first].line - 1].trimmed, kind: kind, original: original ?? text(bytes),
        replacement: replacement, site: site(bytes),
        function: tokens[function.lowerBound].line...endLine(of: tokens[function.upperBound - 1]),
        isDoubtful: isDoubtful
      ))
  }

  func bytes(of range: Range<Int>) -> Range<Int> {
    tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
  }

  func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  private func endLine(of token: Token) -> Int { token.line + token.text.utf8.count { $0 == UInt8(ascii: "\n") } }
}

extension Site {
  /// The offset where it begins.
  var start: Int {
    switch self {
    case .infix(let range), .prefix(let range), .literal(let range), .statement(let range), .result(let range, _),
      .arguments(let range, _):
      range.lowerBound
    }
  }
}

extension Substring {
  /// The text without leading and trailing spaces.
  var trimmed: String {
    let head = drop { $0 == " " }
    return String(head.reversed().drop { $0 == " " }.reversed())
  }
}
