import Foundation
import Mutation

/// Holds the copy against scenarios, with one mutant on or none.
struct Trial: Sendable {
  let executable: URL
  /// What a scenario may take, in seconds.
  let timeLimit: Double
  /// The chapters that there are.
  let chapters: Set<String>
  /// The folders of the reference that only a chapter uses which is not there.
  let missing: Set<String>

  /// What the whole run may take: a mutant that slows everything down is noticed.
  private static let patience = 60.0

  /// Finds out which chapters there are.
  init(_ copy: PackageCopy, timeLimit: Double) async throws {
    executable = copy.executable
    self.timeLimit = timeLimit
    let list = try await Command(executable: executable, arguments: ["list"]).run().output
    let chapters = Set(list.split(separator: "\n").compactMap { $0.split(separator: ".").first.map(String.init) })
    let folders = try FileManager.default.contentsOfDirectory(atPath: copy.package.appendingPathComponent("Spec").path)
    self.chapters = chapters
    missing = Set(folders.map { $0.lowercased() }.filter { !chapters.contains($0) })
  }

  /// Shows that nothing is noticed where there is nothing to notice.
  func checkBaseline() async throws {
    let ending = try await check(mutant: 0, only: [])
    guard ending.status == 0 else { throw MutateError.baseline(ending.output) }
  }

  /// Tries a mutant: against the chapter of its folder first, which is the likeliest to notice, then against all.
  func outcome(of number: Int, _ mutant: Mutant) async throws -> Outcome {
    let folder = mutant.folder.lowercased()
    if missing.contains(folder) { return .notTried(why: "the chapter \(folder) is not in the list of chapters") }
    let own = Self.chapters(of: folder).filter(chapters.contains)
    if !own.isEmpty, try await isNoticed(number, only: own) { return .noticed }
    return try await isNoticed(number, only: []) ? .noticed : .survived
  }

  /// HTTP has no folder in the reference: the store of responses follows it.
  private static func chapters(of folder: String) -> [String] { folder == "response" ? ["response", "http"] : [folder] }

  private func isNoticed(_ number: Int, only chapters: [String]) async throws -> Bool {
    let ending = try await check(mutant: number, only: chapters)
    switch ending.status {
    case 0: return false
    case 2: throw MutateError.running(number: number, output: ending.output)
    default: return true
    }
  }

  private func check(mutant number: Int, only chapters: [String]) async throws -> Command.Ending {
    try await Command(
      executable: executable,
      arguments: ["check", "reference", "--fail-fast", "--time-limit", "\(timeLimit)"] + chapters.flatMap { ["--only", $0] },
      environment: [Switchboard.variable: "\(number)"], timeLimit: Self.patience
    ).run()
  }
}
