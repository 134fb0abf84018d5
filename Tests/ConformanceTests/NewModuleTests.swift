import CacheConformance
import Foundation
import TestSupport
import Testing

// One at a time: each starts programs, and other tests have limits of time.
@Suite("Packages and scripts that cachespec new writes", .serialized)
struct NewModuleTests {
  private static let chapters = ["paywall", "customer", "response", "normalized", "dashboard"]

  private static func inFolder(_ work: (URL) async throws -> Void) async throws {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder)
  }

  @Test("The module of each chapter compiles before it is filled in")
  func compiles() async throws {
    try await Self.inFolder { folder in
      var sources: [String] = []
      for chapter in Self.chapters {
        let name = "My\(chapter.capitalized)"
        let written = try await run([built("cachespec").path, "new", chapter, name], in: folder)
        #expect(written.status == 0, "\(written.output)")
        sources.append(folder.appending(path: "\(name)/Sources/\(name)/\(name).swift").path)
      }
      let modules = built("Modules").path
      let command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-I", modules]
      let checked = try await run(command + sources, in: folder)
      #expect(checked.status == 0, "\(checked.output.prefix(2000))")
    }
  }

  @Test("The checkouts of the CI file are placed as the path in the manifest expects", arguments: ["", "below/it"])
  func placesCheckouts(_ current: String) async throws {
    try await Self.inFolder { folder in
      let folder = folder.appending(path: current)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let written = try await run([built("cachespec").path, "new", "response", "Mine"], in: folder)
      #expect(written.status == 0, "\(written.output)")
      let (manifest, workflow) = try Self.manifestAndWorkflow(of: folder.appending(path: "Mine"))
      let path = try #require(manifest.firstMatch(of: /path: "([^\/][^"]*)"/)?.1, "a path that is not relative")
      let places = workflow.matches(of: /\ path: (.+)/).map { URL(filePath: "/workspace/\($0.1)").standardized.path }
      #expect(places.count == 2 && places.allSatisfy { $0.hasPrefix("/workspace") }, "\(workflow)")
      #expect(URL(filePath: "\(places[1])/\(path)").standardized.path == places[0], "\(manifest)\n\(workflow)")
      let folders = workflow.matches(of: /working-directory: (.+)/).map { "/workspace/\($0.1)" }
      #expect(folders == [places[1], places[1]], "\(workflow)")
    }
  }

  @Test("A package that depends on a URL names it, and its CI file needs no other checkout")
  func dependsOnURL() async throws {
    try await Self.inFolder { folder in
      let url = "https://example.com/a/cache-conformance.git"
      let written = try await run([built("cachespec").path, "new", "response", "Mine", "--url", url], in: folder)
      #expect(written.status == 0, "\(written.output)")
      let (manifest, workflow) = try Self.manifestAndWorkflow(of: folder.appending(path: "Mine"))
      #expect(manifest.contains(#".package(url: "\#(url)", from: "1.0.0")"#), "\(manifest)")
      #expect(manifest.contains(#"package: "cache-conformance")"#), "\(manifest)")
      #expect(workflow.matches(of: /uses: actions\/checkout/).count == 1 && !workflow.contains("path:"), "\(workflow)")
    }
  }

  @Test("A package says how to run it, and keeps what is built out of its repository")
  func saysHowToRun() async throws {
    try await Self.inFolder { folder in
      let written = try await run([built("cachespec").path, "new", "response", "Mine"], in: folder)
      #expect(written.output.contains("cd Mine; swift test -q; swift run minespec check"), "\(written.output)")
      func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: "Mine/\(path)"), encoding: .utf8)
      }
      #expect(try text(".gitignore") == ".build/\n")
      #expect(try text("README.md").contains("`swift run minespec check`"))
    }
  }

  private static func manifestAndWorkflow(of folder: URL) throws -> (String, String) {
    func text(_ path: String) throws -> String { try String(contentsOf: folder.appending(path: path), encoding: .utf8) }
    return (try text("Package.swift"), try text(".github/workflows/conformance.yml"))
  }

  @Test(
    "The script of each chapter answers before it is filled in", arguments: chapters,
    [
      ["--python", "python3 Mine/mine.py", "is not written yet"], ["--js", "node Mine/mine.mjs", "is not written yet"],
    ])
  func answers(_ chapter: String, _ script: [String]) async throws {
    let interpreter = String(script[1].prefix { $0 != " " })
    guard try await run([interpreter, "--version"], in: TemporaryFolders.parent).status == 0 else { return }
    try await Self.inFolder { folder in
      let written = try await run([built("cachespec").path, "new", chapter, "Mine", script[0]], in: folder)
      #expect(written.status == 0, "\(written.output)")
      let command = ["check", "--exec", script[1], "--only", chapter, "--fail-fast", "--time-limit", "60"]
      let checked = try await run([built("cachespec").path] + command, in: folder)
      #expect(checked.status == 1)
      #expect(checked.output.contains(script[2]), "\(checked.output)")
    }
  }

  @Test(
    "A script says what its values look like, and which calls it has no stub for",
    arguments: [["--python", "mine.py", "make_session"], ["--js", "mine.mjs", "makeSession"]])
  func saysValues(_ script: [String]) async throws {
    try await Self.inFolder { folder in
      let written = try await run([built("cachespec").path, "new", "response", "Mine", script[0]], in: folder)
      #expect(written.output.contains("\(script[1])' --fail-fast"))
      let text = try String(contentsOf: folder.appending(path: "Mine/\(script[1])"), encoding: .utf8)
      #expect(text.contains("    Response: url: text, status: integer?, fields: [[text]]?, body: bytes?\n"))
      #expect(!text.contains("Object: object"))
      #expect(text.contains("`\(script[2])`, `load` (without which you lack loader);"))
    }
  }

  @Test(
    "Wrong arguments, or a folder that exists already, give one clear line",
    arguments: [
      (
        ["chess", "Mine"],
        "unknown chapter 'chess'; new takes one of paywall, customer, response, normalized, dashboard"
      ),
      (
        ["http", "Mine"],
        "http has no calls of its own, because its rules are about modules of response: new response NAME, and then check --only http"
      ),
      (
        ["response", "my-store"],
        "'my-store' is no name for a type: take letters and digits after a capital, as in MyStore"
      ),
      (["response", "class"], "'class' is no name for a type: take letters and digits after a capital, as in MyStore"),
      (["response", "String"], "'String' cannot be used: 'String' is taken; add a word to it"),
      (["response", "Cache"], "'Cache' cannot be used: 'cachespec' is taken; add a word to it"),
      (["response", "ReferenceCache"], "'ReferenceCache' cannot be used: 'ReferenceCache' is taken; add a word to it"),
      (["response", "Mine", "--url", "u", "--python"], "new takes one of --python, --js and --url"),
      (["response", "Mine", "--url", "a\"b"], "--url takes the URL of a repository, not 'a\"b'"),
      (["response"], "new needs a name for its type, as in MyStore (NAME): new CHAPTER NAME"),
      (["response", "There"], "'There' is there already: take another name, or remove it"),
    ])
  func refuses(_ arguments: [String], _ complaint: String) async throws {
    try await Self.inFolder { folder in
      try FileManager.default.createDirectory(at: folder.appending(path: "There"), withIntermediateDirectories: true)
      let ended = try await run([built("cachespec").path, "new"] + arguments, in: folder)
      #expect(ended.status == 2)
      #expect(ended.output == "cachespec: \(complaint); see 'cachespec help new'\n")
    }
  }
}
