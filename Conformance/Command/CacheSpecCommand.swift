public import CacheConformance
import CacheSpec
import Foundation

/// The command line for some modules, as a library: with it, a two-line executable has all commands for its own module.
public struct CacheSpecCommand: Sendable {
  let modules: [CacheModule]
  private let name: String

  /// Creates a command line for these modules. The first one is the default of `check`.
  public init(name: String = "cachespec", modules: [CacheModule]) {
    (self.name, self.modules) = (name, modules)
  }

  /// Creates a command line for one module.
  public init(_ module: CacheModule) { self.init(modules: [module]) }

  /// Runs the arguments of the process, and ends the process with the exit status.
  public func runAndExit() async -> Never {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs these arguments.
  ///
  /// - Returns: 0 nothing violated; 1 something violated, blocked, crashed, hung, could not be set up or passed
  ///   unexpectedly, or an audit is incomplete; 2 the arguments could not be understood; 3 the run itself
  ///   failed.
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
    #if os(macOS) || os(Linux)
      if let command = arguments.program {
        let program = Program(command)
        defer { program.end() }
        var own = arguments
        own.program = nil
        return try await Self(name: name, modules: [program.module(named: arguments.name)]).perform(own)
      }
      if case .serve(let module) = arguments.action {
        // A program serves one variant: of the reference the last, which stores on disk.
        if let module = try find(module).last { await Server(module).run() }
        return 0
      }
    #endif
    if modules.isEmpty, arguments.action != .help {
      throw UsageError(
        "this program declares no module, and knows no rules without one; name one in CacheSpecCommand(name:modules:)")
    }
    switch arguments.action {
    case .help: try write(help)
    case .modules: try write(families.map(describe).joined(separator: "\n"))
    case .list(let chapter): try write(try list(chapter))
    case .show(let id): try write(try await show(id, isVerbose: arguments.isVerbose))
    case .pages(let folder): try write(try await writePages(to: folder))
    case .audit(let folder):
      let (text, isClean) = try audit(folder, isListing: arguments.isListing)
      try write(text)
      return isClean ? 0 : 1
    case .check(let module): return try await check(module, arguments)
    case .new(let chapter, let name):
      try write(try NewModule(chapter, named: name, isPython: arguments.isPython).write())
    case .compare(let old, let new):
      let comparison = try Comparison(of: old, with: new)
      try write(comparison.text)
      return comparison.isClean ? 0 : 1
    case .explore(let module): return try await explore(module, arguments)
    case .work(let module): try await find(module).work()
    case .serve: throw UsageError("serve needs macOS or Linux")
    }
    return 0
  }

  private func write(_ text: String) throws { try Output.standard.write(text) }

  // MARK: check

