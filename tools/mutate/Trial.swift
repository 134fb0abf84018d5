import Foundation
import Mutation

/// Holds the copy against scenarios, with one mutant on or none.
struct Trial: Sendable {
  let executable: URL
  /// What a scenario may take, in seconds.
  let timeLimit: Double
  /// The chapters whose scenarios reach the place of each mutant, by its number; those that are soonest done come first.
  private(set) var chapters: [Int: [String]] = [:]
  /// What each chapter's run prints with no mutant on: which outcome each scenario came to, where several are allowed.
  private var reports: [String: String] = [:]

  /// What the whole run may take: a mutant that slows everything down is noticed.
  private static let patience = 120.0
  /// How much longer scenarios may take while nothing is noticed.
  private static let leeway = 10.0

  /// Holds the copy with no mutant on against each chapter, which has to pass, and learns which places it reaches.
  init(_ copy: PackageCopy, timeLimit: Double) async throws {
    executable = copy.executable
    self.timeLimit = timeLimit
    let list = try await Command(executable: executable, arguments: ["list"]).run().output
    let names = Set(list.split(separator: "\n").compactMap { $0.split(separator: ".").first.map(String.init) })
    var runs: [(name: String, took: Duration, reached: Set<Int>)] = []
    for name in names.sorted() {
      let start = ContinuousClock.now
      let (report, reached) = try await reportAndPlacesReached(by: name)
      reports[name] = report
      runs.append((name, start.duration(to: .now), reached))
    }
    for run in runs.sorted(by: { $0.took < $1.took }) {
      for number in run.reached { chapters[number, default: []].append(run.name) }
    }
  }

  private func reportAndPlacesReached(by chapter: String) async throws -> (String, Set<Int>) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("mutate-\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    let ending = try await check(
      chapter, timeLimit: timeLimit * Self.leeway, patience: Self.patience * Self.leeway,
      [Switchboard.record: file.path])
    guard ending.status == 0 else { throw MutateError.baseline(ending.output) }
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return (ending.output, Set(text.split(separator: "\n").compactMap { Int($0) }))
  }

  /// Tries a mutant against the chapters that reach its place: that of its folder first, which is the likeliest to
  /// notice.
  func outcome(of number: Int, _ mutant: Mutant) async throws -> Outcome {
    try await outcome(mutant, chosenBy: number, chapters[number] ?? [])
  }

  /// Tries a mutant that is not behind a switch against every chapter.
  func outcomeOfBuild(with mutant: Mutant) async throws -> Outcome {
    try await outcome(mutant, chosenBy: 0, Array(Set(chapters.values.joined())))
  }

  private func outcome(_ mutant: Mutant, chosenBy number: Int, _ chapters: [String]) async throws -> Outcome {
    if chapters.isEmpty { return .notReached }
    let folder = mutant.folder.lowercased()
    for chapter in chapters.filter({ $0 == folder }) + chapters.filter({ $0 != folder }) {
      let ending = try await check(
        chapter, timeLimit: timeLimit, patience: Self.patience, [Switchboard.variable: "\(number)"])
      if ending.status == 2 { throw MutateError.running(number: number, output: ending.output) }
      if ending.status != 0 || ending.output != reports[chapter] { return .noticed }
    }
    return .survived
  }

  private func check(
    _ chapter: String, timeLimit: Double, patience: Double, _ environment: [String: String]
  ) async throws -> Command.Ending {
    // In an order of chance: what notices a mutant often stands together, and late.
    let arguments = [
      "check", "reference", "--only", chapter, "--fail-fast", "--shuffle", "1", "--format", "json", "--time-limit",
      "\(timeLimit)",
    ]
    return try await Command(
      executable: executable, arguments: arguments, environment: environment, timeLimit: patience
    ).run()
  }
}
