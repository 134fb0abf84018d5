public import CacheConformance
package import CacheSpec
import Foundation

/// The command line for some modules, as a library: with it, a two-line executable has all commands for its own module.
public struct CacheSpecCommand: Sendable {
  let modules: [CacheModule]
  let name: String
  let programs: [ProgramChapter]
  let ledger: DocumentLedger

  /// Creates a command line.
  ///
  /// - Parameters:
  ///   - name: the name of the executable.
  ///   - modules: its modules. The first one is the default of `check`.
  ///   - programs: the chapters that `--exec` holds programs in other languages against.
  public init(name: String = "cachespec", modules: [CacheModule], programs: [ProgramChapter] = []) {
    self.init(name: name, modules: modules, programs: programs, ledger: DocumentLedger())
  }

  /// Creates a command line that also has the ledger of the documents which the modules' rules come from.
  package init(
    name: String = "cachespec", modules: [CacheModule], programs: [ProgramChapter], ledger: DocumentLedger
  ) { (self.name, self.modules, self.programs, self.ledger) = (name, modules, programs, ledger) }

  /// Creates a command line for one module.
  public init(_ module: CacheModule) { self.init(modules: [module]) }

  /// Runs the arguments of the process, and ends the process with the exit status.
  public func runAndExit() async -> Never {
    exit(await run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs these arguments.
  ///
  /// - Returns: 0 nothing violated; 1 something violated, blocked, crashed, hung, could not be set up or passed
  ///   unexpectedly, no scenario ran, or an audit is incomplete; 2 the arguments could not be understood; 3 the run
  ///   itself failed.
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
      return try await perform(arguments)
    } catch let error as UsageError {
      complain("\(error); \(name) --help lists the calls")
      return 2
    } catch {
      complain(error.inWords)
      return 3
    }
  }

