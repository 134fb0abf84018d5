/// Calls with arguments that can be swapped.
extension Places {
  /// An argument of a call.
  private struct Argument {
    let label: String?
    /// Its tokens, without the label.
    let tokens: Range<Int>
  }

  mutating func lookAtCalls() {
    for index in tokens.indices where structure.isExpression[index] {
      guard tokens[index].is("("), !tokens[index].hasSpaceBefore, let name = calledName(before: index) else { continue }
      let arguments = arguments(from: index)
      let types = types(of: arguments, of: name)
      for first in arguments.indices {
        guard let second = arguments.indices.first(where: { $0 > first && types[$0] == types[first] }),
          types[first] != nil, canSwap(arguments[first], arguments[second])
        else { continue }
        swap(arguments[first].tokens, arguments[second].tokens)
      }
    }
  }

  /// The name of the called function, or of the type for an initializer.
  private func calledName(before index: Int) -> String? {
    guard index > 0, tokens[index - 1].kind == .word else { return nil }
    switch tokens[index - 1].text {
    case "Self", "init": return structure.enclosingType[index]
    case let name: return name
    }
  }

  private func arguments(from open: Int) -> [Argument] {
    var (depth, start, list) = (0, open + 1, [Argument]())
    for index in open..<tokens.count {
      let token = tokens[index]
      if token.kind == .punctuation, "([{".contains(token.text) { depth += 1 }
      if token.kind == .punctuation, ")]}".contains(token.text) { depth -= 1 }
      guard depth == 1 && token.is(",") || depth == 0 else { continue }
      if start < index {
        let isLabelled = tokens[start].kind == .word && tokens[start + 1].is(":")
        list.append(
          Argument(
            label: isLabelled ? tokens[start].text : nil, tokens: (isLabelled ? start + 2 : start)..<index))
      }
      start = index + 1
      if depth == 0 { break }
    }
    return list
  }

  /// The type of each argument, if the text shows it: by a declaration that matches, or because it is a literal.
  private func types(of arguments: [Argument], of name: String) -> [String?] {
    let fitting = signatures.filter { $0.name == name }.compactMap { $0.types(for: arguments.map(\.label)) }
    // If several match, they must agree.
    if let first = fitting.first {
      return first.indices.map { index in fitting.allSatisfy { $0[index] == first[index] } ? first[index] : nil }
    }
    return arguments.map { argument in
      guard argument.tokens.count == 1, let only = argument.tokens.first else { return nil }
      switch tokens[only].kind {
      case .number: return "number"
      case .string: return "string"
      default: return nil
      }
    }
  }

  /// Whether two arguments differ, and are simple enough to be duplicated.
  private func canSwap(_ first: Argument, _ second: Argument) -> Bool {
    let words = [first, second].map { argument in tokens[argument.tokens].map(\.text) }
    let isSimple = words.allSatisfy { words in
      !words.isEmpty && !words.contains { ["{", "&", "try", "await", "try?"].contains($0) || $0.contains("\n") }
    }
    let isOnOneLine = [first, second].allSatisfy { argument in
      argument.tokens.allSatisfy { tokens[$0].line == tokens[argument.tokens.lowerBound].line }
    }
    return isSimple && isOnOneLine && words[0] != words[1]
  }

  private mutating func swap(_ first: Range<Int>, _ second: Range<Int>) {
    let (own, other) = (bytes(of: first), bytes(of: second))
    add(
      .arguments, first.lowerBound..<second.upperBound, original: text(own), text(other), isDoubtful: true
    ) { _ in .arguments(own, other) }
  }
}

extension Signature {
  /// The types of the arguments with these labels. Parameters that are left out are taken to have default
  /// values. Nil if the labels do not match.
  fileprivate func types(for labels: [String?]) -> [String]? {
    var rest = parameters[...]
    var types: [String] = []
    for label in labels {
      guard let index = rest.firstIndex(where: { $0.label == label }) else { return nil }
      types.append(rest[index].type)
      rest = rest[(index + 1)...]
    }
    return types
  }
}
