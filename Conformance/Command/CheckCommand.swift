import CacheConformance
import CacheSpec
import Foundation

extension CacheSpecCommand {
  /// Checks modules, the first one if none is named, and reports on all of them at the end.
  func check(_ names: [String], _ arguments: Arguments) async throws -> Int32 {
    if let path = arguments.replaying { return try await replay(path, names.first, arguments) }
    // The file is opened before anything that takes time, which a run is not worth if its report cannot be written. This
    // removes an earlier report at once, because a run that is not finished must not look finished.
    let file = try arguments.output.map(OutputFile.init)
    let command = try await withProgram(arguments)
    let chosen = names.isEmpty ? [try command.find(nil)] : try names.map { try command.find($0) }
    var reports: [RunReport] = []
    for modules in chosen { reports.append(try await command.report(on: modules, arguments)) }
    let text =
      arguments.printsDeviations
      ? zip(reports, chosen).map { $0.printedDeviations(asJSON: $1[0].program != nil) }.joined(separator: "\n")
      : try Self.text(of: reports, command: name, arguments)
    if let file {
      try file.write(text)
      for report in reports { tell(report.summary, arguments) }
      tell("wrote the \(arguments.printsDeviations ? "deviations" : "report") to \(arguments.output ?? "")", arguments)
    } else {
      try write(arguments.format == .text && !arguments.printsDeviations ? arguments.color.colored(text) : text)
    }
    if arguments.printsDeviations { reports.forEach { askForLinks($0, arguments) } }
    return reports.allSatisfy { $0.isClean && (!$0.results.isEmpty || $0.isEmptyShard) } ? 0 : 1
  }

  /// Says on standard error what was done, which `--quiet` leaves out.
  func tell(_ text: String, _ arguments: Arguments) { if !arguments.isQuiet { complain(text) } }

  /// Asks for what printed deviations lack, and only who records them knows.
  private func askForLinks(_ report: RunReport, _ arguments: Arguments) {
    let deviations = ([nil] + report.variants).flatMap(report.deviationsToRecord)
    if deviations.isEmpty { return tell("there is nothing to record of \(report.module)", arguments) }
    let missing = deviations.count { $0.link.isEmpty }
    if missing == 0 { return }
    complain(
      "\(missing) of \(deviations.count.counted("deviation")) \(missing == 1 ? "has" : "have") no link: give the address "
        + "where each is documented or reported, and say in its reason why the module does so")
  }

  /// The reports as one text: those on several modules one after another, or in JSON as a list.
  private static func text(of reports: [RunReport], command: String, _ arguments: Arguments) throws -> String {
    let texts = try reports.map { report in
      switch arguments.format {
      case .text: report.text(command: command, arguments.textStyle)
      case .json: try report.json(command: command)
      case .junit: report.junit(command: command)
      case .github: report.github(command: command)
      case .markdown: report.markdown(command: command)
      }
    }
    switch arguments.format {
    case .json where texts.count > 1: return "[\(texts.joined(separator: ",\n"))]"
    case .github: return texts.joined(separator: "\n")
    default: return texts.joined(separator: "\n\n")
    }
  }

  /// Runs the variants of one module.
  private func report(on modules: [CacheModule], _ arguments: Arguments) async throws -> RunReport {
    var options = RunOptions(
      selection: arguments.only.isEmpty ? nil : ScenarioSelection(anyOf: arguments.only), version: arguments.version,
      passesOutputOn: arguments.isVerbose, failsFast: arguments.failsFast, shuffle: arguments.shuffle,
      shard: arguments.shard)
    options.repeats = arguments.repeats
    if let seconds = arguments.timeLimit { options.timeLimit = .seconds(seconds) }
    for pattern in arguments.only { try check(pattern, of: modules, options) }
    var sharing = arguments.sharing
    if sharing == .all, modules.contains(where: \.isKnownToEndItsProcess) { sharing = .worker }
    if sharing != .all { options.width = 2 }
    #if os(macOS) || os(Linux)
      options.isolation = isolation(of: modules, sharing: sharing)
    #endif
    let limit = options.timeLimit
    options.onHangs = { tell($0.words(limit: limit), arguments) }
    let progress = Progress.shared
    progress.isQuiet = arguments.isQuiet || arguments.isVerbose
    options.onProgress = { done, planned in
      if planned > 0 { progress.tell { "\(done) of \(planned.counted("scenario"))" } }
    }
    // What a deviation covers that is refused is printed, so that it can take the deviation's place.
    let report = try await (arguments.printsDeviations ? modules.map(\.withoutWideDeviations) : modules).run(options)
    progress.end()
    for bystander in report.bystanders { complain(bystander) }
    return report
  }

  /// Throws what to type in place of a pattern that no scenario matches, of this shard or of another.
  private func check(_ pattern: String, of modules: [CacheModule], _ options: RunOptions) throws(UsageError) {
    var options = options
    (options.selection, options.shard) = (ScenarioSelection(pattern), nil)
    if modules.contains(where: { !$0.plan(options).isEmpty }) { return }
    let version = options.version
    options.version = .current
    if modules.contains(where: { !$0.plan(options).isEmpty }) {
      throw UsageError("--spec \(version) leaves out '\(pattern)', which came later")
    }
    throw UsageError("no scenario of \(modules[0].name) matches '\(pattern)'\(meaning(of: pattern))")
  }
}

extension HangProgress {
  /// What is said of the scenarios that hang.
  fileprivate func words(limit: Duration) -> String {
    let names = hung.prefix(3).joined(separator: ", ")
    if hung.count == 1 {
      return "\(names) hangs; what hangs is waited for \(limit.seconds.trimmed) s, and once more alone: --fail-fast "
        + "ends at the first, and --time-limit gives a slow module longer"
    }
    let more = hung.count > 3 ? ", …" : ""
    return "\(done) of \(planned.counted("scenario")) are done, \(hung.count) hung: \(names)\(more)"
  }
}

extension CacheModule {
  /// Whether a known deviation ends the process. Such a module always runs as with `--isolated`.
  fileprivate var isKnownToEndItsProcess: Bool {
    deviations.contains { $0.outcome == .crashed || $0.outcome == .hung }
  }
}
