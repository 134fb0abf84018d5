/// The arguments of a process, taken apart into names and options as they are written. What the options mean is not
/// considered, because the command, which decides that, may come after them.
struct Words {
  /// An option as it was written.
  struct Written {
    /// The long name, also if the short form was written.
    let name: String
    /// What was written.
    let written: String
    let value: String?
  }

  private(set) var names: [String] = []
  private(set) var options: [Written] = []

  init(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      // Everything after this is a name, whatever it begins with.
      if argument == "--" {
        names += rest
        break
      }
      if argument.hasPrefix("--") {
        takeLong(argument, &rest)
      } else if argument.hasPrefix("-"), argument.count > 1 {
        takeShort(argument, &rest)
      } else {
        names.append(argument)
      }
    }
  }

  /// Takes `--name`, `--name value` or `--name=value`.
  private mutating func takeLong(_ argument: String, _ rest: inout ArraySlice<String>) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let needsValue = Option.named(parts[0])?.needsValue == true
    let value = parts.count > 1 ? parts[1] : needsValue ? Self.value(from: &rest) : nil
    options.append(Written(name: parts[0], written: argument, value: value))
  }

  /// Takes several letters, of which the last one may have a value: `-v`, `-qo file`, `-ofile`.
  private mutating func takeShort(_ argument: String, _ rest: inout ArraySlice<String>) {
    // `-only` is a slip, and not `-o nly`.
    if Option.named("-\(argument)") != nil {
      return options.append(Written(name: argument, written: argument, value: nil))
    }
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      let known = Option.all.first { $0.short == letter }
      var value: String?
      if known?.needsValue == true {
        value = letters.isEmpty ? Self.value(from: &rest) : String(letters.first == "=" ? letters.dropFirst() : letters)
        letters = ""
      }
      options.append(Written(name: known?.name ?? "-\(letter)", written: "-\(letter)", value: value))
      if known == nil { return }
    }
  }

  /// Takes a value, unless what follows is another option: `--output=--x` writes to a file of that name.
  private static func value(from rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first, !next.hasPrefix("--"), !Option.all.contains(where: { $0.spellings.contains(next) })
    else { return nil }
    return rest.popFirst()
  }

  /// What an option asks for in place of the command.
  enum Question { case help, version }

  /// Whether help or the version is asked for, which comes before whatever else is wrong.
  var question: Question? {
    if options.contains(where: { $0.name == "--help" }) { return .help }
    return options.contains { $0.name == "--version" } ? .version : nil
  }
}

extension Words.Written {
  /// The option of this command that was written, or nil if the command has no such option.
  func known(to command: CommandEntry) -> Option? { command.allOptions.first { $0.name == name } }

  /// What to say of an option that no command has.
  func unknown(among options: [Option]) -> String {
    "unknown option '\(written)'\(options.nearest(to: name).map { "; did you mean \($0)?" } ?? "")"
  }

  /// What to say of an option without a command.
  var withoutCommand: String {
    if Option.named(name) == nil { return unknown(among: Option.all) }
    return "\(name) goes with \(CommandEntry.named(withOption: name)), and no command is named"
  }
}

extension Option {
  /// The options of all commands.
  static let all = CommandEntry.all.flatMap(\.options) + ofEveryCommand

  static func named(_ name: String) -> Option? { all.first { $0.name == name } }

  /// The long and the short form.
  var spellings: [String] { [name] + (short.map { ["-\($0)"] } ?? []) }

  fileprivate var needsValue: Bool { if case .needed = value { true } else { false } }
}

extension [Option] {
  /// The name of the option that somebody meant, by its name or by what it is called elsewhere.
  func nearest(to name: String) -> String? {
    map(\.name).nearest(to: name)
      ?? first { $0.synonyms.contains(name) || $0.synonyms.nearest(to: name) != nil }?.name
  }
}

extension [String] {
  /// The words in a sentence, as in "text, json or junit".
  func listed(_ conjunction: String) -> String {
    count < 2 ? joined() : "\(dropLast().joined(separator: ", ")) \(conjunction) \(self[count - 1])"
  }
}

extension CommandEntry {
  /// The commands that have an option, in words.
  static func named(withOption option: String) -> String {
    all.filter { $0.options.contains { $0.name == option } }.map(\.name).listed("and")
  }

  /// Returns the arguments, as many as the command takes.
  func operands(_ names: ArraySlice<String>) throws(UsageError) -> [String] {
    for (operand, name) in zip(operands, names) { try operand.check(name) }
    let missing = operands.filter { $0.count == .one }.dropFirst(names.count)
    if !missing.isEmpty {
      throw UsageError(
        "\(name) needs \(missing.map { "\($0.what) (\($0.word))" }.joined(separator: ", and ")): \(usage)")
    }
    let hasEnd = !operands.contains { $0.count == .any }
    if hasEnd, names.count > operands.count {
      let first = names.dropFirst(operands.count).first ?? ""
      throw UsageError("\(name) does not take '\(first)'\(operands.isEmpty ? "" : " as well")")
    }
    return Array(names)
  }
}
