import BrokenModules
import CacheConformance
import CacheConformanceCommand
import CacheSpecChapters
import Foundation
import CacheConformanceModules

/// `prove`: shows what the proofs of the rules are worth.
@main
struct Prove {
  static func main() async {
    do {
      guard let options = try Options(Array(CommandLine.arguments.dropFirst())) else { return print(Options.help) }
      Interruption.take { complain("interrupted by \($0)") }
      exit(try await Prove(options: options).holds() ? 0 : 1)
    } catch {
      complain("\(error)")
      if let error = error as? ProveError, error.isOfArguments { exit(2) }
      exit(3)
    }
  }

  let options: Options

  private func holds() async throws -> Bool {
    if let chapter = options.chapter, !Chapters.all.contains(where: { $0.name == chapter }) {
      throw ProveError.unknownChapter(chapter, known: Chapters.all.map(\.name))
    }
    if let proof = options.proof { return try await holds(proof) }
    var sample = options
    sample.changes.sample = 100
    sample.changes.gate = 0.96
    var results: [(proof: Proof, holds: Bool)] = []
    for proof in [Proof.faults, .variants, .changes] {
      complain("\(proof) …")
      results.append((proof, try await Prove(options: sample).holds(proof)))
    }
    for (proof, holds) in results { print("\(proof): \(holds ? "holds" : "does not hold")") }
    return results.allSatisfy(\.holds)
  }

  private func holds(_ proof: Proof) async throws -> Bool {
    let (chapter, name) = (options.chapter, options.name)
    let tell = { @Sendable (line: String) in complain(line) }
    switch proof {
    case .changes: return try await Changes(options: options.changes).hold()
    case .growth:
      try await Growth.show()
      return true
    case .audit:
      let audit = try Audit(Ledger.sections, rules: Chapters.all.flatMap(\.rules), folder: options.folder)
      if options.isListing {
        print(audit.listing)
        return true
      }
      let report = AuditReport(audit)
      print(report.text)
      return report.problems.isEmpty
    case .faults:
      let matrix = try await FaultMatrix(of: chapter, .whole)
      print(matrix.text)
      return matrix.missing.isEmpty
    case .blame where options.makesPairs:
      let pairs = try await BlameOfPairs(
        of: chapter, count: options.changes.sample ?? 100, seed: options.changes.seed, tell: tell)
      print(pairs.text)
      return pairs.holds
    case .blame where options.isBehindRecord:
      let pairs = try await BlameBehindRecord(
        of: chapter, count: options.changes.sample ?? 100, seed: options.changes.seed, tell: tell)
      print(pairs.text)
      return pairs.holds
    case .blame:
      let blame = try await Blame(of: chapter, named: name)
      print(blame.text)
      return blame.share == 1
    case .premises:
      let premises = try await PremiseProof(of: chapter, named: name, tell: tell)
      print(premises.text)
      return premises.holds
    case .variants:
      let runs = try await SoundRuns(of: chapter, makesPairs: options.makesPairs) {
        tell("told that it is wrong: \($0)")
      }
      print(runs.text)
      return runs.isClean
    case .models:
      let models = try await ModelProof(of: chapter, named: name, tell: tell)
      print(models.text)
      return models.falseAlarms.isEmpty
    case .draws:
      let draws = try DrawProof(of: chapter, options.exploring)
      print(draws.text)
      return draws.holds
    case .finds where options.exploresComposites:
      let finds = try await ExploreOfComposites(of: chapter, named: name, options.exploring, tell: tell)
      print(finds.text)
      return finds.holds
    case .finds:
      var exploring = options.exploring
      exploring.runsOneAtATime = true
      let finds = try await ExploreProof(of: chapter, named: name, exploring, tell: tell)
      print(finds.text)
      return finds.falseAlarms.isEmpty
    }
  }
}

extension ProveError {
  /// Whether the arguments are wrong.
  fileprivate var isOfArguments: Bool {
    switch self {
    case .usage, .unknownChapter: true
    default: false
    }
  }
}

/// Writes a line to standard error.
func complain(_ text: String) { FileHandle.standardError.write(Data("prove: \(text)\n".utf8)) }
