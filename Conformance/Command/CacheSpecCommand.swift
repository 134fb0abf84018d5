public import CacheConformance
package import CacheSpec
import Foundation

/// The command line for some modules, as a library: with it, a two-line executable has all commands for its own module.
public struct CacheSpecCommand: Sendable {
  let modules: [CacheModule]
  let name: String
  let programs: [ProgramChapter]
  let questions: [Question]

  /// Creates a command line.
  ///
  /// - Parameters:
  ///   - name: the name of the executable.
  ///   - modules: its modules. The first one is the default of `check`.
  ///   - programs: the chapters that `--exec` holds programs in other languages against.
  public init(name: String = "cachespec", modules: [CacheModule], programs: [ProgramChapter] = []) {
    self.init(name: name, modules: modules, programs: programs, questions: [])
  }

  /// Creates a command line that also has the questions which the documents of the modules' rules leave open.
  package init(
    name: String = "cachespec", modules: [CacheModule], programs: [ProgramChapter], questions: [Question]
  ) { (self.name, self.modules, self.programs, self.questions) = (name, modules, programs, questions) }

  /// Creates a command line for one module.
  public init(_ module: CacheModule) { self.init(modules: [module]) }

  /// Runs the arguments of the process, and ends the process with the exit status.
  public func runAndExit() async -> Never {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs these arguments.
  ///
  /// - Returns: the exit status, which `help` explains: 0 only if nothing is violated.
  public func run(_ arguments: [String]) async -> Int32 {
    do {
      let arguments = try Arguments(arguments)
      #if os(macOS) || os(Linux)
        // The signal handlers are installed before anything that takes time or starts a process.
        switch arguments.action {
        case _ where arguments.program == nil && modules.isEmpty: break
        case .check: Interruption.take { complain("interrupted by \($0): the run is not finished") }
        case .explore: Interruption.take { complain("interrupted by \($0): the exploration is not finished") }
        default: break
        }
      #endif
      do {
        return try await perform(arguments)
      } catch let error as UsageError {
        throw UsageError(error.description, of: arguments.command)
      }
    } catch let error as UsageError {
      let command = error.command.flatMap { $0 == "help" ? nil : " \($0)" } ?? ""
      let help = "see '\(name) help\(command)'"
      complain(error.description.hasSuffix("?") ? "\(error) S\(help.dropFirst())" : "\(error); \(help)")
      return 2
    } catch let error as OutputError where error.isEndOfReader {
      return 3
    } catch {
      #if os(macOS) || os(Linux)
        if Interruption.hasBegun { return 3 }
      #endif
      complain(error.inWords)
      return 3
    }
  }

  private func perform(_ arguments: Arguments) async throws -> Int32 {
    #if os(macOS) || os(Linux)
      if case .work(let module) = arguments.action { return try await work(module, program: arguments.program) }
      if case .serve(let module) = arguments.action {
        // A program serves one variant, the last one. The last variant of the reference stores on disk.
        if let module = try find(module, for: "serve").last { await Server(module).run() }
        return 0
      }
    #endif
    switch arguments.action {
    case .help(let command):
      try write(command.map(help.page) ?? help.overview)
      return 0
    case .version:
      try write(versionLine)
      return 0
    default: break
    }
    if modules.isEmpty, arguments.program == nil {
      throw UsageError(
        "this program declares no module, and knows no rules without one; name one in CacheSpecCommand(name:modules:)")
    }
    switch arguments.action {
    case .programCalls(let asSchema):
      try checkPrograms()
      try write(asSchema ? protocolSchema : protocolPage)
    case .modules: try write(families.map(describe).joined(separator: "\n"))
    case .list(let patterns): try write(try list(patterns))
    case .show(let id): try write(try await show(id, isVerbose: arguments.isVerbose))
    case .pages(let folder): try write(try await writePages(to: folder))
    case .site(let folder, let reports): try write(try await writeSite(of: reports, to: folder, arguments))
    case .completions(let shell):
      let script = CompletionScript(
        tool: name, modules: families.map { $0[0].name }, chapters: chapters.map(\.name))
      try write(script.text(for: shell))
    case .check(let modules): return try await check(modules, arguments)
    case .new(let chapter, let name):
      try write(try NewModule(chapter, named: name, as: arguments.form, of: programs).write())
    case .compare(let old, let new):
      let comparison = try Comparison(of: old, with: new)
      try write(comparison.text)
      return comparison.isClean ? 0 : 1
    case .explore(let module): return try await explore(module, arguments)
    case .work, .serve: throw UsageError("child processes and serve need macOS or Linux")
    case .help, .version: break
    }
    return 0
  }

  func checkPrograms() throws(UsageError) {
    guard programs.isEmpty else { return }
    throw UsageError("\(name) names no chapters of programs; name them in CacheSpecCommand(name:modules:programs:)")
  }

  func write(_ text: String) throws { try Output.standard.write(text) }

  /// An isolation that runs scenarios of the modules in child processes of this executable.
  func isolation(of modules: [CacheModule], sharing: Isolation.Sharing = .worker) -> Isolation {
    let module = modules[0]
    var isolation = Isolation(
      executable: Isolation.thisExecutable,
      arguments: ["work", module.name] + (module.program.map { ["--exec", $0] } ?? []),
      sharing: sharing)
    isolation.environment = module.workerEnvironment
    return isolation
  }

  // MARK: explore

  private func explore(_ module: String?, _ arguments: Arguments) async throws -> Int32 {
    let file = try arguments.writing.map(OutputFile.init)
    let explorations = try await explore(module, arguments.exploring, arguments)
    if let file {
      try file.write(SavedRuns.text(of: explorations))
      tell("wrote the runs to \(arguments.writing ?? "")", arguments)
    }
    return explorations.allSatisfy(\.isClean) ? 0 : 1
  }

  /// Repeats the runs that an earlier exploration saved.
  func replay(_ path: String, _ module: String?, _ arguments: Arguments) async throws -> Int32 {
    var options = ExploreOptions()
    if let seconds = arguments.timeLimit { options.timeLimit = .seconds(seconds) }
    let data = try Data(ofFile: path)
    do {
      options.saved = try SavedRuns(String(decoding: data, as: UTF8.self))
    } catch {
      throw UsageError("\(path) cannot be replayed: \(error)")
    }
    return try await explore(module, options, arguments).allSatisfy(\.isClean) ? 0 : 1
  }

  private func explore(
    _ chosen: String?, _ options: ExploreOptions, _ arguments: Arguments
  ) async throws -> [Exploration] {
    // As in `check`, before anything that takes time.
    let file = try arguments.output.map(OutputFile.init)
    let command = try await withProgram(arguments)
    let modules = try command.find(chosen, for: "explore")
    if let chapter = options.chapter, !command.chapters.contains(where: { $0.name == chapter }) {
      throw UsageError("unknown chapter '\(chapter)'\(command.meaning(of: chapter))")
    }
    try modules.checkDeviations()
    let progress = Progress.shared
    progress.isQuiet = arguments.isQuiet || arguments.isVerbose
    var options = options
    #if os(macOS) || os(Linux)
      options.isolation = isolation(of: modules)
    #endif
    var texts: [String] = []
    let explorations = try await options.sharingTime(among: modules) { module, options in
      let some = try await module.explore(options) { state in progress.tell { "\(module): \(state.words)" } }
      progress.end()
      for exploration in some {
        if arguments.format == .json { continue }
        let text = exploration.text(command: name, arguments.textStyle) + (arguments.isQuiet ? "" : "\n")
        if arguments.output == nil { try write(arguments.color.colored(text)) } else { texts.append(text) }
      }
      return some
    }.flatMap(\.self)
    if explorations.isEmpty {
      throw UsageError(
        "no runs are drawn of \(options.chapter.map { "the chapter \($0)" } ?? "the chapters") of \(modules[0].name)")
    }
    let text = arguments.format == .json ? try explorations.json(command: name) : texts.joined(separator: "\n")
    if let file {
      try file.write(text)
      tell("wrote the report to \(arguments.output ?? "")", arguments)
    } else if arguments.format == .json {
      try write(text)
    }
    return explorations
  }

  /// The modules grouped by name, each with its variants.
  var families: [[CacheModule]] {
    var names: [String] = []
    for module in modules where !names.contains(module.name) { names.append(module.name) }
    return names.map { name in modules.filter { $0.name == name } }
  }

  /// Returns the variants of the module with this name, or one of them for `NAME:VARIANT`.
  ///
  /// - Throws: `UsageError` that says what to type, if the name is not that of a module.
  func find(_ name: String?, for command: String = "check") throws(UsageError) -> [CacheModule] {
    guard let name else { return families[0] }
    let known = families.filter { $0[0].name == name } + modules.filter { $0.fullName == name }.map { [$0] }
    if let found = known.first { return found }
    let family = String(name.prefix { $0 != ":" })
    if families.contains(where: { $0[0].name == family }) {
      let variants = modules.filter { $0.name == family }.compactMap(\.variant).joined(separator: ", ")
      throw UsageError(
        "\(family) has no variant '\(name.dropFirst(family.count + 1))'; "
          + (variants.isEmpty ? "check it as \(family)" : "its variants: \(variants)"))
    }
    throw UsageError(notAModule(name, family, for: command))
  }

  /// Every rule of the modules' chapters, each once.
  var rules: [Rule] { modules.rules }

  /// Every scenario of the modules' chapters, each once.
  var scenarios: [ScenarioInfo] {
    var (seen, chapters) = (Set<String>(), Set<String>())
    return modules.flatMap { module in
      module.implementations.filter { !chapters.isSuperset(of: $0.chapterNames) }.flatMap { implementation in
        chapters.formUnion(implementation.chapterNames)
        return implementation.cases(of: module)
      }
    }.map(\.scenario).filter { seen.insert($0.id).inserted }
  }

  func rerunCommand(_ id: String) -> String { "swift run \(name) check \(modules[0].name) --only '\(id)'" }

  // MARK: Printing

  /// Prints a line on standard error, below that of the progress.
  func complain(_ text: String) {
    Progress.shared.end()
    let line = "\(name): \(text.printable)"
    Output.complaints.writeIfPossible(Terminal.width(of: STDERR_FILENO).map { line.wrapped(at: $0, indent: 2) } ?? line)
  }
}

extension ExploreProgress {
  /// What is going on, in words.
  fileprivate var words: String {
    switch self {
    case .drawing(let runs, let faults):
      "drew \(runs.counted("run"))" + (faults == 0 ? "" : ", which showed \(faults.counted("fault"))")
    case .shrinking(let find, let count): "making find \(find) of \(count) shorter"
    }
  }
}
