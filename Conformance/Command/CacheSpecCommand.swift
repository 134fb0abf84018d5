public import CacheConformance
import CacheSpec
import Foundation

/// The command line over some modules, as a library: an executable of two lines has all of it for a module of its own.
public struct CacheSpecCommand: Sendable {
  private let modules: [Module]
  private let name: String

  /// Takes the modules; the first is the one that `check` means where none is named.
  public init(name: String = "cachespec", modules: [Module]) {
    self.name = name
    self.modules = modules
  }

  /// Takes one module.
  public init(_ module: Module) { self.init(modules: [module]) }

  /// Runs the words that the process was started with, and ends the process with the exit status.
  public func runAndExit() async -> Never {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs some words.
  ///
  /// - Returns: 0 nothing violated; 1 something violated, crashed, hung, could not be set up or passed unexpectedly; 2 the
  ///   words were off; 3 the run itself failed.
  public func run(_ words: [String]) async -> Int32 {
    do {
      return try await perform(Words(words))
    } catch let error as UsageError {
      complain("\(error); \(name) --help lists the calls")
      return 2
    } catch {
      complain("\(error)")
      return 3
    }
  }

  private func perform(_ words: Words) async throws -> Int32 {
    switch words.action {
    case .help: write(help)
    case .modules: write(modules.map(describe).joined(separator: "\n"))
    case .list(let chapter): write(try list(chapter))
    case .show(let id): write(try show(id))
    case .check(let module): return try await check(try find(module), words)
    case .work(let module): try await find(module).work()
    }
    return 0
  }

  // MARK: check

  private func check(_ module: Module, _ words: Words) async throws -> Int32 {
    var options = RunOptions(selection: words.only.map(Selection.init))
    if let seconds = words.timeLimit { options.timeLimit = .seconds(seconds) }
    if words.isIsolated || module.isKnownToEndItsProcess {
      options.width = 2
      options.isolation = Isolation(executable: Isolation.thisExecutable, arguments: ["work", module.name])
    }
    if let only = words.only, !module.chooses(only) {
      throw UsageError("no scenario of \(module.name) matches '\(only)'")
    }
    // The file is opened first: a run whose report has nowhere to go is not worth its time. What it holds stays there
    // until there is a report to put in its place.
    let file = try words.output.map(OutputFile.init)
    let report = try await module.run(options)
    let text =
      switch words.format {
      case .text: report.text(command: name)
      case .json: try report.json
      case .junit: report.junit(command: name)
      }
    if let file { try file.write(text) } else { write(text) }
    return report.isClean && !report.results.isEmpty ? 0 : 1
  }

  /// The module of a name; `NAME:VARIANT` for one of its variants.
  private func find(_ name: String?) throws(UsageError) -> Module {
    guard let name else { return modules[0] }
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let module = modules.first(where: { $0.name == parts[0] }) else {
      throw UsageError("unknown module '\(parts[0])'; the modules are \(modules.map(\.name).joined(separator: ", "))")
    }
    guard parts.count > 1 else { return module }
    guard let variant = module.variants.first(where: { $0.name == parts[1] }) else {
      throw UsageError("\(module.name) has no variant '\(parts[1])'")
    }
    return Module(module.name, module.summary, variants: [variant])
  }

  /// Every rule of the modules' chapters, each once.
  var rules: [Rule] {
    var seen: Set<RuleID> = []
    return modules.flatMap(\.rules).filter { seen.insert($0.id).inserted }
  }

  /// Every scenario of the modules' chapters, each once.
  var scenarios: [ScenarioInfo] {
    var seen: Set<String> = []
    return modules.flatMap(\.variants).flatMap(\.suites).flatMap(\.cases).map(\.info)
      .filter { seen.insert($0.id).inserted }
  }

  func rerunCommand(_ id: String) -> String { "swift run \(name) check \(modules[0].name) --only '\(id)'" }

  // MARK: Printing

  private func write(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  private func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(name): \(text)\n".utf8))
  }

  private var help: String {
    """
    \(name): holds a cache module against the documented rules of client-side caches

      \(name) check [MODULE]    run the scenarios; no MODULE: \(modules[0].name)
      \(name) list [CHAPTER]    a line a rule: id, level, statement
      \(name) show ID           a rule, its source, its rows; how to rerun it
      \(name) modules           the modules, and what each can do

    with check:
      --only PATTERN            a chapter, a topic, a rule or a scenario; * stands for any text
      --isolated                scenarios in child processes: a trap or an endless loop costs its own only
      --format FORMAT           text (the default), json or junit
      --output FILE             write the report there
      --time-limit SECONDS      what a scenario may take (5)

    exit status: 0 nothing violated; 1 something violated, crashed, hung, could not be set up or passed
    unexpectedly; 2 these words were off; 3 the run itself failed
    """
  }
}

extension Module {
  /// Whether a deviation on record takes the process with it: such a module is always given child processes.
  fileprivate var isKnownToEndItsProcess: Bool {
    variants.flatMap(\.suites).flatMap(\.deviations).contains { $0.outcome == .crashed || $0.outcome == .hung }
  }

  fileprivate func chooses(_ pattern: String) -> Bool {
    let selection = Selection(pattern)
    return variants.contains { $0.suites.contains { $0.cases.contains { selection.contains($0.info) } } }
  }
}

/// A report that could not be written.
struct OutputError: Error, CustomStringConvertible {
  let path: String
  let reason: String
  var description: String { "cannot write the report to '\(path)': \(reason)" }
}

/// The file that a report goes to, known to be writable before the run.
private struct OutputFile {
  private let path: String
  private let handle: FileHandle

  init(_ path: String) throws(OutputError) {
    self.path = path
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o644)
    guard descriptor >= 0 else { throw OutputError(path: path, reason: String(cString: strerror(errno))) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func write(_ text: String) throws(OutputError) {
    do {
      // A pipe or a terminal has no length to cut.
      try? handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data((text + "\n").utf8))
    } catch {
      throw OutputError(path: path, reason: "\(error)")
    }
  }
}
