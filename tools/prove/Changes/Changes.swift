import CacheConformance
import CacheConformanceCommand
import Foundation

/// Makes small changes in the reference, one after another, and reports those that no scenario notices.
struct Changes {
  let options: ChangeOptions

  /// The factor by which scenarios may take longer while no mutant is active.
  private static let leeway = 10.0

  /// Tries the chosen changes, and returns whether the exemptions are right and the gate is met.
  func hold() async throws -> Bool {
    let sources = try reference()
    let all = mutants(of: sources)
    let unfitting = exemptions.unfitting(all.map(\.mutant))
    for entry in unfitting { print("no place fits this exemption: \(entry)") }
    let chosen = try choose(among: all)
    if options.listsOnly {
      for (number, mutant) in chosen { print("\(number)\t\(mutant.kind)\t\(mutant)") }
      return unfitting.isEmpty
    }
    let (outcomes, explored) = try await sweep(chosen, of: all, sources)
    let tally = Tally(outcomes, exemptions, explored: explored)
    print(tally.report)
    var holds = unfitting.isEmpty
    for entry in tally.outdated {
      print("this exemption is noticed now, take it off: \(entry)")
      holds = false
    }
    if let gate = options.gate, tally.isBelow(gate) {
      print("fewer than \(gate) were noticed of those that are not exempt")
      holds = false
    }
    if options.gate != nil, exemptions.isTooLarge(for: all.map(\.mutant)) {
      print("more than one in eight is exempt")
      holds = false
    }
    return holds
  }

  private func sweep(
    _ chosen: [NumberedMutant], of all: [NumberedMutant], _ sources: [String: String]
  ) async throws -> (outcomes: [(mutant: Mutant, outcome: Outcome)], explored: Set<Mutant>?) {
    let clock = ContinuousClock()
    let start = clock.now
    complain("building the reference with \(all.count) mutants in it")
    let folder = try RunFolder()
    defer { folder.remove() }
    let reference = try await InstrumentedReference(of: URL(fileURLWithPath: options.package), in: folder.url)
    let build = try await InstrumentedBuild(reference, sources, all)
    let built = clock.now
    complain(
      "built in \(build.rounds) rounds, \(start.duration(to: built).wholeSeconds) s; \(build.dropped.count) dropped")
    let worker = Isolation(executable: reference.executable, arguments: ["work", "reference"])
    let timeLimit = Duration.seconds(options.timeLimit)
    let baseline = try await Baseline(of: worker, timeLimit: timeLimit * Self.leeway, in: folder.url)
    let makeTrial = { @Sendable in try Trial(worker, baseline, timeLimit: timeLimit, in: folder.url) }
    let tried = clock.now
    complain(
      "passes with no mutant on; looked where each of \(baseline.cases.count) scenarios gets in "
        + "\(built.duration(to: tried).wholeSeconds) s")
    let entered = options.triesExemptions ? [] : chosen.filter { exemptions.entry(for: $0.mutant) != nil }
    var byNumber = Dictionary(uniqueKeysWithValues: entered.map { ($0.number, Outcome.entered) })
    let compiled = chosen.filter { build.dropped[$0.number] == nil && byNumber[$0.number] == nil }
    let sweep = Sweep(
      makeTrial: {
        let trial = try makeTrial()
        return { try await trial.outcome(of: $0.number, $0.mutant) }
      }, jobs: options.jobs)
    let outcomes = try await sweep.outcomes(of: compiled)
    complain("tried \(compiled.count) in \(tried.duration(to: clock.now).wholeSeconds) s")
    byNumber.merge(zip(compiled.map(\.number), outcomes)) { $1 }
    for (number, mutant) in chosen {
      guard let why = build.dropped[number], byNumber[number] == nil else { continue }
      byNumber[number] =
        options.isThorough
        ? try await OwnBuild(reference: reference, sources: sources, trial: try makeTrial()).outcome(of: mutant)
        : .notTried(why: "does not compile beside the others (\(why))")
    }
    let survivors = compiled.filter { byNumber[$0.number]?.isSurvival ?? false }
    byNumber.merge(try await tested(survivors, reference)) { $1 }
    var explored: Set<Mutant>?
    if let seconds = options.exploring {
      let exploring = Exploring(
        isolation: worker, baseline: baseline, duration: .seconds(seconds),
        jobs: ProcessInfo.processInfo.activeProcessorCount, folder: folder.url)
      let noticed = try await exploring.noticed(
        of: compiled.filter {
          byNumber[$0.number]?.isSurvival ?? false || options.exploresAll && byNumber[$0.number] == .noticed
        })
      explored = Set(compiled.filter { noticed.contains($0.number) }.map(\.mutant))
    }
    return (chosen.map { ($0.mutant, byNumber[$0.number] ?? .notTried(why: "it was forgotten")) }, explored)
  }

  /// The mutants among those that no scenario notices that a test of the reference does.
  private func tested(
    _ survivors: [NumberedMutant], _ reference: InstrumentedReference
  ) async throws -> [Int: Outcome] {
    if survivors.isEmpty { return [:] }
    let trial = try await TestTrial(reference)
    // Each is a process that fills a core.
    let sweep = Sweep(
      makeTrial: { { try await trial.notices($0.number) ? .tested : .survived } },
      jobs: ProcessInfo.processInfo.activeProcessorCount)
    let outcomes = zip(survivors, try await sweep.outcomes(of: survivors))
    return Dictionary(uniqueKeysWithValues: outcomes.filter { $1 == .tested }.map { ($0.0.number, $0.1) })
  }

  /// The sources of the reference, by path.
  private func reference() throws(ProveError) -> [String: String] {
    let folder = "Sources/ReferenceCache"
    let root = URL(fileURLWithPath: options.package)
    guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
    else { throw .noReference(package: options.package) }
    var sources: [String: String] = [:]
    for path in paths where path.hasSuffix(".swift") {
      let url = root.appendingPathComponent(folder).appendingPathComponent(path)
      guard let data = try? Data(contentsOf: url) else { throw .noReference(package: options.package) }
      sources["\(folder)/\(path)"] = String(decoding: data, as: UTF8.self)
    }
    return sources
  }

  private func mutants(of sources: [String: String]) -> [NumberedMutant] {
    let declarations = Declarations(of: Array(sources.values))
    let mutants = sources.sorted { $0.key < $1.key }.flatMap { path, source in
      Places.mutants(of: source, file: path, declarations: declarations)
    }
    return Array(zip(1..., mutants))
  }

  private func choose(
    among all: [NumberedMutant]
  ) throws(ProveError) -> [NumberedMutant] {
    let chosen = all.filter { options.only.isEmpty || $0.mutant.isIn(options.only) }
    if chosen.isEmpty { throw .nothingChosen(options.only) }
    return options.sample.map { chosen.sample($0, seed: options.seed) } ?? chosen
  }
}

extension Mutant {
  /// Whether it is in one of these folders or files.
  func isIn(_ paths: [String]) -> Bool {
    let own = file.split(separator: "/").dropFirst(2).joined(separator: "/")
    return paths.contains { own == $0 || own.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") || file == $0 }
  }
}

extension Duration {
  fileprivate var wholeSeconds: Int64 { components.seconds }
}