  private func check(_ module: String?, _ arguments: Arguments) async throws -> Int32 {
    #if os(macOS) || os(Linux)
      // Before anything that takes time.
      Interruption.take { number in complain("interrupted by signal \(number): the run is not finished") }
    #endif
    // The file is opened before the run, which is not worth its time if its report cannot be written. This removes an
    // earlier report at once, because a run that is not finished must not look finished.
    let file = try arguments.output.map(OutputFile.init)
    let modules = try find(module)
    if let path = arguments.replaying { return try await replay(path, module, arguments) }
    var options = RunOptions(selection: arguments.only.isEmpty ? nil : Selection(anyOf: arguments.only))
    options.version = arguments.version
    (options.shuffle, options.shard) = (arguments.shuffle, arguments.shard)
    options.failsFast = arguments.failsFast
    options.passesOutputOn = arguments.isVerbose
    if let seconds = arguments.timeLimit { options.timeLimit = .seconds(seconds) }
    for pattern in arguments.only where !modules.contains(where: { $0.chooses(pattern, options) }) {
      var newest = options
      newest.version = .current
      if modules.contains(where: { $0.chooses(pattern, newest) }) {
        throw UsageError("--spec \(arguments.version) leaves out '\(pattern)', which came later")
      }
      throw UsageError("no scenario of \(modules[0].name) matches '\(pattern)'")
    }
    var sharing = arguments.sharing
    if sharing == .all, modules.contains(where: \.isKnownToEndItsProcess) { sharing = .worker }
    if sharing != .all { options.width = 2 }
    #if os(macOS) || os(Linux)
      options.isolation = isolation(of: modules, sharing: sharing)
    #endif
    let limit = options.timeLimit.seconds.trimmed
    options.onHangs = { progress in
      let names = progress.hung.prefix(3).joined(separator: ", ")
      if progress.hung.count > 1 {
        let more = progress.hung.count > 3 ? ", …" : ""
        return complain(
          "\(progress.done) of \(progress.planned) scenarios are done, \(progress.hung.count) hung: \(names)\(more)")
      }
      complain(
        "\(names) hangs; what hangs is waited for \(limit) s, and once more alone: --fail-fast ends at the first, and "
          + "--time-limit gives a slow module longer")
    }
    let progress = Progress()
    options.onProgress = { done, planned in progress.tell { "\(done) of \(planned) scenarios" } }
    let report = try await modules.run(options)
    progress.end()
    for bystander in report.bystanders { complain(bystander) }
    let text =
      switch arguments.format {
      case .text: report.text(command: name, isVerbose: arguments.isVerbose)
      case .json: try report.json(command: name)
      case .junit: report.junit(command: name)
      case .github: report.github(command: name)
      case .markdown: report.markdown(command: name)
      }
    if let file {
      try file.write(text)
    } else {
      try Output.standard.write(arguments.format == .text ? arguments.color.colored(text) : text)
    }
    return report.isClean && !report.results.isEmpty ? 0 : 1
  }

  /// This executable, as what runs scenarios of the modules for this process.
  private func isolation(of modules: [CacheModule], sharing: Isolation.Sharing = .worker) -> Isolation {
    let module = modules[0]
    return Isolation(
      executable: Isolation.thisExecutable,
      arguments: ["work", module.name] + (module.program.map { ["--exec", $0, "--name", module.name] } ?? []),
      sharing: sharing)
  }

  // MARK: explore

  private func explore(_ module: String?, _ arguments: Arguments) async throws -> Int32 {
    let file = try arguments.writing.map(OutputFile.init)
    let explorations = try await explore(try find(module), arguments.exploring, arguments)
    if let file { try file.write(KeptRuns.text(of: explorations)) }
    return explorations.allSatisfy(\.isClean) ? 0 : 1
  }

  /// Runs what an earlier exploration has kept.
  private func replay(_ path: String, _ module: String?, _ arguments: Arguments) async throws -> Int32 {
    var options = ExploreOptions()
    if let seconds = arguments.timeLimit { options.timeLimit = .seconds(seconds) }
    do {
      options.kept = try KeptRuns(String(contentsOfFile: path, encoding: .utf8))
    } catch {
      throw UsageError("\(path) cannot be replayed: \(error)")
    }
    return try await explore(try find(module), options, arguments).allSatisfy(\.isClean) ? 0 : 1
  }

