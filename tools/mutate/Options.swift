import Foundation

/// The options of the command line.
struct Options {
  /// The folders or files whose mutants are tried. Empty for all.
  var only: [String] = []
  var seed: UInt64 = 1
  /// The number of randomly chosen mutants. Nil for all.
  var sample: Int?
  var listsOnly = false
  var keepsCopy = false
  var isThorough = false
  /// Whether the mutants of the ledger are tried too.
  var triesLedger = false
  /// The share of mutants that must be noticed.
  var gate: Double?
  var jobs = max(2, ProcessInfo.processInfo.activeProcessorCount * 4)
  var timeLimit = 5.0
  /// How long runs of each mutant are drawn at most, in seconds, for each chapter and backend. Nil for not at all.
  var exploring: Double?
  /// The folder of the package.
  var package = FileManager.default.currentDirectoryPath

  static let help = """
    mutate: makes one small change after another in the reference, and says which of them no scenario notices

      swift run mutate [OPTION]...

      --only FOLDER_OR_FILE   places below Sources/ReferenceCache: Paywall, Time/Stopwatch.swift (again for more)
      --sample K, --seed N    K places that the number chooses (seed 1)
      --list                  print the mutants and try none
      --gate SHARE            fail where a smaller share is noticed of those not in the ledger, or where more than one in
                              eight is in the ledger: 0.96
      --ledger                try those in the ledger too, which takes as long again: one that is noticed fails the sweep
      --jobs N                how many run at once (four for each core: most of what they do is wait)
      --time-limit SECONDS    what a scenario may take (5); more on a busy machine
      --explore SECONDS       say too which of them exploring alone notices, drawing runs for so long at most in each
                              chapter and backend: the copy is a release build then
      --thorough              give a build of its own to each mutant that does not compile beside the others
      --keep                  keep the copy in .build-mutants: the next run builds what has changed only
      --package FOLDER        the package (the current folder)

    exit status: 0 done; 1 the share is below the gate, or an entry of the ledger no longer holds; 2 these arguments were
    off; 3 the sweep itself failed
    """

  /// Parses arguments. Nil if help was requested.
  init?(_ arguments: [String]) throws(MutateError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      func value() throws(MutateError) -> String {
        guard let value = rest.popFirst() else { throw .usage("\(argument) needs a value") }
        return value
      }
      func number<Number>(_ make: (String) -> Number?) throws(MutateError) -> Number {
        let text = try value()
        guard let number = make(text) else { throw .usage("\(argument) does not take '\(text)'") }
        return number
      }
      switch argument {
      case "--only": only.append(try value())
      case "--seed": seed = try number { UInt64($0) }
      case "--sample": sample = try number { text in Int(text).flatMap { $0 > 0 ? $0 : nil } }
      case "--gate": gate = try number { text in Double(text).flatMap { (0...1).contains($0) ? $0 : nil } }
      case "--jobs": jobs = try number { text in Int(text).flatMap { $0 > 0 ? $0 : nil } }
      case "--time-limit": timeLimit = try number { text in Double(text).flatMap { $0 > 0 ? $0 : nil } }
      case "--explore": exploring = try number { text in Double(text).flatMap { $0 > 0 ? $0 : nil } }
      case "--package": package = URL(fileURLWithPath: try value()).path
      case "--list": listsOnly = true
      case "--keep": keepsCopy = true
      case "--thorough": isThorough = true
      case "--ledger": triesLedger = true
      case "--help", "-h": return nil
      default: throw .usage("unknown option '\(argument)'")
      }
    }
  }
}

/// The reason why a sweep is not possible, with advice on what to do.
enum MutateError: Error, CustomStringConvertible {
  case usage(String)
  case noReference(package: String)
  case nothingChosen([String])
  case copying(String)
  case building(String)
  case baseline(String)

  var description: String {
    switch self {
    case .usage(let what): "\(what); --help lists the options"
    case .noReference(let package):
      "there is no Sources/ReferenceCache in \(package); run this in the folder of the package, or name it by --package"
    case .nothingChosen(let only):
      "no place is in \(only.joined(separator: ", ")); --only takes a folder or a file below Sources/ReferenceCache"
    case .copying(let why): "copying the package failed: \(why); check that there is room for it, and try again"
    case .building(let why):
      "the copy does not build, for a reason that is no mutant's: build the package itself first\n\(why)"
    case .baseline(let output):
      "the copy does not pass with no mutant on: let the reference pass first, or give it time by --time-limit\n\(output)"
    }
  }
}
