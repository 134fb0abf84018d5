import CacheConformance
import Foundation

/// The reference with mutants in it, compiled apart and linked with the rest of the package's own debug build: the rest
/// is the same for every mutant, and takes minutes to compile.
struct InstrumentedReference: Sendable {
  let package: URL
  /// Where the sources, the object and the executable are put. The caller removes it.
  let folder: URL
  private let commands: BuildCommands

  var executable: URL { folder.appendingPathComponent(Self.command) }
  var tests: URL { folder.appendingPathComponent(BuildCommands.tests) }
  private static let command = "cachespec"
  /// The program that the tests of the reference start.
  private static let writer = "toyspec"
  private var object: URL { folder.appendingPathComponent("ReferenceCache.o") }

  /// - Throws: `ProveError.building` if the package itself does not build.
  init(of package: URL, in folder: URL) async throws {
    (self.package, self.folder) = (package, folder)
    let building = try await Command(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["swift", "build", "--package-path", package.path, "--build-tests"]
    ).run()
    guard building.status == 0 else { throw ProveError.building(building.output) }
    commands = try BuildCommands(of: package)
  }

  /// Compiles sources by path, with a switch that activates one of the mutants, and links them.
  ///
  /// - Returns: The output of the compiler if it failed, else nil.
  func build(_ sources: [String: String], _ mutants: [NumberedMutant]) async throws -> String? {
    for (path, source) in sources {
      let own = mutants.filter { $0.mutant.file == path }
      try write(Instrumenter.text(of: source, with: own), to: path)
    }
    try write(Switchboard.source(for: mutants), to: Self.switchboard)
    return try await build(sources.keys + [Self.switchboard])
  }

  /// Compiles sources with one mutant instead of its place, and links them.
  ///
  /// - Returns: The output of the compiler if it failed, else nil.
  func build(_ sources: [String: String], mutatedBy mutant: Mutant) async throws -> String? {
    for (path, source) in sources {
      try write(path == mutant.file ? Instrumenter.text(of: source, mutatedBy: mutant) : source, to: path)
    }
    try write(Switchboard.source(for: []), to: Self.switchboard)
    return try await build(sources.keys + [Self.switchboard])
  }

  private static let switchboard = "Sources/ReferenceCache/Switchboard.swift"

  private func build(_ paths: [String]) async throws -> String? {
    let files = paths.sorted().map { folder.appendingPathComponent($0).path }
    // With optimization, because switches are read very often; and so that tests see what is not public.
    let compiling =
      ["-parse-as-library", "-O", "-whole-module-optimization", "-enable-testing", "-c"] + files + ["-o", object.path]
    if let output = try await compile(commands.compiling + compiling) { return output }
    return try await link(Self.command)
  }

  /// Links the tests, and what they start, with what was compiled last.
  func linkTests() async throws {
    for product in [BuildCommands.tests, Self.writer] {
      if let output = try await link(product) { throw ProveError.building(output) }
    }
  }

  private func link(_ product: String) async throws -> String? {
    try await compile(try commands.linking(product, with: object, in: folder))
  }

  /// Runs the compiler, and returns its output if it failed.
  private func compile(_ arguments: [String]) async throws -> String? {
    let ending = try await Command(executable: URL(fileURLWithPath: commands.compiler), arguments: arguments).run()
    return ending.status == 0 ? nil : ending.output
  }

  private func write(_ source: String, to path: String) throws(ProveError) {
    let url = folder.appendingPathComponent(path)
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(source.utf8).write(to: url)
    } catch {
      throw .writing("\(error)")
    }
  }
}

/// The commands by which the package manager has compiled the reference and linked what needs it, as it keeps them beside
/// the debug build: a line of JSON each.
private struct BuildCommands {
  let compiler: String
  /// What a module needs to be compiled as a part of the package.
  let compiling: [String]
  /// The arguments that link each product, by its name.
  private let linking: [String: [String]]

  /// The product that holds all tests.
  static let tests = "swift-cache-conformancePackageTests.xctest"

  init(of package: URL) throws(ProveError) {
    let file = package.appendingPathComponent(".build/debug.yaml")
    guard let data = try? Data(contentsOf: file) else { throw .noCommands(file: file.path) }
    let commands = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line -> [String]? in
      guard let list = line.firstRange(of: "args: "), line.contains("swiftc") else { return nil }
      return try? JSONDecoder().decode([String].self, from: Data(line[list.upperBound...].utf8))
    }
    let module = commands.first { $0.contains("-emit-module") && $0.value(of: "-module-name") == "ReferenceCache" }
    guard let module, let compiler = module.first else { throw .noCommands(file: file.path) }
    (self.compiler, compiling) = (compiler, module.needed)
    let links = commands.filter { $0.contains("-emit-executable") }.compactMap { command in
      command.value(of: "-o").map { (URL(fileURLWithPath: $0).lastPathComponent, Array(command.dropFirst())) }
    }
    linking = Dictionary(links) { first, _ in first }
  }

  /// The arguments that link a product's objects of the build, with another one in place of the reference's.
  func linking(_ product: String, with object: URL, in folder: URL) throws(ProveError) -> [String] {
    let list = folder.appendingPathComponent("\(product).objects")
    guard var arguments = linking[product], let all = arguments.firstIndex(where: { $0.hasSuffix(".LinkFileList") }),
      let output = arguments.firstIndex(of: "-o"),
      let objects = try? String(contentsOfFile: String(arguments[all].dropFirst()), encoding: .utf8)
    else { throw .noCommands(file: product) }
    let others = objects.split(separator: "\n").filter { !$0.contains("/ReferenceCache.build/") }
    do {
      try Data((others + [object.path[...]]).joined(separator: "\n").utf8).write(to: list)
    } catch {
      throw .writing("\(error)")
    }
    (arguments[all], arguments[output + 1]) = ("@\(list.path)", folder.appendingPathComponent(product).path)
    return arguments
  }
}

extension [String] {
  /// The argument after an option.
  fileprivate func value(of option: String) -> String? {
    firstIndex(of: option).flatMap { $0 + 1 < count ? self[$0 + 1] : nil }
  }

  /// The arguments of a compiler that say where modules are and which language is compiled, and not what to write.
  fileprivate var needed: [String] {
    let pairs: Set = [
      "-module-name", "-package-name", "-swift-version", "-enable-upcoming-feature", "-I", "-F", "-Xcc", "-target",
      "-sdk",
      "-module-cache-path",
    ]
    var needed: [String] = []
    var rest = self[...]
    while let argument = rest.popFirst() {
      if pairs.contains(argument), let value = rest.popFirst() { needed += [argument, value] }
      if argument.hasPrefix("-D") { needed.append(argument) }
    }
    return needed
  }
}
