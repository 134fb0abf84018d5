import Foundation
import Testing

/// What one import brings into a file of somebody else's.
@Suite("Public names")
struct PublicNameTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
  private static let chapters = ["Paywall", "Customer", "Response", "Normalized", "Dashboard"]

  /// The lines of the sources below a folder.
  private static func lines(of folder: String) throws -> [Substring] {
    let url = root.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
      .flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
  }

  /// The names of the public types that lines declare, or import from elsewhere to pass them on.
  private static func types(in lines: [Substring]) throws -> [Substring] {
    let kinds = "(?:actor|class|enum|protocol|struct|typealias)"
    let declared = try Regex("^public (?:final )?\(kinds) (\\w+)", as: (Substring, Substring).self)
    let passedOn = try Regex("^@_exported public import \(kinds) \\w+\\.(\\w+)$", as: (Substring, Substring).self)
    return lines.compactMap { $0.firstMatch(of: declared)?.output.1 ?? $0.firstMatch(of: passedOn)?.output.1 }
  }

  @Test(
    "The import for a chapter's tests brings at most 45 types, of which none is another chapter's", arguments: chapters)
  func fewTypes(_ chapter: String) throws {
    // The kit of responses has files in two folders.
    let kit = try ([chapter] + (chapter == "Response" ? ["HTTP"] : [])).flatMap {
      try Self.lines(of: "Conformance/Kit/\($0)")
    }
    let whole = (kit + (try Self.lines(of: "Conformance/Testing/\(chapter)"))).filter {
      $0.hasPrefix("@_exported") && $0.split(separator: " ").count == 4
    }
    #expect(
      Set(whole) == [
        "@_exported public import CacheConformanceTesting", "@_exported public import \(chapter)Kit",
      ], "of other modules, names are passed on one by one")
    let types = try Self.types(in: kit) + Self.types(in: Self.lines(of: "Conformance/Testing"))
    #expect((10...45).contains(Set(types).count), "\(types.sorted())")
    for other in Self.chapters where other != chapter {
      #expect(!types.contains { $0.hasPrefix(other) && $0 != "ResponseMessage" }, "\(types.sorted())")
    }
  }

  @Test("No public type of the kit or the vocabulary has a name that is common in modules")
  func commonNames() throws {
    let folders = ["Core", "Explore", "Program", "Report", "Run", "Run/Blame", "Run/Process", "Run/Time", "World"]
    let lines = try folders.flatMap { try Self.lines(of: "Conformance/Kit/\($0)") } + Self.lines(of: "Spec/Vocabulary")
    let common: Set<Substring> = ["Selection", "World", "Trace", "Find", "Shard", "Damage", "Outcome", "Step", "Table"]
    let types = try Self.types(in: lines)
    #expect(types.count > 50)
    #expect(common.intersection(types) == [])
  }
}
