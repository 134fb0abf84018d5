import Foundation
import TestSupport
import Testing

@Suite("Packages and scripts that cachespec new writes")
struct NewModuleTests {
  private static let chapters = ["paywall", "customer", "response", "normalized", "dashboard"]

  private static func inFolder(_ work: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "new-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder)
  }

  @Test("The module of each chapter compiles before it is filled in")
  func compiles() async throws {
    try await Self.inFolder { folder in
      var sources: [String] = []
      for chapter in Self.chapters {
        let name = "My\(chapter)"
        let written = try await run([built("cachespec").path, "new", chapter, name], in: folder)
        #expect(written.status == 0, "\(written.output)")
        sources.append(folder.appending(path: "\(name)/Sources/\(name)/\(name).swift").path)
      }
      let modules = built("cachespec").deletingLastPathComponent().appending(path: "Modules").path
      let command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-I", modules]
      let checked = try await run(command + sources, in: folder)
      #expect(checked.status == 0, "\(checked.output.prefix(2000))")
    }
  }

  @Test("The script of each chapter answers before it is filled in", arguments: chapters)
  func answers(_ chapter: String) async throws {
    guard try await run(["python3", "--version"], in: .temporaryDirectory).status == 0 else { return }
    try await Self.inFolder { folder in
      let written = try await run([built("cachespec").path, "new", chapter, "Mine", "--python"], in: folder)
      #expect(written.status == 0, "\(written.output)")
      let command = ["check", "--exec", "python3 Mine/mine.py", "--only", chapter, "--fail-fast", "--time-limit", "60"]
      let checked = try await run([built("cachespec").path] + command, in: folder)
      #expect(checked.status == 1)
      #expect(checked.output.contains("NotImplementedError"), "\(checked.output)")
    }
  }

  @Test(
    "Wrong arguments, or a folder that exists already, give one clear line",
    arguments: [
      (
        ["chess", "Mine"],
        "new takes one of the chapters paywall, customer, response, normalized, dashboard, not 'chess'"
      ),
      (["response", "my-store"], "'my-store' is no name for a type: take letters and digits, as in MyStore"),
      (["response"], "new needs a chapter and a name, as in new response MyStore"),
      (["response", "There"], "there is a folder 'There' already"),
    ])
  func refuses(_ arguments: [String], _ complaint: String) async throws {
    try await Self.inFolder { folder in
      try FileManager.default.createDirectory(at: folder.appending(path: "There"), withIntermediateDirectories: true)
      let ended = try await run([built("cachespec").path, "new"] + arguments, in: folder)
      #expect(ended.status == 2)
      #expect(ended.output == "cachespec: \(complaint); cachespec --help lists the calls\n")
    }
  }
}
