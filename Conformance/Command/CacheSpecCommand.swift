public import CacheConformance
import CacheSpec
import Foundation

/// The command line over some modules, as a library: an executable of two lines has all of it for a module of its own.
public struct CacheSpecCommand: Sendable {
  let modules: [CacheModule]
  private let name: String

  /// Takes the modules; the first is the one that `check` means where none is named.
  public init(name: String = "cachespec", modules: [CacheModule]) {
    self.name = name
    self.modules = modules
  }

  /// Takes one module.
  public init(_ module: CacheModule) { self.init(modules: [module]) }

  /// Runs the arguments that the process was started with, and ends the process with the exit status.
  public func runAndExit() async -> Never {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs some arguments.
  ///
  /// - Returns: 0 nothing violated; 1 something violated, crashed, hung, could not be set up or passed unexpectedly; 2 the
  ///   arguments could not be understood; 3 the run itself failed.
  public func run(_ arguments: [String]) async -> Int32 {
    do {
      return try await perform(Arguments(arguments))
    } catch let error as UsageError {
      complain("\(error); \(name) --help lists the calls")
      return 2
    } catch {
      complain("\(error)")
      return 3
    }
  }

  private func perform(_ arguments: Arguments) async throws -> Int32 {
    switch arguments.action {
    case .help: write(help)
    case .modules: write(families.map(describe).joined(separator: "\n"))
    case .list(let chapter): write(try list(chapter))
    case .show(let id): write(try await show(id, isVerbose: arguments.isVerbose))
    case .pages(let folder): write(try await writePages(to: folder))
    case .check(let module): return try await check(try find(module), arguments)
    case .work(let module): try await find(module).work()
    }
    return 0
  }

  // MARK: check

  private func check(_ module: [CacheModule], _ arguments: Arguments) async throws -> Int32 {
    var options = RunOptions(selection: arguments.only.map(Selection.init))
    options.version = arguments.version
    if let seconds = arguments.timeLimit { options.timeLimit = .seconds(seconds) }
    if arguments.isIsolated || module.contains(where: \.isKnownToEndItsProcess) {
      options.width = 2
      options.isolation = Isolation(executable: Isolation.thisExecutable, arguments: ["work", module[0].name])
    }
    if let only = arguments.only, !module.contains(where: { !$0.plan(options).isEmpty }) {
      throw UsageError("no scenario of \(module[0].name) matches '\(only)'")
    }
    // The file is opened first: a run whose report has nowhere to go is not worth its time. What it holds stays there
    // until there is a report to put in its place.
    let file = try arguments.output.map(OutputFile.init)
    let report = try await module.run(options)
    let text =
      switch arguments.format {
      case .text: report.text(command: name, isVerbose: arguments.isVerbose)
      case .json: try report.json(command: name)
      case .junit: report.junit(command: name)
      }
    if let file { try file.write(text) } else { write(text) }
    return report.isClean && !report.results.isEmpty ? 0 : 1
  }

  /// The modules by name, each with its variants.
  var families: [[CacheModule]] {
    var names: [String] = []
    for module in modules where !names.contains(module.name) { names.append(module.name) }
    return names.map { name in modules.filter { $0.name == name } }
  }

  /// The variants of the module of a name; `NAME:VARIANT` for one of them.
  private func find(_ name: String?) throws(UsageError) -> [CacheModule] {
    guard let name else { return families[0] }
    let known = families.filter { $0[0].name == name } + modules.filter { $0.fullName == name }.map { [$0] }
    if let found = known.first { return found }
    let family = String(name.prefix { $0 != ":" })
    if families.contains(where: { $0[0].name == family }) {
      throw UsageError("\(family) has no variant '\(name.dropFirst(family.count + 1))'")
    }
    let names = families.map { $0[0].name }
    throw UsageError("unknown module '\(family)'; the modules are \(names.joined(separator: ", "))")
  }

  /// Every rule of the modules' chapters, each once.
  var rules: [Rule] { modules.rules }

  /// Every scenario of the modules' chapters, each once.
  var scenarios: [ScenarioInfo] {
    var seen: Set<String> = []
    return modules.flatMap { $0.plan() }.map(\.scenario).filter { seen.insert($0.id).inserted }
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
      \(name) show ID           a rule, its source, its rows; how to rerun it; or the page of a chapter
      \(name) pages FOLDER      write the page of each chapter below a folder
      \(name) modules           the modules, and what each can do

    with check:
      --only PATTERN            a chapter, a topic, a rule or a scenario; * stands for any text
      --isolated                scenarios in child processes: a trap or an endless loop costs its own only
      --format FORMAT           text (the default), json or junit
      --output FILE             write the report there
      --time-limit SECONDS      what a scenario may take (5)
      --verbose                 tell every failure whole, with the steps that lead to its fixture (also with show)
      --spec VERSION            leave out rules that came after this version of the specification

    exit status: 0 nothing violated; 1 something violated, crashed, hung, could not be set up or passed
    unexpectedly; 2 these arguments were off; 3 the run itself failed
    """
  }
}

extension CacheModule {
  /// Whether a deviation on record takes the process with it: such a module is always given child processes.
  fileprivate var isKnownToEndItsProcess: Bool {
    deviations.contains { $0.outcome == .crashed || $0.outcome == .hung }
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
