import CacheConformance
import CacheSpec

/// Help as it is printed, made from the table of commands.
struct Help {
  /// The name of the executable.
  let tool: String
  /// What MODULE, CHAPTER and RULE stand for in examples.
  let words: [String: String]
  let width: Int

  /// The commands, with a line for each.
  var overview: String {
    let commands = CommandEntry.all.map { (left: $0.usage, right: $0.does) }
    return """
      \("\(tool): checks a cache module against the documented rules of client-side caches".wrapped(at: width))

      \(columns(commands))

      \("'\(tool) help COMMAND' prints the options of a command, with an example.".wrapped(at: width))
      \(Self.exitStatus.wrapped(at: width))
      """
  }

  /// One command, with its options and an example.
  func page(of command: CommandEntry) -> String {
    let sentence = command.does.prefix(1).uppercased() + command.does.dropFirst() + "."
    let operands = command.operands.map { (left: $0.word, right: $0.what) }
    let options = command.allOptions.map { (left: $0.forms, right: $0.does) }
    let parts = [
      "usage: \(tool) \(command.usage)\(command.options.isEmpty ? "" : " [OPTION…]")".wrapped(at: width, indent: 2),
      sentence.wrapped(at: width), columns(operands), "options:\n\(columns(options))",
      "example:\n  \(tool) \(example(of: command))",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func example(of command: CommandEntry) -> String {
    command.example.split(separator: " ").map { words[String($0)] ?? String($0) }.joined(separator: " ")
  }

  private static let exitStatus =
    "Exit status: 0 nothing violated; 1 something violated, blocked, crashed, hung, could not be set up or passed "
    + "unexpectedly, no scenario ran, or a comparison found what broke or was lost; 2 wrong arguments; 3 "
    + "the run itself failed, or something could not be read or written."

  /// Two columns, or, where the second had no room, lines below each other.
  private func columns(_ rows: [(left: String, right: String)]) -> String {
    let left = min(rows.map(\.left.count).max() ?? 0, 24)
    let isNarrow = width < left + 40
    return rows.map { row in
      if isNarrow { return "  \(row.left)\n      " + row.right.wrapped(at: width, indent: 6) }
      let indent = left + 4
      let gap = String(repeating: " ", count: max(0, left - row.left.count))
      let text = row.right.wrapped(at: width, indent: indent)
      let isLong = row.left.count > left
      return "  \(row.left)\(gap)" + (isLong ? "\n" + String(repeating: " ", count: indent) : "  ") + text
    }.joined(separator: "\n")
  }
}

extension CacheSpecCommand {
  /// The help for this command line's own modules.
  var help: Help {
    let rule = rules.first?.id
    let words = [
      "MODULE": modules.first?.name ?? "mymodule", "CHAPTER": rule?.chapter ?? "response",
      "RULE": rule?.text ?? "response.store.miss",
    ]
    return Help(tool: name, words: words, width: Terminal.width ?? TextStyle.usualWidth)
  }

  /// The version of the specification, and what built this command.
  var versionLine: String {
    "\(name): specification \(SpecVersion.current), report format \(JSONReport.currentFormat), "
      + "\(RunEnvironment.toolchain), \(RunEnvironment.platform)"
  }
}
