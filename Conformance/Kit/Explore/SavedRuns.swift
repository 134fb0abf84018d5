public import CacheVocabulary
package import CacheSpec

/// Runs that broke a rule, saved in a file to be run again. Each line of the file is a step, with what was drawn for it.
/// Text after `#` is for readers.
public struct SavedRuns: Hashable, Sendable {
  /// A run of a chapter.
  package struct Run: Hashable, Sendable {
    let chapter: String
    /// The seed for the order in which jobs run that are ready at the same time; zero for the order in which they came.
    let schedule: Int
    let drawnBy: DrawParameters
    var steps: [DrawnStep] = []
    /// The line of the file on which the run begins.
    let line: Int
  }

  /// The error for a line that cannot be read, or for a run that the draw of its chapter cannot produce.
  public struct Mistake: DescribedError {
    let line: Int
    let what: String

    public var description: String {
      "line \(line): \(what); write the runs anew with explore --write"
    }
  }

  package let runs: [Run]

  /// Reads a file that `explore --write` has written.
  ///
  /// - Throws: `Mistake` for a line that is not of such a file.
  public init(_ text: String) throws(Mistake) {
    var runs: [Run] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let words = line.prefix { $0 != "#" }.split(separator: "\t")
      guard let first = words.first else { continue }
      let numbers = words.dropFirst().map { Int($0) }
      if first == "run", words.count == 6, let schedule = numbers[1], let seed = numbers[2], let run = numbers[3],
        let steps = numbers[4]
      {
        let drawnBy = DrawParameters(seed: seed, run: run, steps: steps)
        runs.append(Run(chapter: String(words[1]), schedule: schedule, drawnBy: drawnBy, line: index + 1))
        continue
      }
      guard !runs.isEmpty, !numbers.contains(nil) else {
        throw Mistake(line: index + 1, what: "'\(line.prefix(100))' is no step of a run")
      }
      runs[runs.count - 1].steps.append(DrawnStep(choice: String(first), values: numbers.compactMap(\.self)))
    }
    if runs.isEmpty { throw Mistake(line: 1, what: "there is no run") }
    self.runs = runs
  }

  /// Returns the text of a file that keeps the finds of these explorations.
  public static func text(of explorations: [Exploration]) -> String {
    explorations.flatMap { exploration in
      exploration.finds.map { find in
        let lines = zip(find.steps, find.result.scenario.steps).map { "\($0.line)\t# \($1.printable)" }
        let head = ["# \(find.result.rule.id)", beginning(exploration.chapters[0], find.schedule, find.drawnBy)]
        return (head + lines).joined(separator: "\n") + "\n"
      }
    }.joined(separator: "\n")
  }

  /// Returns the text of a file that keeps these runs of a chapter.
  package static func text<Action>(of runs: [DrawnRun<Action>], chapter: String) -> String {
    let drawnBy = DrawParameters(seed: 0, run: 0, steps: 0)
    return runs.map { ([beginning(chapter, $0.schedule, drawnBy)] + $0.steps.map(\.line)).joined(separator: "\n") }
      .joined(separator: "\n")
  }

  private static func beginning(_ chapter: String, _ schedule: Int, _ drawnBy: DrawParameters) -> String {
    "run\t\(chapter)\t\(schedule)\t\(drawnBy.seed)\t\(drawnBy.run)\t\(drawnBy.steps)\t# schedule, seed, run, steps"
  }
}

extension DrawnStep {
  fileprivate var line: String { ([choice] + values.map(String.init)).joined(separator: "\t") }
}