  private func explore(
    _ modules: [CacheModule], _ options: ExploreOptions, _ arguments: Arguments
  ) async throws -> [Exploration] {
    let progress = Progress()
    var (options, explorations) = (options, [Exploration]())
    #if os(macOS) || os(Linux)
      Interruption.take { number in complain("interrupted by signal \(number): the exploration is not finished") }
      options.isolation = isolation(of: modules)
    #endif
    for module in modules {
      let some = try await module.explore(options) { runs, broken in
        progress.tell { "\(module): \(runs) runs" + (broken == 0 ? "" : ", \(broken) finds") }
      }
      progress.end()
      for exploration in some {
        try write(
          exploration.text(
            of: module.program == nil ? module.fullName : module.argument, command: name, isVerbose: arguments.isVerbose
          ) + "\n")
      }
      explorations += some
    }
    if explorations.isEmpty {
      throw UsageError(
        "no runs are drawn of \(options.chapter.map { "the chapter \($0)" } ?? "the chapters") of \(modules[0].name)")
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
  private func find(_ name: String?) throws(UsageError) -> [CacheModule] {
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
    let names = families.map { $0[0].name }
    throw UsageError("unknown module '\(family)'; the modules are \(names.joined(separator: ", "))")
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

  private func complain(_ text: String) { Output.complaints.writeIfPossible("\(name): \(text.printable)") }

  private var help: String {
    """
    \(name): holds a cache module against the documented rules of client-side caches

      \(name) check [MODULE]    run the scenarios\(modules.first.map { "; no MODULE: \($0.name)" } ?? "")
      \(name) compare OLD NEW   what a new version broke or mended, by two reports in JSON
      \(name) explore [MODULE]  draw runs that no one wrote down, and hold them against the models of the rules
      \(name) list [CHAPTER]    a line a rule: id, level, statement
      \(name) show ID           a rule, its source, its rows, how to rerun it; each rule of a topic; a chapter's page
      \(name) pages FOLDER      write the page of each chapter below a folder
      \(name) new CHAPTER NAME  write a package for a cache of your own; --python: a script
      \(name) modules           the modules, and what each can do
      \(name) serve MODULE      the module as a program of its own, for check --exec
      \(name) audit FOLDER      hold the documents' texts in a folder against the ledger of their sentences, and the
                                ledger against the rules; --print lists the sentences with their hashes

    with check:
      --only PATTERN            a chapter, a topic, a rule or a scenario; * stands for any text (again for more)
      --isolated                one scenario at a time in each child process: they disturb each other less, and where the
                                app is killed a signal ends the process too
      --isolated=each           a child process for each scenario: they share nothing
      --shuffle SEED            in another order, which the number decides: for what scenarios should not share
      --fail-fast               end the run at the first scenario that fails it
      --shard I/N               the I-th of N parts of the scenarios, for machines that share them
      --format FORMAT           text (the default), json, junit, github (annotates the rows) or markdown (a summary)
      --output FILE             write the report there
      --color WHEN              auto (the default: on a terminal, unless NO_COLOR is set), always or never
      --time-limit SECONDS      what a step of a scenario may take (5), ten times that for all of them
      --verbose                 tell every failure whole, with the steps that lead to its fixture (also with
                                show), and pass on what the module prints
      --spec VERSION            leave out rules that came after this version of the specification
      --replay FILE             run what explore has written there, in place of the scenarios
      --exec COMMAND            check, or explore, a program in any language in place of a module (PROTOCOL.md beside
                                Conformance/Command/README.md says what it answers); --name NAME names it in reports

    with explore:
      --only CHAPTER            one chapter
      --seed N                  which runs are drawn (1): the same ones everywhere
      --runs N                  how many are drawn of each chapter (1000)
      --run N                   the one with this number alone
      --steps N                 how many steps a run has (30)
      --for SECONDS             begin no more runs after this time
      --write FILE              keep the runs that break a rule there, for check --replay
      --time-limit SECONDS      what a step may take (5)
      --verbose                 tell how often each rule was judged

    exit status: 0 nothing violated; 1 something violated, blocked, crashed, hung, could not be set up or passed
    unexpectedly, or an audit found what is missing; 2 these arguments were off; 3 the run itself failed
    """
  }
}

extension CacheModule {
  /// Whether a known deviation ends the process. Such a module always runs as with `--isolated`.
  fileprivate var isKnownToEndItsProcess: Bool {
    deviations.contains { $0.outcome == .crashed || $0.outcome == .hung }
  }
}

extension CacheModule {
  fileprivate func chooses(_ pattern: String, _ options: RunOptions) -> Bool {
    var options = options
    options.selection = Selection(pattern)
    return !plan(options).isEmpty
  }
}
