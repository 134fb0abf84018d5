/// A command: what it takes, what it does, and an example. The table of commands is what parsing, help and completions
/// are made from.
struct CommandEntry: Sendable {
  /// An argument of a command.
  struct Operand: Sendable {
    enum Count { case one, atMostOne, any }

    /// What help calls it, in capitals.
    let word: String
    let count: Count
    /// What it is, in words.
    let what: String
    let completion: Completion
    /// Checks it before others are missed.
    let check: @Sendable (String) throws(UsageError) -> Void

    init(
      _ word: String, count: Count = .one, _ what: String, _ completion: Completion,
      check: @escaping @Sendable (String) throws(UsageError) -> Void = { (_) throws(UsageError) in }
    ) {
      (self.word, self.count, self.what, self.completion, self.check) = (word, count, what, completion, check)
    }

    /// How it is written in a line of usage.
    var usage: String {
      switch count {
      case .one: word
      case .atMostOne: "[\(word)]"
      case .any: "[\(word)…]"
      }
    }
  }

  let name: String
  let operands: [Operand]
  /// What it does, in a line.
  let does: String
  /// Its own options, beside those of every command.
  let options: [Option]
  /// Arguments to try. MODULE, CHAPTER and RULE stand for the first ones of the command line.
  let example: String
  /// Options of other commands that people look for here, with what to use in their place.
  let instead: [String: String]
  let action: @Sendable ([String], Arguments) throws(UsageError) -> Arguments.Action

  init(
    _ name: String, _ operands: [Operand] = [], does: String, _ options: [Option] = [], example: String,
    instead: [String: String] = [:],
    _ action: @escaping @Sendable ([String], Arguments) throws(UsageError) -> Arguments.Action
  ) {
    (self.name, self.operands, self.does, self.options) = (name, operands, does, options)
    (self.example, self.instead, self.action) = (example, instead, action)
  }

  /// Its own options and those of every command.
  var allOptions: [Option] { options + Option.ofEveryCommand }

  /// The command as it is called, with what it needs.
  var usage: String {
    ([name] + options.filter(\.isNeeded).map(\.usage) + operands.map(\.usage)).joined(separator: " ")
  }
}

extension CommandEntry {
  /// The commands, in the order of the help.
  static let all = [
    check, compare, explore, list, show, modules, new, serve, programCalls, pages, site, completions, help,
  ]

  static func named(_ name: String) -> Self? { (all + [work]).first { $0.name == name } }

  private static let check = Self(
    "check",
    [
      Operand(
        "MODULE", count: .any, "a module, or a variant of one, as in NAME:VARIANT; the first one by default", .modules)
    ],
    does: "run the scenarios of modules, and print the verdicts",
    [
      .only, .format, .output, .quiet,
      .verbose.doing(
        "print every failure in full, with the steps that lead to its fixture, and what the module prints"),
      .color, .failFast, .isolated, .timeLimit, .repeated, .shuffle, .shard, .spec, .exec, .programName,
      .printDeviations,
      .replay,
    ],
    example: "check MODULE --only CHAPTER"
  ) { names, _ in .check(modules: names) }

  private static let compare = Self(
    "compare",
    [Operand("OLD", "a report in JSON", .files), Operand("NEW", "a later report in JSON", .files)],
    does: "compare two reports: what a new version of a module broke, mended, or lost from sight",
    example: "compare old.json new.json"
  ) { names, _ in .compare(old: names[0], new: names[1]) }

  private static let explore = Self(
    "explore",
    [Operand("MODULE", count: .atMostOne, "a module, or a variant of one; the first one by default", .modules)],
    does: "draw runs at random, and judge them by the models of the rules",
    [.onlyChapter] + Option.exploring + [
      .failFast.doing("draw no more runs once a rule is broken"), .timeLimit.doing("limit each step (5)"),
      .formatOfFinds,
      .output, .quiet.doing("print the finds only, and no progress"),
      .verbose.doing("print every find whole, and how often each rule was judged"), .color, .exec, .programName,
    ],
    example: "explore MODULE --only CHAPTER --for 60",
    instead: [
      "--isolated": "it always follows runs in child processes",
      "--shuffle": "another --seed draws other runs",
      "--shard": "machines that share the work take a --seed each",
      "--spec": "it judges runs by the models, which know no earlier version; check --spec judges scenarios",
      "--replay": "check --replay repeats the runs of a file",
      "--repeat": "it repeats what it finds; check --repeat repeats scenarios",
      "--print-deviations": "check --print-deviations prints those of scenarios",
    ]
  ) { names, arguments throws(UsageError) in
    if arguments.only.count > 1 || arguments.only.contains(where: { $0.contains(".") || $0.contains("*") }) {
      let chapters = Set(arguments.only.map { String($0.prefix { $0 != "." }) })
      let like = chapters.count == 1 ? "; did you mean --only \(chapters.joined())?" : ""
      throw UsageError("explore takes one chapter by --only, and not '\(arguments.only.joined(separator: " "))'\(like)")
    }
    return .explore(module: names.first)
  }

