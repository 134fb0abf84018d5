import CacheConformance
import CacheSpec

/// An option of the command line: how it is written, what it takes, and what it sets. The table of options is what
/// parsing, help and completions are made from.
struct Option: Sendable {
  /// What an option takes.
  enum Value: Sendable {
    case nothing
    /// A value after `=`, which may be left out.
    case optional(String)
    case needed(String, Completion)
  }

  /// The name, as in `--output`.
  let name: String
  /// The letter of the short form, as in `-o`, or nil.
  let short: Character?
  let value: Value
  /// What it does, for help.
  let does: String
  /// What people call it elsewhere, for "did you mean".
  let synonyms: [String]
  /// Whether the command does nothing without it.
  var isNeeded = false
  /// Sets it, to the value or to nil if it has none.
  let set: @Sendable (inout Arguments, String?) throws(UsageError) -> Void

  /// Declares an option without a value.
  static func flag(
    _ name: String, short: Character? = nil, _ does: String, synonyms: [String] = [],
    _ set: @escaping @Sendable (inout Arguments) -> Void
  ) -> Self {
    Self(name: name, short: short, value: .nothing, does: does, synonyms: synonyms) { arguments, _ in set(&arguments) }
  }

  /// Declares an option with a value, which help calls by a word in capitals.
  static func value(
    _ name: String, short: Character? = nil, _ word: String, _ does: String,
    completing completion: Completion = .nothing,
    synonyms: [String] = [], _ set: @escaping @Sendable (inout Arguments, String) throws(UsageError) -> Void
  ) -> Self {
    Self(name: name, short: short, value: .needed(word, completion), does: does, synonyms: synonyms) {
      (arguments, value) throws(UsageError) in
      guard let value, !value.isEmpty else {
        let choices = if case .words(let words) = completion { words.listed("or") } else { word }
        throw UsageError("\(name) needs a value: \(choices)")
      }
      try set(&arguments, value)
    }
  }

  /// Declares an option whose value is one of a few words.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ word: String, _ does: String, of choices: [Choice] = Array(Choice.allCases),
    _ set: @escaping @Sendable (inout Arguments, Choice) -> Void
  ) -> Self where Choice.RawValue == String {
    let words = choices.map(\.rawValue)
    return self.value(name, word, does, completing: .words(words)) { (arguments, text) throws(UsageError) in
      guard let choice = choices.first(where: { $0.rawValue == text }) else {
        let like = words.nearest(to: text).map { "; did you mean \($0)?" } ?? ""
        throw UsageError("\(name) takes \(words.listed("or")), not '\(text)'\(like)")
      }
      set(&arguments, choice)
    }
  }

  /// Declares an option whose value is a whole number from 1.
  static func number(
    _ name: String, _ does: String, upTo largest: Int = 1_000_000_000,
    _ set: @escaping @Sendable (inout Arguments, Int) -> Void
  ) -> Self {
    self.value(name, "N", does) { (arguments, text) throws(UsageError) in
      guard let number = Int(text), (1...largest).contains(number) else {
        throw UsageError("\(name) takes a whole number from 1 to \(largest), not '\(text)'")
      }
      set(&arguments, number)
    }
  }

  /// The same option, with what it does for another command.
  func doing(_ words: String) -> Self {
    Self(name: name, short: short, value: value, does: words, synonyms: synonyms, set: set)
  }

  /// The same option, without which the command does nothing.
  var needed: Self {
    var option = self
    option.isNeeded = true
    return option
  }

  /// The option with what it takes, as in `--output FILE`.
  var usage: String {
    switch value {
    case .nothing: name
    case .optional(let word): "\(name)[=\(word)]"
    case .needed(let word, _): "\(name) \(word)"
    }
  }

  /// The forms in which it is written, as in `-o, --output FILE`.
  var forms: String { "\(short.map { "-\($0), " } ?? "    ")\(usage)" }
}

/// What a shell proposes for a value or an argument.
enum Completion: Sendable, Equatable {
  case nothing, files, folders, modules, chapters, ids, commands
  case words([String])
}
