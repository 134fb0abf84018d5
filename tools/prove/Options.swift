import CacheConformance
import Foundation

/// The options of the command line.
struct Options {
  /// What is to be proved. Nil for the faults, the variants and a sample of the changes.
  var proof: Proof?
  /// The chapter. Nil for all.
  var chapter: String?
  /// A part of the names of the broken modules to run. Nil for the usual ones.
  var name: String?
  /// The folder with the documents' texts, for `audit` alone.
  var folder = ""
  /// Whether the sentences are listed, in place of an audit.
  var isListing = false
  /// How runs are drawn.
  var exploring = ExploreOptions()
  /// Whether each choice is tried alone, and every pair of choices too.
  var makesPairs = false
  /// Whether the first module of each pair is on record.
  var isBehindRecord = false
  var exploresComposites = false
  var changes = ChangeOptions()

  static let help = """
    prove: measures how well the rules notice broken caches and accept sound ones

      swift run prove [PROOF] [CHAPTER [TEXT]] [OPTION]...

    Without a PROOF: faults, variants and 100 sampled changes, with a summary.

      changes   makes small changes in the reference, one at a time, and lists those that no scenario notices
      faults    checks that each rule is violated by the broken modules made for it
      blame     compares the rules that broken modules violate with the rules that they are made to violate: modules
                blind to an input, bugs of real caches and fifty sampled modules, or those whose names contain TEXT
      premises  counts, for each premise and the broken modules that break it, or those of them whose names contain
                TEXT, the scenarios that need it, and those of them that fail: one in three at least, where many need it
      variants  checks modules that are right in another way: each choice that the documents leave open
      models    compares the verdicts of scenarios and models, on the reference, on modules that are right in another
                way, and on broken modules, or only on broken modules whose names contain TEXT
      finds     explores modules that are right, where nothing may be found, and broken modules that are blind to an
                input or have a bug of a real cache, or only modules whose names contain TEXT
      draws     draws runs, without a module, and counts the pairs of values that they bring together
      growth    prints, as ratios, how the cost of an operation of the reference's graphs grows with the number of
                records and watchers
      audit FOLDER
                compares the documents' texts in FOLDER with the ledger of their sentences, and the ledger with the rules

    with changes:
      --only FOLDER_OR_FILE   places below Sources/ReferenceCache: Paywall, Time/Stopwatch.swift (may be repeated)
      --sample K, --seed N    K places, chosen by the seed N (1)
      --list                  print the changes without trying them
      --gate SHARE            fail if a smaller share of the changes that are not exempt is noticed, or if more
                              than one in eight of all is exempt: 0.96
      --exempt                also try the exempt changes, which takes as long again; fail if one is noticed
      --jobs N                how many run at once (four for each core, because they mostly wait)
      --time-limit SECONDS    the limit of a scenario (5); more on a busy machine
      --explore SECONDS       explore what no scenario notices, for so long at most in each chapter and backend; what
                              exploring notices counts as noticed
      --explore-all           also explore what breaks a rule of a scenario, and compare
      --thorough              build each change by itself that does not compile beside the others
      --package FOLDER        the package (the current folder)

    with blame:
      --pairs                 instead, two broken modules put together, drawn by lot: both have to be told
      --behind                pairs of which the first is on record, as many for each chapter and for firsts that block
                              much, some and little: the second has to be told
      --sample K, --seed N    K pairs (100), drawn by the seed N (1)

    with variants:
      --pairs                 each choice alone and every pair of choices, which takes many minutes

    with finds:
      --composites            instead, modules with several faults at once: told by few rules, and by those that are
                              broken
      --seed N                the seed of the runs (1); a seed draws the same runs everywhere
      --runs N, --steps N     how many runs to draw for each chapter (1000), and how many steps each has (30)
      --for SECONDS           begin no more runs after this time
      --time-limit SECONDS    the limit of a step (5)

    with draws:
      --seed N, --steps N     the seed of the runs (1), and how many steps each has (30)
      --for SECONDS           how long to draw for each chapter (30)

    with audit:
      --print                 list the sentences with their hashes

    exit status: 0 proved; 1 something is missing, or a sound module is called broken; 2 wrong arguments; 3 the proof
    itself failed
    """

