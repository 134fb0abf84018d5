import CacheConformance
import CacheConformanceCommand
import Foundation
import CacheConformanceModules
import Testing

@Suite("Pages")
struct PageTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Spec")

  @Test("The pages in the repository are up to date")
  func areMadeFromTables() async throws {
    for (path, text) in try await CacheSpecCommand(modules: CacheModule.reference, programs: [], ledger: Ledger.whole)
      .pages()
    {
      let file = Self.folder.appendingPathComponent(path)
      let written = try? String(contentsOf: file, encoding: .utf8)
      // Compared outside #expect, so that a failure does not print whole pages.
      let isCurrent = written == text
      let (old, new) = ((written ?? "").split(separator: "\n"), text.split(separator: "\n"))
      let differing = zip(old, new).first { $0 != $1 }.map { "\($0)\nis now\n\($1)" } ?? "one is longer"
      #expect(isCurrent, "Spec/\(path) is not what the tables make (swift run cachespec pages Spec): \(differing)")
    }
  }
}
