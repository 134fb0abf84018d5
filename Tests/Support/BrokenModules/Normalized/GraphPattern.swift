/// How keys are matched with removal patterns, as far as the documents leave a choice.
struct GraphPattern: Sendable, Equatable {
  /// Whether a percent sign matches any text, and an underscore any character.
  var hasWildcards = false
  /// Whether the empty pattern matches nothing.
  var emptyIsNone = false
  /// Whether the comparison is case-sensitive for letters outside ASCII.
  var isASCII = false

  /// Whether a key contains the pattern.
  func matches(_ key: String, _ pattern: String) -> Bool {
    guard !pattern.isEmpty else { return !emptyIsNone }
    let (key, pattern) = (Array(folded(key)), Array(folded(pattern)))
    return key.indices.contains { starts(key[$0...], with: pattern[...]) }
  }

  private func folded(_ text: String) -> [Unicode.Scalar] {
    guard isASCII else { return Array(text.lowercased().unicodeScalars) }
    return text.unicodeScalars.map { scalar in
      ("A"..."Z").contains(scalar) ? Unicode.Scalar(scalar.value + 32) ?? scalar : scalar
    }
  }

  private func starts(_ key: ArraySlice<Unicode.Scalar>, with pattern: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = pattern.first else { return true }
    if hasWildcards, first == "%" {
      return (key.startIndex...key.endIndex).contains { starts(key[$0...], with: pattern.dropFirst()) }
    }
    guard let next = key.first, first == next || hasWildcards && first == "_" else { return false }
    return starts(key.dropFirst(), with: pattern.dropFirst())
  }
}

extension TransactionStep {
  /// The step as records with prefixed keys need it.
  func mapped(_ prefix: String, _ records: any RecordStore) throws -> Self {
    guard !prefix.isEmpty else { return self }
    func named(_ key: String) throws -> String {
      // An object without a key is stored under its path, which has no prefix.
      try records.keys().contains { $0.text == key } ? key : prefix + key
    }
    switch self {
    case .readObject(let fragment, let key): return .readObject(fragment, key: try named(key))
    case .updateObject(let fragment, let key, let change): return .updateObject(fragment, key: try named(key), change)
    case .remove(let key): return .remove(key: try named(key))
    case .removeMatching, .read, .update, .fail: return self
    }
  }
}
