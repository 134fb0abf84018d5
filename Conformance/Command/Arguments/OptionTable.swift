import CacheConformance
import CacheSpec

extension Option {
  /// The options that every command has. They come before whatever else is wrong, and set nothing.
  static let ofEveryCommand = [
    flag("--help", short: "h", "print this help, or that of a command") { _ in },
    flag("--version", short: "V", "print the version of the specification, and what built this command") { _ in },
  ]

  // MARK: What is run

  static let only = value(
    "--only", "PATTERN", "run a chapter, a topic, a rule or a scenario; * stands for any text (may be repeated)",
    completing: .ids, synonyms: ["--filter", "--rule", "--scenario", "--test"]
  ) { $0.only.append($1) }

  static let onlyChapter = value("--only", "CHAPTER", "explore one chapter", completing: .chapters) {
    $0.only.append($1)
  }

  static let isolated = Option(
    name: "--isolated", short: nil, value: .optional("each"),
    does:
      "run one scenario at a time in each child process, so that they disturb each other less; where a scenario kills "
      + "the app, a signal also ends the process; --isolated=each: a process for each scenario",
    synonyms: ["--isolate"]
  ) { (arguments, how) throws(UsageError) in
    switch how {
    case nil: arguments.sharing = .worker
    case "each": arguments.sharing = .nothing
    case let how?: throw UsageError("--isolated takes nothing, or each, not '\(how)'")
    }
  }

  static let shuffle = value(
    "--shuffle", "SEED", "run the scenarios in another order, to find out what they share"
  ) { (arguments, text) throws(UsageError) in
    guard let seed = Int(text) else { throw UsageError("--shuffle takes a whole number, not '\(text)'") }
    arguments.shuffle = seed
  }

  static let failFast = flag("--fail-fast", "end the run at the first scenario that fails it", synonyms: ["--bail"]) {
    $0.failsFast = true
  }

  static let repeated = number(
    "--repeat", "run what failed N times more, and say how often it failed", upTo: 1000
  ) { $0.repeats = $1 }

  static let shard = value(
    "--shard", "I/N", "run the I-th of N parts of the scenarios, to divide them among machines"
  ) { (arguments, text) throws(UsageError) in
    guard let known = RunShard(text) else {
      throw UsageError("--shard takes a part and the number of parts, as in 2/5, not '\(text)'")
    }
    arguments.shard = known
  }

  static let timeLimit = value(
    "--time-limit", "SECONDS",
    "limit each step (5); a scenario has ten times that, and one that hangs runs again, alone, with three times as much",
    synonyms: ["--timeout"]
  ) { (arguments, text) throws(UsageError) in
    guard let seconds = Double(text), seconds >= 0.001, seconds <= 3600 else {
      throw UsageError("--time-limit takes a number of seconds from 0.001 to 3600, not '\(text)'")
    }
    arguments.timeLimit = seconds
  }

  static let spec = value(
    "--spec", "VERSION", "leave out rules that came after this version of the specification"
  ) { (arguments, text) throws(UsageError) in
    guard let known = SpecVersion(text) else {
      throw UsageError("--spec takes a version of the specification from 1 to \(SpecVersion.current), not '\(text)'")
    }
    arguments.version = known
  }

  static let replay = value(
    "--replay", "FILE", "run the drawn runs that explore --write FILE kept, in place of the scenarios",
    completing: .files
  ) { $0.replaying = $1 }

  static let exec = value(
    "--exec", "COMMAND", "take a program in any language in place of a module: see Conformance/Command/PROTOCOL.md",
    completing: .files, synonyms: ["--program", "--command"]
  ) { $0.program = $1 }

  static let programName = value("--name", "NAME", "what reports call the program of --exec") { $0.name = $1 }

  // MARK: What is printed

  static let format = choice(
    "--format", "FORMAT", "text (by default), json, junit, github (annotates the rows) or markdown (a summary)",
    of: Arguments.Format.allCases
  ) { $0.format = $1 }

  static let formatOfFinds = choice(
    "--format", "FORMAT", "text (by default) or json", of: [Arguments.Format.text, .json]
  ) {
    $0.format = $1
  }

  static let output = value(
    "--output", short: "o", "FILE",
    "write the report to a file, which stays empty until there is one; - is standard output", completing: .files,
    synonyms: ["--out", "--file"]
  ) { $0.output = $1 == "-" ? nil : $1 }

  static let outputFolder = value("--output", short: "o", "DIR", "the folder to write to", completing: .folders) {
    $0.output = $1
  }

  static let color = choice(
    "--color", "WHEN", "auto (by default: on a terminal, unless NO_COLOR is set), always or never",
    of: ColorChoice.allCases
  ) { $0.color = $1 }

  static let verbose = flag("--verbose", short: "v", "print all of it", synonyms: ["--debug"]) { $0.isVerbose = true }

  static let quiet = flag(
    "--quiet", short: "q", "print the failures and the counts only, and no progress", synonyms: ["--silent"]
  ) { $0.isQuiet = true }

  static let printDeviations = flag(
    "--print-deviations",
    "print, in place of the report, what is violated, crashes or hangs as deviations to put on record: as Swift, or as "
      + "the JSON of a program's description"
  ) { $0.printsDeviations = true }

  // MARK: How far to explore

  static let exploring = [
    value("--seed", "N", "the seed of the runs (1); a seed draws the same runs everywhere") {
      (arguments, text) throws(UsageError) in
      guard let seed = Int(text), seed > 0 else {
        throw UsageError("--seed takes a whole number from 1 to \(Int.max), not '\(text)'")
      }
      arguments.exploring.seed = seed
    },
    number("--runs", "how many runs to draw for each chapter (1000)") { $0.exploring.runs = $1 },
    number("--run", "draw only the run with this number") { $0.exploring.run = $1 },
    number("--steps", "how many steps a run has (30)") { $0.exploring.steps = $1 },
    number(
      "--for",
      "how many seconds to explore in all chapters together; once runs have shown a fault, half of it is for making finds "
        + "shorter, and of several faults two thirds"
    ) { $0.exploring.duration = .seconds($1) },
    value("--write", "FILE", "keep the runs that break a rule, for check --replay", completing: .files) {
      $0.writing = $1
    },
  ]

  // MARK: Options of other commands

  static let schema = flag("--json", "print a JSON Schema in place of the page") { $0.isSchema = true }
  static let python = flag("--python", "write a script in Python in place of a package") { $0.form = .script(.python) }
  static let javaScript = flag("--js", "write a script in JavaScript in place of a package") {
    $0.form = .script(.javaScript)
  }

  static let url = value(
    "--url", "URL", "depend on the repository there, and not on this checkout"
  ) { (arguments, url) throws(UsageError) in
    guard !url.isEmpty, !url.contains(where: { $0 == "\"" || $0 == "\\" || $0.isWhitespace }) else {
      throw UsageError("--url takes the URL of a repository, not '\(url)'")
    }
    arguments.form = .package(url: url)
  }

  static let baseline = value(
    "--baseline", "FILE", "compare the reports with the earlier ones in FILE", completing: .files
  ) { $0.baseline = $1 }

  static let sourceURL = value(
    "--source-url", "URL", "link the row of a failure to its line below this address"
  ) { (arguments, url) throws(UsageError) in
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
      throw UsageError("--source-url takes an address that begins with https://, not '\(url)'")
    }
    arguments.sourceURL = url
  }
}