  /// Parses arguments. Nil if help was requested.
  init?(_ arguments: [String]) throws(ProveError) {
    var names: [String] = []
    var options: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      func value() throws(ProveError) -> String {
        guard let value = rest.popFirst() else { throw .usage("\(argument) needs a value") }
        return value
      }
      func number<Number>(_ make: (String) -> Number?) throws(ProveError) -> Number {
        let text = try value()
        guard let number = make(text) else { throw .usage("\(argument) does not take '\(text)'") }
        return number
      }
      func count() throws(ProveError) -> Int { try number { text in Int(text).flatMap { $0 > 0 ? $0 : nil } } }
      func seconds() throws(ProveError) -> Double {
        try number { text in Double(text).flatMap { $0 > 0 ? $0 : nil } }
      }
      guard argument.hasPrefix("-") else {
        names.append(argument)
        continue
      }
      options.append(argument)
      switch argument {
      case "--only": changes.only.append(try value())
      case "--seed":
        exploring.seed = try count()
        changes.seed = exploring.seed
      case "--sample": changes.sample = try count()
      case "--gate": changes.gate = try number { text in Double(text).flatMap { (0...1).contains($0) ? $0 : nil } }
      case "--jobs": changes.jobs = try count()
      case "--time-limit":
        changes.timeLimit = try seconds()
        exploring.timeLimit = .seconds(changes.timeLimit)
      case "--explore": changes.exploring = try seconds()
      case "--explore-all": changes.exploresAll = true
      case "--package": changes.package = URL(fileURLWithPath: try value()).path
      case "--list": changes.listsOnly = true
      case "--thorough": changes.isThorough = true
      case "--exempt": changes.triesExemptions = true
      case "--runs": exploring.runs = try count()
      case "--steps": exploring.steps = try count()
      case "--pairs": makesPairs = true
      case "--behind": isBehindRecord = true
      case "--composites": exploresComposites = true
      case "--print": isListing = true
      case "--for": exploring.duration = .seconds(try seconds())
      case "--help", "-h": return nil
      default: throw .usage("unknown option '\(argument)'")
      }
    }
    try take(names)
    try check(options)
  }

  private mutating func take(_ names: [String]) throws(ProveError) {
    guard let first = names.first else { return }
    guard let proof = Proof(rawValue: first) else {
      throw .usage("unknown proof '\(first)'; the proofs are \(Proof.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let most = [.changes, .growth].contains(proof) ? 1 : proof.takesName ? 3 : 2
    if names.count > most { throw .usage("\(first) does not take '\(names[most])' as well") }
    self.proof = proof
    if proof == .audit {
      guard names.count == 2 else { throw .usage("audit needs a folder with the documents' texts: audit FOLDER") }
      folder = names[1]
    } else {
      (chapter, name) = (names.dropFirst().first, names.dropFirst(2).first)
    }
  }

  /// Throws if an option does not go with the proof.
  private func check(_ options: [String]) throws(ProveError) {
    let known: Set<String> =
      switch proof {
      case .changes:
        [
          "--only", "--sample", "--seed", "--list", "--gate", "--exempt", "--jobs", "--time-limit", "--explore",
          "--explore-all", "--thorough", "--package",
        ]
      case .finds: ["--composites", "--seed", "--runs", "--steps", "--for", "--time-limit"]
      case nil: ["--package", "--jobs", "--time-limit"]
      case .variants: ["--pairs"]
      case .blame: ["--pairs", "--behind", "--sample", "--seed"]
      case .draws: ["--seed", "--steps", "--for"]
      case .audit: ["--print"]
      case .faults, .models, .premises, .growth: []
      }
    guard let option = options.first(where: { !known.contains($0) }) else { return }
    throw .usage("\(option) does not go with \(proof?.rawValue ?? "all proofs")")
  }
}

/// What is proved.
enum Proof: String, CaseIterable {
  case changes, faults, blame, premises, variants, models, finds, draws, growth, audit

  /// Whether a text can choose some of its modules.
  var takesName: Bool { [.blame, .premises, .models, .finds].contains(self) }
}

/// Which small changes of the reference are made, and how.
struct ChangeOptions {
  /// The folders or files whose changes are tried. Empty for all.
  var only: [String] = []
  var seed = 1
  /// The number of randomly chosen changes. Nil for all.
  var sample: Int?
  var listsOnly = false
  var isThorough = false
  /// Whether the exempt changes are tried too.
  var triesExemptions = false
  /// The share of changes that must be noticed.
  var gate: Double?
  var jobs = max(2, ProcessInfo.processInfo.activeProcessorCount * 4)
  var timeLimit = 5.0
  /// How many seconds to explore each change that no scenario notices, at most, for each chapter and backend. Nil to
  /// explore none.
  var exploring: Double?
  /// Whether changes that scenarios notice are explored too.
  var exploresAll = false
  /// The folder of the package.
  var package = FileManager.default.currentDirectoryPath
}

/// The reason why a proof is not possible, with advice on what to do.
enum ProveError: Error, CustomStringConvertible {
  case usage(String)
  case unknownChapter(String, known: [String])
  case noReference(package: String)
  case nothingChosen([String])
  case writing(String)
  case noCommands(file: String)
  case building(String)
  case baseline(String)

  var description: String {
    switch self {
    case .usage(let what): "\(what); --help lists the options"
    case .unknownChapter(let name, let known):
      "there is no chapter '\(name)'; the chapters are \(known.joined(separator: ", "))"
    case .noReference(let package):
      "there is no Sources/ReferenceCache in \(package); run this in the folder of the package, or name it by --package"
    case .nothingChosen(let only):
      "no place is in \(only.joined(separator: ", ")); --only takes a folder or a file below Sources/ReferenceCache"
    case .writing(let why): "writing the mutants failed: \(why); check that there is room for them, and try again"
    case .noCommands(let file):
      "the package manager's commands that compile the reference and link what needs it are not in \(file): build the "
        + "package with 'swift build --build-tests', into .build"
    case .building(let why):
      "the instrumented reference does not build, for a reason that is no mutant's: build the package itself first\n\(why)"
    case .baseline(let output):
      "the instrumented reference does not pass with no mutant on: let the reference pass first, or give it time by --time-limit\n\(output)"
    }
  }
}
