import CacheConformance
import Foundation

/// A package, or a folder with a script, in which a cache is held against a chapter. It builds as it is written.
struct NewModule {
  private let chapter: String
  private let name: String
  private let form: Form
  /// The chapters that a script may be held against.
  private let programs: [ProgramChapter]

  /// What is written.
  enum Form {
    /// A script, with its helper.
    case script(ScriptStarter.Language)
    /// A package, which depends on this one: by URL, or by path on the checkout that wrote it.
    case package(url: String?)
  }

  /// The checkout of this package, as it was built.
  private static let checkout = Path(
    URL(filePath: #filePath).appending(path: "../../../..").standardized.resolvingSymlinksInPath())

  /// Where the files are written: into the current folder, or beside the checkout if that is the current folder.
  private let folder: Path
  private let isCheckout: Bool

  /// Creates a module to be written.
  ///
  /// - Throws: `UsageError` for an unknown chapter, or a name that what is written cannot have.
  init(
    _ chapter: String, named name: String, as form: Form, of programs: [ProgramChapter]
  ) throws(UsageError) {
    try Self.check(chapter)
    let current = Path(URL(filePath: FileManager.default.currentDirectoryPath).standardized.resolvingSymlinksInPath())
    isCheckout = current == Self.checkout
    folder = Path((isCheckout ? current.parts.dropLast() : current.parts[...]) + [name])
    (self.chapter, self.name, self.form, self.programs) = (chapter, name, form, programs)
    guard name.first?.isUppercase == true, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      throw UsageError("'\(name)' is no name for a type: take letters and digits after a capital, as in MyStore")
    }
    if let takenName { throw UsageError("'\(name)' cannot be used: '\(takenName)' is taken; add a word to it") }
  }

  /// Throws what to type for a name that is not that of a chapter with calls of its own.
  static func check(_ chapter: String) throws(UsageError) {
    if Stubs.chapters.contains(chapter) { return }
    if chapter == "http" {
      throw UsageError(
        "http has no calls of its own, because its rules are about modules of response: new response NAME, and then "
          + "check --only http")
    }
    let like = Stubs.chapters.nearest(to: chapter).map { "did you mean \($0)?" }
    throw UsageError(
      "unknown chapter '\(chapter)'; \(like ?? "new takes one of \(Stubs.chapters.joined(separator: ", "))")")
  }

  /// The name that something else has already which the files would give to the module, or nil.
  private var takenName: String? {
    guard case .package = form else { return nil }
    let words = Stubs.swift[chapter, default: ""].matches(of: /\w+/).map { String($0.0) }
    let taken = Self.takenNames.union(words)
    return [name, command].first(where: taken.contains)
  }

  /// The targets that the products of this package reach, and words that Swift does not let a module or a type have.
  private static let takenNames = Set(
    [
      "CacheConformance", "CacheConformanceCommand", "CacheConformanceModules", "CacheConformanceTesting",
      "CacheSpec", "CacheSpecChapters", "CacheVocabulary", "ReferenceCache",
      "ReferenceCacheSQLite", "ReferenceCacheTransport", "cachespec", "Any", "Foundation", "Protocol", "Self",
      "String", "Swift", "Testing", "Type",
    ]
      + ["Paywall", "Customer", "Response", "Normalized", "Dashboard"].flatMap { chapter in
        ["\(chapter)Rules", "\(chapter)Kit", "\(chapter)Conformance"]
      })

  /// Writes the files into a folder in the current one, or beside the checkout if that is the current one, and returns
  /// what to do next.
  ///
  /// - Throws: `UsageError` if the folder is there already; `WritingError` if a file cannot be written.
  func write() throws -> String {
    let folder = isCheckout ? "../\(name)" : name
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw UsageError("'\(folder)' is there already: take another name, or remove it")
    }
    let files: [(path: String, text: String)]
    let starter = try starter
    switch form {
    case .script: files = try starter.map(script) ?? []
    case .package(let url): files = package(url: url)
    }
    try CacheSpecCommand.write(files, to: folder)
    let kit = isCheckout ? "swift run cachespec" : "swift run --package-path \(Self.checkout.url.path) cachespec"
    return starter.map { starter in
      "wrote \(folder): fill in \(folder)/\(starter.file), and hold it against the rules, at first up to one failure:\n"
        + "  \(kit) check --exec '\(starter.command) \(folder)/\(starter.file)' --fail-fast"
    }
      ?? "wrote \(folder): fill in \(folder)/Sources/\(name)/\(name).swift, and hold it against the rules:\n"
      + "  cd \(folder); swift test -q; swift run \(command) check"
  }

  private var command: String { "\(name.lowercased())spec" }
  private var title: String { chapter.prefix(1).uppercased() + chapter.dropFirst() }
  /// The product for a module, and the one for its tests.
  private var kit: String { "\(title)Kit" }
  private var tests: String { "\(title)Conformance" }
  private var module: String { name.prefix(1).lowercased() + name.dropFirst() + "Module" }

