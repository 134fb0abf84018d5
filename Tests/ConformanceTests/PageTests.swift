import CacheConformance
import CacheConformanceCommand
import Foundation
import CacheConformanceModules
import CacheSpecChapters
import Testing

@Suite("Pages")
struct PageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Spec")

  @Test("The pages in the repository are up to date")
  func areMadeFromTables() async throws {
    for (path, text) in try await CacheSpecCommand(
      modules: CacheModule.reference, programs: [], questions: Questions.all
    )
    .pages() {
      let written = try? String(contentsOf: Self.folder.appendingPathComponent(path), encoding: .utf8)
      expect(written ?? "", is: text, "Spec/\(path) is not what the tables make (swift run cachespec pages Spec)")
    }
  }

  @Test("The protocol's page ends with the calls as the code has them")
  func protocolIsMadeFromCalls() throws {
    let file = Self.folder.appendingPathComponent("../Conformance/Command/PROTOCOL.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let made = try #require(
      page.split(separator: "<!-- What follows", maxSplits: 1).last?.split(separator: "-->\n").last)
    let calls = CacheSpecCommand(modules: [], programs: ProgramChapter.all).protocolPage
    expect(String(made), is: "\n\(calls)\n", "PROTOCOL.md does not end as cachespec protocol prints it")
    let hasSchema = page.contains("```graphql\n\(NormalizedSpec.schema)\n```")
    #expect(hasSchema, "PROTOCOL.md has another schema of graphs than NormalizedSpec.schema")
  }

  /// Compared outside #expect, so that a failure does not print whole pages.
  @Test("The page of changes names each retired id, and each rule that is newer than the first version")
  func changesAreListed() throws {
    let page = try String(contentsOf: Self.folder.appending(path: "CHANGES.md"), encoding: .utf8)
    let newer = Chapters.all.flatMap(\.rules).filter { $0.since > .v1 }.map(\.id.text)
    let missing = (RetiredIDs.all + newer).filter { !page.contains("`\($0)`") }
    #expect(missing == [], "say on Spec/CHANGES.md what became of these, and what an adapter has to do")
  }

  private func expect(_ written: String, is text: String, _ complaint: String) {
    let isCurrent = written == text
    let (old, new) = (written.split(separator: "\n"), text.split(separator: "\n"))
    let differing = zip(old, new).first { $0 != $1 }.map { "\($0)\nis now\n\($1)" } ?? "one is longer"
    #expect(isCurrent, "\(complaint): \(differing)")
  }
}