  private func perform(_ arguments: Arguments) async throws -> Int32 {
    #if os(macOS) || os(Linux)
      if case .work(let module) = arguments.action { return try await work(module, program: arguments.program) }
      if case .serve(let module) = arguments.action {
        // A program serves one variant, the last one. The last variant of the reference stores on disk.
        if let module = try find(module).last { await Server(module).run() }
        return 0
      }
    #endif
    if modules.isEmpty, arguments.program == nil, arguments.action != .help {
      throw UsageError(
        "this program declares no module, and knows no rules without one; name one in CacheSpecCommand(name:modules:)")
    }
    switch arguments.action {
    case .help: try write(help)
    case .programCalls(let asSchema):
      try checkPrograms()
      try write(asSchema ? protocolSchema : protocolPage)
    case .modules: try write(families.map(describe).joined(separator: "\n"))
    case .list(let chapter): try write(try list(chapter))
    case .show(let id): try write(try await show(id, isVerbose: arguments.isVerbose))
    case .pages(let folder): try write(try await writePages(to: folder))
    case .site(let folder, let reports): try write(try await writeSite(of: reports, to: folder, arguments))
    case .audit(let folder):
      let (text, isClean) = try audit(folder, isListing: arguments.isListing)
      try write(text)
      return isClean ? 0 : 1
    case .check(let modules): return try await check(modules, arguments)
    case .new(let chapter, let name):
      try write(try NewModule(chapter, named: name, as: arguments.form, of: programs).write())
    case .compare(let old, let new):
      let comparison = try Comparison(of: old, with: new)
      try write(comparison.text)
      return comparison.isClean ? 0 : 1
    case .explore(let module): return try await explore(module, arguments)
    case .work, .serve: throw UsageError("child processes and serve need macOS or Linux")
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
    if let file { try file.write(SavedRuns.text(of: explorations)) }
    return explorations.allSatisfy(\.isClean) ? 0 : 1
  }

  /// Repeats the runs that an earlier exploration saved.
  func replay(_ path: String, _ module: String?, _ arguments: Arguments) async throws -> Int32 {
    var options = ExploreOptions()
    if let seconds = arguments.timeLimit { options.timeLimit = .seconds(seconds) }
    guard let data = FileManager.default.contents(atPath: path) else { throw UsageError("there is no file '\(path)'") }
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
    let modules = try await withProgram(arguments).find(chosen)
    try modules.checkDeviations()
    let progress = Progress()
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
        let text = exploration.text(command: name, isVerbose: arguments.isVerbose) + "\n"
        if arguments.output == nil { try write(arguments.color.colored(text)) } else { texts.append(text) }
      }
      return some
    }.flatMap(\.self)
    if explorations.isEmpty {
      throw UsageError(
        "no runs are drawn of \(options.chapter.map { "the chapter \($0)" } ?? "the chapters") of \(modules[0].name)")
    }
    let text = arguments.format == .json ? try explorations.json(command: name) : texts.joined(separator: "\n")
    if let file { try file.write(text) } else if arguments.format == .json { try write(text) }
    return explorations
  }

  /// The modules grouped by name, each with its variants.
  var families: [[CacheModule]] {
    var names: [String] = []
    for module in modules where !names.contains(module.name) { names.append(module.name) }
    return names.map { name in modules.filter { $0.name == name } }
  }

  /// Returns the variants of the module with this name, or one of them for `NAME:VARIANT`.
  func find(_ name: String?) throws(UsageError) -> [CacheModule] {
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

  func complain(_ text: String) { Output.complaints.writeIfPossible("\(name): \(text.printable)") }

  private var help: String {
    """
    \(name): checks a cache module against the documented rules of client-side caches

      \(name) check [MODULE…]   run the scenarios\(modules.first.map { "; no MODULE: \($0.name)" } ?? "")
      \(name) compare OLD NEW   compare two JSON reports: what a new version broke, mended, or lost from sight
      \(name) explore [MODULE]  draw runs at random, and check them against the models of the rules
      \(name) list [CHAPTER]    print one line for each rule: id, level, statement
      \(name) show ID           print a rule with its source and scenarios, the rules of a topic, or a chapter's page
      \(name) pages FOLDER      write the page of each chapter below a folder
      \(name) site --output DIR [REPORT…]
                                write the chapters, and reports in JSON, as web pages that need no server;
                                --baseline FILE: compare them with the earlier reports of a file; --source-url URL:
                                link rows below this address
      \(name) new CHAPTER NAME  write a package for a cache of your own, which depends on this checkout; --url URL: on a
                                repository; --python, --js: write a script
      \(name) modules           print the modules, and what each can do
      \(name) serve MODULE      serve the module as a program, for check --exec
      \(name) protocol         print the calls of programs in other languages, for PROTOCOL.md; --json: as JSON Schema
      \(name) audit FOLDER      compare the documents' texts in a folder with the ledger of their sentences, and the
                                ledger with the rules; --print lists the sentences with their hashes

    with check:
      --only PATTERN            a chapter, a topic, a rule or a scenario; * stands for any text (may be repeated)
      --isolated                run one scenario at a time in each child process, so that they disturb each other less;
                                where a scenario kills the app, a signal also ends the process
      --isolated=each           run each scenario in a child process of its own, so that they share nothing
      --shuffle SEED            run the scenarios in another order, to find out what they share
      --fail-fast               end the run at the first scenario that fails it
      --repeat N                run what failed N times more, and say how often it failed
      --shard I/N               run the I-th of N parts of the scenarios, to divide them among machines; a part without
                                any is no failure
      --format FORMAT           text (the default), json, junit, github (annotates the rows) or markdown (a summary)
      --output FILE             write the report there
      --color WHEN              auto (the default: on a terminal, unless NO_COLOR is set), always or never
      --time-limit SECONDS      the limit of a step (5); all steps of a scenario together have ten times as much; a
                                scenario that hangs has three times as much, alone, before it is told so
      --print-deviations        print, in place of the report, what is violated, crashes or hangs as deviations to put
                                on record: as Swift, or the JSON of a program's description
      --verbose                 print every failure in full, with the steps that lead to its fixture (also with show),
                                and what the module prints
      --spec VERSION            leave out rules that came after this version of the specification
      --replay FILE             run the drawn runs that explore wrote to FILE instead of the scenarios
      --exec COMMAND            check or explore a program in any language instead of a module; PROTOCOL.md beside
                                Conformance/Command/README.md describes it; --name NAME names it in reports

    with explore, beside --exec, --output, --color, --format (text or json) and --verbose (how often each rule was
    judged, too):
      --only CHAPTER            one chapter
      --seed N                  the seed of the runs (1); a seed draws the same runs everywhere
      --runs N                  how many runs to draw for each chapter (1000)
      --run N                   only the run with this number
      --steps N                 how many steps a run has (30)
      --for SECONDS             how long to explore in all chapters together; once runs have shown a fault, half of it is
                                for making finds shorter, and of several faults two thirds
      --write FILE              write the runs that break a rule to FILE, for check --replay
      --fail-fast               draw no more runs once a rule is broken
      --time-limit SECONDS      the limit of a step (5)

    exit status: 0 nothing violated; 1 something violated, blocked, crashed, hung, could not be set up or passed
    unexpectedly, no scenario ran, or an audit found what is missing; 2 wrong arguments; 3 the run itself failed
    """
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
