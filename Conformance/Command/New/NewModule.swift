import CacheConformance
import Foundation

/// A package, or a folder with a script, in which a cache is held against a chapter. It builds as it is written.
struct NewModule {
  private let chapter: String
  private let name: String
  private let isPython: Bool

  /// The checkout of this package, as it was built.
  private static let checkout = URL(filePath: #filePath).appending(path: "../../../..").standardized

  init(_ chapter: String, named name: String, isPython: Bool) throws(UsageError) {
    guard Stubs.chapters.contains(chapter) else {
      throw UsageError("new takes one of the chapters \(Stubs.chapters.joined(separator: ", ")), not '\(chapter)'")
    }
    guard name.first?.isLetter == true, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      throw UsageError("'\(name)' is no name for a type: take letters and digits, as in MyStore")
    }
    (self.chapter, self.name, self.isPython) = (chapter, name, isPython)
  }

  /// Writes the files into a folder in the current one, or beside the checkout if that is the current one, and returns
  /// what to do next.
  ///
  /// - Throws: `UsageError` if the folder is there already, or a file cannot be written.
  func write() throws(UsageError) -> String {
    let current = URL(filePath: FileManager.default.currentDirectoryPath).resolvingSymlinksInPath().standardized
    let isCheckout = current.path == Self.checkout.resolvingSymlinksInPath().path
    let folder = isCheckout ? "../\(name)" : name
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw UsageError("there is a folder '\(folder)' already")
    }
    for (path, text) in isPython ? try python() : swift {
      let file = URL(filePath: folder).appending(path: path)
      do {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      } catch {
        throw UsageError("cannot write \(file.path): \(error.localizedDescription)")
      }
    }
    let kit = isCheckout ? "swift run cachespec" : "swift run --package-path \(Self.checkout.path) cachespec"
    return isPython
      ? "wrote \(folder): fill in \(folder)/\(script), and hold it against the rules:\n"
        + "  \(kit) check --exec 'python3 \(folder)/\(script)'"
      : "wrote \(folder): fill in \(folder)/Sources/\(name)/\(name).swift, and hold it against the rules:\n"
        + "  cd \(folder); swift test; swift run \(command) check"
  }

  private var command: String { "\(name.lowercased())spec" }
  private var script: String { "\(name.lowercased()).py" }
  private var module: String { name.prefix(1).lowercased() + name.dropFirst() }

  private func python() throws(UsageError) -> [(path: String, text: String)] {
    let helper = Self.checkout.appending(path: "tools/python/cachespec_module.py")
    guard let text = try? String(contentsOf: helper, encoding: .utf8) else {
      throw UsageError("\(helper.path) is not there: copy cachespec_module.py from tools/python of this package")
    }
    return [
      ("cachespec_module.py", text),
      (
        script,
        """
        from cachespec_module import serve

        \(Stubs.python[chapter] ?? "")

        serve("\(name.lowercased())", {"\(chapter)": CLASSES}, summary="\(name)")

        """
      ),
    ]
  }

  private var swift: [(path: String, text: String)] {
    let package = Self.checkout.lastPathComponent
    return [
      (
        "Package.swift",
        """
        // swift-tools-version: 6.3
        import PackageDescription

        let conformance = ["CacheConformance", "CacheConformanceCommand", "CacheConformanceTesting", "CacheSpec"]
          .map { Target.Dependency.product(name: $0, package: "\(package)") }

        let package = Package(
          name: "\(name)",
          platforms: [.macOS(.v15)],
          dependencies: [.package(path: "\(Self.checkout.path)")],
          targets: [
            .target(name: "\(name)", dependencies: conformance),
            .executableTarget(name: "\(command)", dependencies: conformance + ["\(name)"]),
            .testTarget(name: "\(name)Tests", dependencies: conformance + ["\(name)"]),
          ]
        )

        """
      ),
      (
        "Sources/\(name)/\(name).swift",
        """
        import CacheConformance
        import CacheSpec
        import Foundation

        \(Stubs.swift[chapter, default: ""].replacing("NAME", with: name))

        /// The cache as a module: what it lacks, and the rules that it is known to break, go here as well.
        public let \(module) = CacheModule(
          "\(name.lowercased())", "\(name)", command: "\(command)",
          [\(Stubs.factories[chapter, default: ""].replacing("NAME", with: name))])

        /// The error of what is not written yet.
        private struct NotWritten: Error {}

        """
      ),
      (
        "Sources/\(command)/main.swift",
        """
        import CacheConformanceCommand
        import \(name)

        await CacheSpecCommand(name: "\(command)", modules: [\(module)]).runAndExit()

        """
      ),
      (
        "Tests/\(name)Tests/\(name)Tests.swift",
        """
        import CacheConformanceTesting
        import CacheSpec
        import \(name)
        import Testing

        @Test(arguments: \(Stubs.specifications[chapter, default: ""]).scenarios)
        func conforms(_ scenario: \(Stubs.scenarios[chapter, default: ""])) async throws {
          try await expectConformance(of: \(module), to: scenario)
        }

        """
      ),
      (
        ".github/workflows/conformance.yml",
        """
        name: conformance
        on: [push, pull_request]
        jobs:
          conformance:
            runs-on: ubuntu-latest
            container: swift:6.3
            steps:
              - uses: actions/checkout@v4
              # Package.swift names the path of \(package): check it out there too.
              - run: swift test
              - run: swift run \(command) check --format markdown >> "$GITHUB_STEP_SUMMARY"

        """
      ),
    ]
  }
}
