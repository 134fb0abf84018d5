import CacheConformance
import CacheSpec

/// The parsed arguments of the command line.
struct Arguments: Sendable {
  enum Action: Equatable {
    case help
    case list(chapter: String?)
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
    case audit(folder: String)
    /// Serves a module to another process, as a program.
    case serve(module: String)
    /// Starts a child process of `check`. Not meant for people.
    case work(module: String)
  }

  enum Format: String, CaseIterable { case text, json, junit, github, markdown }

  var action = Action.help
  var only: [String] = []
  var format = Format.text
  var sharing = Isolation.Sharing.all
  var shuffle: Int?
  var shard: Shard?
  /// How many times more `check` runs what failed.
  var repeats: Int?
  var isVerbose = false
  var failsFast = false
  var isListing = false
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
    var names: [String] = []
    var options: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      // Everything after this is a name, whatever it begins with.
      if argument == "--" {
        names += rest
        break
      }
      guard argument.hasPrefix("-"), argument.count > 1 else {
        names.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts[0] != "--only", options.contains(String(parts[0])) { throw UsageError("\(parts[0]) is given twice") }
      options.append(String(parts[0]))
      func value() throws(UsageError) -> String {
        if parts.count > 1 { return String(parts[1]) }
        guard let value = rest.popFirst() else { throw UsageError("\(argument) needs a value") }
        return value
      }
      switch parts[0] {
      case "--only": only.append(try value())
      case "--format": format = try choice(after: "--format", try value())
      case "--output": output = try value()
      case "--time-limit":
        let text = try value()
        guard let seconds = Double(text), seconds >= 0.001, seconds <= 3600 else {
          throw UsageError("--time-limit takes a number of seconds from 0.001 to 3600, not '\(text)'")
        }
        timeLimit = seconds
      case "--spec":
        let text = try value()
        guard let known = SpecVersion(text) else {
          throw UsageError(
            "--spec takes a version of the specification from 1 to \(SpecVersion.current), not '\(text)'")
        }
        version = known
      case "--verbose" where parts.count == 1: isVerbose = true
      case "--fail-fast" where parts.count == 1: failsFast = true
      case "--print-deviations" where parts.count == 1: printsDeviations = true
      case "--print" where parts.count == 1: isListing = true
      case "--json" where parts.count == 1: isSchema = true
      case "--python" where parts.count == 1: form = .script(.python)
      case "--js" where parts.count == 1: form = .script(.javaScript)
      case "--url":
        let url = try value()
        guard !url.isEmpty, !url.contains(where: { $0 == "\"" || $0 == "\\" || $0.isWhitespace }) else {
          throw UsageError("--url takes the URL of a repository, not '\(url)'")
        }
        form = .package(url: url)
      case "--baseline": baseline = try value()
      case "--source-url":
        let url = try value()
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
          throw UsageError("--source-url takes an address that begins with https://, not '\(url)'")
        }
        sourceURL = url
      case "--isolated":
        switch parts.count > 1 ? String(parts[1]) : nil {
        case nil: sharing = .worker
        case "each": sharing = .nothing
        case let how?: throw UsageError("--isolated takes nothing, or each, not '\(how)'")
        }
      case "--seed": exploring.seed = try number(after: "--seed", try value(), upTo: .max)
      case "--runs": exploring.runs = try number(after: "--runs", try value())
      case "--run": exploring.run = try number(after: "--run", try value())
      case "--steps": exploring.steps = try number(after: "--steps", try value())
      case "--for":
        exploring.duration = .seconds(try number(after: "--for", try value()))
      case "--write": writing = try value()
      case "--exec": program = try value()
      case "--name": name = try value()
      case "--replay": replaying = try value()
      case "--color": color = try choice(after: "--color", try value())
      case "--shard":
        let text = try value()
        guard let known = Shard(text) else {
          throw UsageError("--shard takes a part and the number of parts, as in 2/5, not '\(text)'")
        }
        shard = known
      case "--shuffle":
        let text = try value()
        guard let seed = Int(text) else { throw UsageError("--shuffle takes a whole number, not '\(text)'") }
        shuffle = seed
      case "--repeat": repeats = try number(after: "--repeat", try value(), upTo: 1000)
      case "--help", "-h": return
      default: throw UsageError("unknown option '\(argument)'")
      }
    }
    action = try Self.action(names, output)
    if case .programCalls = action {
      options.removeAll { $0 == "--json" }
      action = .programCalls(asSchema: isSchema)
    } else if isSchema {
      throw UsageError("--json goes with protocol")
    }
    if case .audit = action {
      options.removeAll { $0 == "--print" }
    } else if isListing {
      throw UsageError("--print goes with audit")
    }
    let ofNew = options.filter(["--python", "--js", "--url"].contains)
    if case .new = action {
      if ofNew.count > 1 { throw UsageError("new takes one of --python, --js and --url") }
      options.removeAll(where: ofNew.contains)
    } else if let option = ofNew.first {
      throw UsageError("\(option) goes with new")
    }
    if name != nil, program == nil { throw UsageError("--name goes with --exec") }
    if program != nil {
      switch action {
      case .check([]), .explore(nil), .work: options.removeAll { $0 == "--exec" || $0 == "--name" }
      case .check(let modules): throw UsageError("--exec takes the place of '\(modules[0])'")
      case .explore(let module?): throw UsageError("--exec takes the place of '\(module)'")
      default: throw UsageError("--exec goes with check and explore")
      }
    }
    let ofExploring = options.filter(Self.exploringOptions.contains)
    if case .explore = action {
      if only.count > 1 || only.contains(where: { $0.contains(".") || $0.contains("*") }) {
        throw UsageError("explore takes one chapter by --only, and not '\(only.joined(separator: " "))'")
      }
      exploring.chapter = only.first
      if let timeLimit { exploring.timeLimit = .seconds(timeLimit) }
      exploring.endsAtFirstFind = failsFast
      try checkFormat(of: "explore")
      if let (option, instead) = Self.notOfExploring.first(where: { options.contains($0.option) }) {
        throw UsageError("explore does not take \(option): \(instead)")
      }
      return
    } else if let option = ofExploring.first {
      throw UsageError("\(option) goes with explore")
    }
    if case .check(let modules) = action {
      if printsDeviations, let other = options.first(where: ["--format", "--replay"].contains) {
        throw UsageError("--print-deviations prints no report of scenarios, and does not go with \(other)")
      }
      if replaying != nil {
        try checkFormat(of: "--replay")
        if repeats != nil { throw UsageError("--repeat repeats scenarios, and does not go with --replay") }
      }
      if modules.count > 1,
        let option = replaying.map({ _ in "--replay" }) ?? (format == .junit ? "--format junit" : nil)
      {
        throw UsageError("\(option) takes one module")
      }
      return
    }
    let ofSite = options.filter(["--baseline", "--source-url"].contains)
    if case .site = action {
      options.removeAll { $0 == "--output" || ofSite.contains($0) }
    } else if let option = ofSite.first {
      throw UsageError("\(option) goes with site")
    }
    if case .show = action { options.removeAll { $0 == "--verbose" } }
    if let option = options.first { throw UsageError("\(option) goes with check") }
  }

  private func checkFormat(of what: String) throws(UsageError) {
    if ![.text, .json].contains(format) { throw UsageError("\(what) prints text or json, not \(format)") }
  }

  private static let exploringOptions = ["--seed", "--runs", "--run", "--steps", "--for", "--write"]

  /// The options of `check` that `explore` does not take, with what to use in their place.
  private static let notOfExploring: [(option: String, instead: String)] = [
    ("--isolated", "it always follows runs in child processes"),
    ("--shuffle", "another --seed draws other runs"),
    ("--shard", "machines that share the work take a --seed each"),
    ("--spec", "it judges runs by the models, which know no earlier version; check --spec judges scenarios"),
    ("--replay", "check --replay repeats the runs of a file"),
    ("--repeat", "it repeats what it finds; check --repeat repeats scenarios"),
    ("--print-deviations", "check --print-deviations prints those of scenarios"),
  ]

  private func choice<Choice: RawRepresentable & CaseIterable>(
    after option: String, _ text: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      throw UsageError("\(option) takes \(Choice.allCases.map(\.rawValue).joined(separator: ", ")), not '\(text)'")
    }
    return choice
  }

  private func number(
    after option: String, _ text: String, upTo largest: Int = 1_000_000_000
  ) throws(UsageError) -> Int {
    guard let number = Int(text), (1...largest).contains(number) else {
      throw UsageError("\(option) takes a whole number from 1 to \(largest), not '\(text)'")
    }
    return number
  }

  private static func action(_ names: [String], _ output: String?) throws(UsageError) -> Action {
    guard let command = names.first else { return .help }
    let argument = names.count > 1 ? names[1] : nil
    let taken = command == "compare" || command == "new" ? 3 : 2
    if names.count > taken, command != "check", command != "site" {
      throw UsageError("\(command) does not take '\(names[taken])' as well")
    }
    func needed(_ what: String) throws(UsageError) -> String {
      if let argument { return argument }
      throw UsageError("\(command) needs \(what)")
    }
    switch command {
    case "help": return .help
    case "list": return .list(chapter: argument)
    case "compare":
      guard names.count == 3 else { throw UsageError("compare needs two reports in JSON: the old one and the new one") }
      return .compare(old: names[1], new: names[2])
    case "new":
      guard names.count == 3 else { throw UsageError("new needs a chapter and a name, as in new response MyStore") }
      return .new(chapter: names[1], name: names[2])
    case "check": return .check(modules: Array(names.dropFirst()))
    case "explore": return .explore(module: argument)
    case "modules":
      if let argument { throw UsageError("modules does not take '\(argument)'") }
      return .modules
    case "show": return .show(id: try needed("the id of a rule, or a chapter"))
    case "protocol":
      if let argument { throw UsageError("protocol does not take '\(argument)'") }
      return .programCalls(asSchema: false)
    case "pages": return .pages(folder: try needed("a folder"))
    case "site":
      guard let output, !output.isEmpty else { throw UsageError("site needs a folder: --output DIR") }
      return .site(folder: output, reports: Array(names.dropFirst()))
    case "audit": return .audit(folder: try needed("a folder"))
    case "serve": return .serve(module: try needed("a module"))
    case "work": return .work(module: try needed("a module"))
    default:
      throw UsageError(
        "unknown command '\(command)'; the commands are list, show, check, compare, explore, new, modules, protocol, serve, pages, site, audit"
      )
    }
  }
}

/// Arguments that cannot be understood.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
