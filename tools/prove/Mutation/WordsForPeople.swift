extension Places {
  /// The byte ranges of texts for people: the arguments of errors, statements that add an error to others, and the
  /// bodies of descriptions. No document specifies them, so no mutant is made there.
  var wordsForPeople: [Range<Int>] {
    tokens.indices.compactMap { index in
      guard isMadeWithError(index) || isDescription(index), let end = end(of: index) else { return nil }
      return bytes(of: (startOfAppending(at: index) ?? index)..<end)
    }
  }

  /// The start of a statement that only adds the error that is made here: `failures.append(LayerFailure(`.
  private func startOfAppending(at index: Int) -> Int? {
    guard index > 4, tokens[index - 2].is("("), tokens[index - 3].is("append"), tokens[index - 4].is(".") else {
      return nil
    }
    return index - 5
  }

  /// Whether a token opens the arguments of an error: of a thrown value, or of a type with the name of an error.
  private func isMadeWithError(_ index: Int) -> Bool {
    guard index > 0, tokens[index].is("("), !tokens[index].hasSpaceBefore, tokens[index - 1].kind == .word else {
      return false
    }
    let isOwn = tokens[index - 1].is("init") && index > 2 && tokens[index - 3].is("self")
    let name = isOwn ? structure.enclosingType[index] ?? "" : tokens[index - 1].text
    if name.hasSuffix("Error") || name.hasSuffix("Failure") { return true }
    var start = index - 1
    while start > 1, tokens[start - 1].is(".") { start -= tokens[start - 2].kind == .word ? 2 : 1 }
    return start > 0 && tokens[start - 1].is("throw")
  }

  /// Whether a token opens the body of `var description: String`.
  private func isDescription(_ index: Int) -> Bool {
    index > 3 && tokens[index].is("{") && tokens[index - 1].is("String") && tokens[index - 2].is(":")
      && tokens[index - 3].is("description") && tokens[index - 4].is("var")
  }

  /// The index after the matching bracket.
  private func end(of open: Int) -> Int? {
    var depth = 0
    for index in open..<tokens.count where tokens[index].kind == .punctuation {
      if "([{".contains(tokens[index].text) { depth += 1 }
      if ")]}".contains(tokens[index].text) { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return nil
  }
}