  /// The script, or nil for a package.
  private var starter: ScriptStarter? {
    get throws(UsageError) {
      guard case .script(let language) = form else { return nil }
      guard let description = programs.first(where: { $0.name == chapter })?.calls else {
        throw UsageError("this command names no chapter \(chapter) of programs, and knows no calls for a script")
      }
      return ScriptStarter(language: language, chapter: description, name: name)
    }
  }

  private func script(_ starter: ScriptStarter) throws(UsageError) -> [(path: String, text: String)] {
    let helper = Self.checkout.url.appending(path: starter.helper)
    guard let text = try? String(contentsOf: helper, encoding: .utf8) else {
      throw UsageError("\(helper.path) is not there: copy it from \(starter.helper) of this package")
    }
    return [(helper.lastPathComponent, text), (starter.file, starter.text)]
  }

  private func package(url: String?) -> [(path: String, text: String)] {
    let path = Self.checkout.relative(to: folder)
    // SwiftPM identifies a package by the last part of its URL or path.
    let identity = url.map { Path(URL(filePath: $0)).name.replacing(/\.git$/, with: "") } ?? Self.checkout.name
    let dependency = url.map { #"url: "\#($0)", from: "1.0.0""# } ?? #"path: "\#(path)""#
    return [
      (
        "Package.swift",
        """
        // swift-tools-version: 6.3
        import PackageDescription

        func conformance(_ product: String) -> Target.Dependency { .product(name: product, package: "\(identity)") }

        let package = Package(
          name: "\(name)",
          platforms: [.macOS(.v15)],
          dependencies: [.package(\(dependency))],
          targets: [
            .target(name: "\(name)", dependencies: [conformance("\(kit)")]),
            .executableTarget(
              name: "\(command)", dependencies: [conformance("CacheConformanceCommand"), "\(name)"]),
            .testTarget(name: "\(name)Tests", dependencies: [conformance("\(tests)"), "\(name)"]),
          ]
        )

        """
      ),
      (
        "Sources/\(name)/\(name).swift",
        """
        import Foundation
        import \(kit)

        \(Stubs.swift[chapter, default: ""].replacing("NAME", with: name))

        /// The cache as a module: what it lacks, and the rules that it is known to break, go here as well.
        public let \(module) = CacheModule(
          "\(name.lowercased())", summary: "\(name)", command: "\(command)",
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
        import \(name)
        import \(tests)
        import Testing

        @Test(arguments: \(title)Spec.scenarios)
        func conforms(_ scenario: \(title)Scenario) async throws {
          try await expectConformance(of: \(module), to: scenario)
        }

        """
      ),
      (".gitignore", ".build/\n"),
      (
        "README.md",
        """
        # \(name)

        A cache, held against the rules of swift-cache-conformance.

        - Write the cache in `Sources/\(name)/\(name).swift`.
        - `swift test -q` runs each scenario as a test, and says which rule broke.
        - `swift run \(command) check` reports on the command line; `swift run \(command) show RULE` explains a rule.
        - What the cache lacks, and what it is known to break, is said where the module is made, in the same file.

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
        \(url == nil ? checkouts : "      - uses: actions/checkout@v4")
              - run: swift test\(workingDirectory(url))
              - run: swift run \(command) check --format markdown >> "$GITHUB_STEP_SUMMARY"\(workingDirectory(url))

        """
      ),
    ]
  }

  /// Both checkouts, placed in the workspace as they are placed here, so that the path in the manifest holds there too.
  private var checkouts: String {
    """
          # Where Package.swift expects it. If it is not a repository of yours, change the owner.
          - uses: actions/checkout@v4
            with:
              repository: ${{ github.repository_owner }}/swift-cache-conformance
              path: \(Self.checkout.part(below: folder))
          - uses: actions/checkout@v4
            with:
              path: \(folder.part(below: Self.checkout))
    """
  }

  private func workingDirectory(_ url: String?) -> String {
    url == nil ? "\n        working-directory: \(folder.part(below: Self.checkout))" : ""
  }
}

/// The path of a folder, by its parts.
private struct Path: Equatable {
  let parts: [String]

  init(_ parts: some Sequence<String>) { self.parts = Array(parts) }
  init(_ url: URL) { self.init(url.pathComponents.filter { $0 != "/" }) }

  var url: URL { URL(filePath: "/" + parts.joined(separator: "/")) }
  var name: String { parts.last ?? "" }

  private func commonCount(with other: Path) -> Int { zip(parts, other.parts).prefix { $0 == $1 }.count }

  /// Returns the path as seen from another folder.
  func relative(to other: Path) -> String {
    let common = commonCount(with: other)
    return (Array(repeating: "..", count: other.parts.count - common) + parts[common...]).joined(separator: "/")
  }

  /// Returns the part of the path below the folder that holds this and another one.
  func part(below other: Path) -> String {
    let common = commonCount(with: other)
    return common == parts.count ? "." : parts[common...].joined(separator: "/")
  }
}
