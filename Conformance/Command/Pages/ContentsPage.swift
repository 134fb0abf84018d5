import CacheConformance
import CacheSpec
import Foundation

/// The page with links to the chapters' pages.
struct ContentsPage {
  let chapters: [any SpecifiedChapter]
  /// Whether there is a page of questions.
  var hasQuestions = false

  /// The page in Markdown.
  var markdown: String {
    let rows = chapters.map { chapter in
      "| [\(chapter.name)](\(chapter.folder)/README.md) | \(chapter.title) | \(chapter.documentNames) "
        + "| \(chapter.rules.count) | \(chapter.scenarioCount) |"
    }
    return """
      <!-- Made from the tables by `cachespec pages`; a test holds it to them. -->
      # The specification

      What client-side caches do, chapter by chapter, as widely read documents say it. Each page is made from the Swift
      tables beside it.

      | chapter | what it is about | rules from | rules | scenarios |
      | --- | --- | --- | --- | --- |
      \(rows.joined(separator: "\n"))

      \(Self.levels)
      """ + (hasQuestions ? "\n\n\(Self.questions)" : "")
  }

  /// What the levels of rules mean.
  static let levels = """
    A rule is `must` where a document says it, `derived` where a documented rule breaks in practice without it, `open`
    where the documents leave a choice (each outcome that they allow passes, and is recorded), and `may` where a document
    permits something up to a limit.
    """

  private static let questions = """
    Where the documents are silent or disagree, [a table of questions](Questions/README.md) says how it was decided.
    """
}

/// A file that could not be written below a folder.
struct WritingError: Error, CustomStringConvertible {
  let path: String
  let reason: String
  var description: String { "cannot write '\(path)': \(reason); choose a folder that can be written to" }
}

extension CacheSpecCommand {
  /// The chapters of the modules, each once.
  var chapters: [any SpecifiedChapter] {
    var names: Set<String> = []
    return modules.flatMap(\.implementations).flatMap(\.chapters).filter { names.insert($0.name).inserted }
  }

  /// Returns every page with its path below the specification's folder.
  package func pages() async throws -> [(path: String, text: String)] {
    let decisions = try await decisions(in: chapters)
    let questions = QuestionsPage(self.questions, answeredBy: rules)
    let hasQuestions = !questions.questions.isEmpty
    return [("README.md", ContentsPage(chapters: chapters, hasQuestions: hasQuestions).markdown + "\n")]
      + chapters.map { chapter in
        ("\(chapter.folder)/README.md", ChapterPage(chapter: chapter, decisions: decisions).markdown + "\n")
      } + (hasQuestions ? [("Questions/README.md", questions.markdown(beside: chapters) + "\n")] : [])
  }

  /// Returns the outcomes that the first module records for the open rules of these chapters, by variant if its
  /// variants differ.
  func decisions(in chapters: [any SpecifiedChapter]) async throws -> Decisions {
    let open = chapters.flatMap(\.rules).filter { $0.level == .open }.map(\.id)
    if open.isEmpty { return [:] }
    let options = RunOptions(selection: ScenarioSelection(anyOf: open.map(\.text)), timeLimit: .seconds(60))
    let results = try await families[0].run(options).results
    return Dictionary(grouping: results, by: \.scenario.rule.id).mapValues { results in
      let byVariant = Dictionary(grouping: results) { $0.variant ?? "" }.mapValues(Self.outcomes)
      if Set(byVariant.values).count == 1, let shared = byVariant.values.first { return shared }
      return byVariant.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.joined(separator: ", "))" }
    }
  }

  /// Returns the recorded outcomes, each once. For a scenario that did not pass it is what was expected and seen.
  private static func outcomes(_ results: [ScenarioResult]) -> [String] {
    var outcomes: [String] = []
    for result in results {
      let outcome: String
      switch result.verdict {
      case .passed(let recorded) where recorded.isEmpty: continue
      case .passed(let recorded): outcome = recorded.joined(separator: ", ")
      default: outcome = result.difference
      }
      if !outcomes.contains(outcome) { outcomes.append(outcome) }
    }
    return outcomes
  }

  /// Writes every page below a folder, and returns a list of the files.
  func writePages(to folder: String) async throws -> String {
    try Self.write(await pages(), to: folder).map { "wrote \($0)" }.joined(separator: "\n")
  }

  /// Writes files below a folder, in place of those that are there, and returns their paths.
  @discardableResult
  static func write(_ files: [(path: String, text: String)], to folder: String) throws -> [String] {
    try files.map { path, text in
      let file = URL(fileURLWithPath: folder).appendingPathComponent(path)
      do {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
      } catch {
        throw WritingError(path: file.path, reason: error.reasonOfSystem)
      }
      return file.relativePath
    }
  }
}
