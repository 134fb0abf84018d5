import CacheConformance
import CacheSpec

/// The parsed arguments of the command line.
struct Arguments: Sendable {
  enum Action: Sendable {
    /// Prints the commands, or the options of one.
    case help(of: CommandEntry?)
    case version
    case list(patterns: [String])
    case show(id: String)
    case check(modules: [String])
    case compare(old: String, new: String)
    case new(chapter: String, name: String)
    case explore(module: String?)
    case modules
    /// Prints the calls of programs.
    case programCalls(asSchema: Bool)
    case pages(folder: String)
    case site(folder: String, reports: [String])
    case completions(Shell)
    /// Serves a module to another process, as a program.
    case serve(module: String)
    /// Starts a child process of `check`. Not meant for people.
    case work(module: String)
  }

  enum Format: String, CaseIterable { case text, json, junit, github, markdown }

  var action = Action.help(of: nil)
  /// The name of the command, if there is such a command.
  private(set) var command: String?
  var only: [String] = []
  var format = Format.text
  var sharing = Isolation.Sharing.all
  var shuffle: Int?
  var shard: RunShard?
  /// How many times more `check` runs what failed.
  var repeats: Int?
  var isVerbose = false
  var isQuiet = false
  var failsFast = false
  /// Whether `protocol` prints a JSON Schema in place of its page.
  var isSchema = false
  /// Whether `check` prints deviations to record in place of its report.
  var printsDeviations = false
  /// What `new` writes.
  var form = NewModule.Form.package(url: nil)
  var color = ColorChoice.auto
  var output: String?
  /// The command of a program to check in place of a module, and its name in reports.
  var program: String?
  var name: String?
  /// The file with the earlier reports of `site`, and the address below which the tables of the rules are.
  var baseline: String?
  var sourceURL: String?
  var timeLimit: Double?
  var version = SpecVersion.current
  /// The file to which runs that broke a rule are written, and the file whose runs are repeated.
  var writing: String?
  var replaying: String?
  /// What to explore, and how far.
  var exploring = ExploreOptions()

  init(_ arguments: [String]) throws(UsageError) {
    let words = Words(arguments)
    let command = words.names.first.flatMap(CommandEntry.named)
    self.command = command?.name
    do {
      try read(words, command)
    } catch {
      throw UsageError(error.description, of: command?.name)
    }
  }

  private mutating func read(_ words: Words, _ command: CommandEntry?) throws(UsageError) {
    if let asked = words.question {
      action = asked == .version ? .version : .help(of: command)
      return
    }
    guard let name = words.names.first else {
      if let option = words.options.first { throw UsageError(option.withoutCommand) }
      return
    }
    let command = try CommandEntry.known(name)
    for option in words.options { try set(option, of: command) }
    let given = words.options.compactMap { $0.known(to: command)?.name }
    if let twice = given.first(where: { name in name != "--only" && given.count { $0 == name } > 1 }) {
      throw UsageError("\(twice) is given twice")
    }
    action = try command.action(try command.operands(words.names.dropFirst()), self)
    try checkProgram()
    if case .check(let modules) = action { try check(modules, given) }
    if case .new = action, given.count > 1 { throw UsageError("new takes one of --python, --js and --url") }
    if isQuiet, isVerbose { throw UsageError("--quiet does not go with --verbose") }
    exploring.chapter = only.first
    if let timeLimit { exploring.timeLimit = .seconds(timeLimit) }
    exploring.endsAtFirstFind = failsFast
  }

  private mutating func set(_ written: Words.Written, of command: CommandEntry) throws(UsageError) {
    if let option = written.known(to: command) {
      if case .nothing = option.value, let value = written.value {
        throw UsageError("\(option.name) takes no value, and not '\(value)'")
      }
      return try option.set(&self, written.value)
    }
    guard let other = Option.named(written.name) else {
      throw UsageError(written.unknown(among: command.allOptions))
    }
    if let instead = command.instead[other.name] {
      throw UsageError("\(command.name) does not take \(other.name): \(instead)")
    }
    throw UsageError("\(other.name) goes with \(CommandEntry.named(withOption: other.name)), not with \(command.name)")
  }

  private func checkProgram() throws(UsageError) {
    if name != nil, program == nil { throw UsageError("--name goes with --exec") }
    guard program != nil else { return }
    switch action {
    case .check(let modules) where !modules.isEmpty: throw UsageError("--exec takes the place of '\(modules[0])'")
    case .explore(let module?): throw UsageError("--exec takes the place of '\(module)'")
    default: break
    }
  }

  private func check(_ modules: [String], _ options: [String]) throws(UsageError) {
    if printsDeviations, let other = options.first(where: ["--format", "--replay"].contains) {
      throw UsageError("--print-deviations prints no report of scenarios, and does not go with \(other)")
    }
    if replaying != nil {
      if ![.text, .json].contains(format) { throw UsageError("--replay prints text or json, not \(format)") }
      let ofScenarios = ["--only", "--fail-fast", "--isolated", "--repeat", "--shuffle", "--shard", "--spec"]
      if let other = options.first(where: ofScenarios.contains) {
        throw UsageError("\(other) is about scenarios, and does not go with --replay")
      }
    }
    let ofOne = replaying.map { _ in "--replay" } ?? (format == .junit ? "--format junit" : nil)
    if modules.count > 1, let ofOne { throw UsageError("\(ofOne) takes one module") }
  }
}

extension Arguments {
  /// How a report for people is printed.
  var textStyle: TextStyle {
    TextStyle(isVerbose: isVerbose, isQuiet: isQuiet, columns: output == nil ? Terminal.width : nil)
  }
}

/// Arguments that cannot be understood.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
  /// The command whose help says more, or nil.
  let command: String?

  init(_ description: String, of command: String? = nil) {
    (self.description, self.command) = (description, command)
  }
}
