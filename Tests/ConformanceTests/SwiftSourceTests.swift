import CacheConformance
import CacheSpecChapters
import Foundation
import TestSupport
import Testing

/// The Swift source of a find is useful only if it compiles where it is pasted: in the specification's module.
@Suite("The Swift source of drawn runs")
struct SwiftSourceTests {
  /// The chapters in which the source of every value is written as in the tables.
  private static let chapters = ["paywall", "customer", "dashboard"]

  @Test("The source of every drawn action compiles")
  func compiles() async throws {
    let expressions = Chapters.all.filter { Self.chapters.contains($0.name) }.flatMap { Self.expressions(of: $0) }
    let text =
      "package import CacheSpecChapters\nimport CacheVocabulary\nimport Foundation\n\n"
      + expressions.enumerated().map { "let drawn\($0.offset): \($0.element)" }.joined(separator: "\n") + "\n"
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Drawn.swift")
    try Data(text.utf8).write(to: file)
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
      .lastPathComponent.lowercased()
    let (status, complaints) = try await run(
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-package-name", package, "-I", built("Modules").path, file.path,
      ], in: folder)
    #expect(status == 0, "\(complaints.prefix(3000))")
  }

  /// The types and expressions of the actions in some drawn runs, each once.
  private static func expressions<Some: SpecifiedChapter>(of _: Some) -> [String] {
    guard let draw = Some.Action.draw else { return [] }
    var random = SeededGenerator(1)
    var sources: Set<String> = []
    for _ in 0..<40 {
      var run = DrawnRun(draw)
      for _ in 0..<30 { run.drawStep(lacking: [], using: &random) }
      sources.formUnion(run.actions.map { swiftSource(of: $0) })
    }
    return sources.sorted().map { "\(Some.Action.self) = \($0)" }
  }
}
