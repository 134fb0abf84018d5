import CacheSpec
import Foundation

/// An exploration is encoded as `Conformance/Command/REPORT.md` describes it.
extension Exploration: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try JSONExploration(self, command: "cachespec").encode(to: encoder)
  }
}

extension [Exploration] {
  /// Returns the report for programs: a list, whose fields `Conformance/Command/REPORT.md` describes.
  ///
  /// - Parameter command: the name of the executable that the report tells people to run.
  /// - Throws: `EncodingError` if a number in it is not finite.
  public func json(command: String = "cachespec") throws -> String {
    try map { JSONExploration($0, command: command) }.reportText()
  }
}

/// What was explored of the chapters that share one type of action, in JSON.
private struct JSONExploration: Encodable {
  let format = JSONReport.currentFormat
  let module: String
  let chapters: [String]
  let seed, runs, steps: Int
  let seconds: Double
  let judged: [String: Int]
  let neverJudged: [String]
  let finds: [JSONFind]
  let deviations: [String: Int]
  let unconfirmed, untried, failures: [JSONIncident]

  init(_ exploration: Exploration, command: String) {
    module = exploration.module
    chapters = exploration.chapters
    (seed, runs, steps) = (exploration.seed, exploration.runs, exploration.steps)
    seconds = exploration.duration.seconds
    judged = exploration.coverage.rules.byText
    neverJudged = exploration.neverJudged.map(\.text)
    finds = exploration.finds.map { JSONFind($0, exploration.rerun($0.drawnBy, command: command)) }
    deviations = exploration.deviations.byText
    unconfirmed = JSONIncident.list(exploration.once)
    untried = JSONIncident.list(exploration.untried)
    failures = exploration.failures.sorted { $0.key < $1.key }.map {
      JSONIncident(what: $0, run: $1.run, runs: $1.count)
    }
  }
}

/// A find, as a report has it.
private struct JSONFind: Encodable {
  let result: JSONResult
  let seed, run, drawnSteps, others: Int
  let swift: String

  init(_ find: ExplorationFind, _ again: String) {
    result = JSONResult(find.result, .draw(again))
    (seed, run) = (find.drawnBy.seed, find.run)
    (drawnSteps, others, swift) = (find.drawnSteps, find.others, find.swift)
  }
}

/// Something that some runs showed and that is no find.
private struct JSONIncident: Encodable {
  let what: String
  let run, runs: Int

  static func list(_ runs: [String: Int]) -> [Self] {
    runs.sorted { $0.key < $1.key }.map { Self(what: $0, run: $1, runs: 1) }
  }
}

extension [RuleID: Int] {
  fileprivate var byText: [String: Int] { [String: Int](uniqueKeysWithValues: map { ($0.text, $1) }) }
}