  private static let list = Self(
    "list", [Operand("PATTERN", count: .any, "a chapter, a topic or a rule; * stands for any text", .ids)],
    does: "print a line for each rule: id, level, statement", example: "list CHAPTER"
  ) { names, _ in .list(patterns: names) }

  private static let show = Self(
    "show", [Operand("ID", "a chapter, a topic, a rule or a scenario; * stands for any text", .ids)],
    does: "print a rule with its source and scenarios, the rules of a topic, or a chapter's page",
    [.verbose.doing("print the steps of fixtures, and the scenarios of a topic")], example: "show RULE"
  ) { names, _ in .show(id: names[0]) }

  private static let modules = Self(
    "modules", does: "print the modules, and what each of them lacks", example: "modules"
  ) { _, _ in .modules }

  private static let new = Self(
    "new",
    [
      Operand("CHAPTER", "the chapter to implement", .words(Stubs.chapters), check: NewModule.check),
      Operand("NAME", "a name for its type, as in MyStore", .nothing),
    ],
    does: "write a package for a cache of your own, with a stub for each call of the chapter",
    [.url, .python, .javaScript], example: "new response MyStore"
  ) { names, _ in .new(chapter: names[0], name: names[1]) }

  private static let serve = Self(
    "serve", [Operand("MODULE", "a module, or a variant of one", .modules)],
    does: "serve a module as a program, for check --exec; of several variants, the last one", example: "serve MODULE"
  ) { names, _ in .serve(module: names[0]) }

  private static let programCalls = Self(
    "protocol", does: "print the calls of programs in other languages", [.schema], example: "protocol --json"
  ) { _, arguments in .programCalls(asSchema: arguments.isSchema) }

  private static let pages = Self(
    "pages", [Operand("FOLDER", "a folder", .folders)], does: "write the page of each chapter below a folder",
    example: "pages Spec"
  ) { names, _ in .pages(folder: names[0]) }

  private static let site = Self(
    "site", [Operand("REPORT", count: .any, "a report in JSON", .files)],
    does: "write the chapters, and reports, as web pages that need no server",
    [.outputFolder.needed, .baseline, .sourceURL], example: "site --output pages report.json"
  ) { names, arguments throws(UsageError) in
    guard let output = arguments.output, !output.isEmpty else {
      throw UsageError("site needs a folder: --output DIR")
    }
    return .site(folder: output, reports: names)
  }

  private static let completions = Self(
    "completions", [Operand("SHELL", "a shell: bash, zsh or fish", .words(Shell.allCases.map(\.rawValue)))],
    does: "print a script that completes commands, options and ids in a shell", example: "completions bash"
  ) { names, _ throws(UsageError) in
    guard let shell = Shell(rawValue: names[0]) else {
      throw UsageError("completions takes bash, zsh or fish, not '\(names[0])'")
    }
    return .completions(shell)
  }

  private static let help = Self(
    "help", [Operand("COMMAND", count: .atMostOne, "a command", .commands)],
    does: "print the commands, or the options of one with an example", example: "help check"
  ) { names, _ throws(UsageError) in .help(of: try names.first.map(known)) }

  /// Serves the process that started this one. It is in no help, because it is not for people.
  private static let work = Self(
    "work", [Operand("MODULE", "a module", .modules)], does: "judge scenarios for another process", [.exec],
    example: "work MODULE"
  ) { names, _ in .work(module: names[0]) }

  /// Returns the command with this name.
  static func known(_ name: String) throws(UsageError) -> Self {
    if let command = named(name) { return command }
    let names = all.map(\.name)
    throw UsageError(
      "unknown command '\(name)'; "
        + (names.nearest(to: name).map { "did you mean \($0)?" } ?? "the commands are \(names.joined(separator: ", "))")
    )
  }
}
