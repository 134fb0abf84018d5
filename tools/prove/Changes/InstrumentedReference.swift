import CacheConformance
import Foundation
import Mutation

/// The reference with mutants in it, compiled apart and linked with the rest of the package's own debug build: the rest
/// is the same for every mutant, and takes minutes to compile.
struct InstrumentedReference {
  let package: URL
  /// Where the sources, the object and the executable are put. The caller removes it.
  let folder: URL
  private let commands: BuildCommands

  var executable: URL { folder.appendingPathComponent("cachespec") }
  private var object: URL { folder.appendingPathComponent("ReferenceCache.o") }

  /// - Throws: `ProveError.building` if the package itself does not build.
  init(of package: URL, in folder: URL) async throws {
    (self.package, self.folder) = (package, folder)
    let building = try await Command(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["swift", "build", "--package-path", package.path, "--product", "cachespec"]
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
    // With optimization, because switches are read very often.
    let compiling = ["-parse-as-library", "-O", "-whole-module-optimization", "-c"] + files + ["-o", object.path]
    for arguments in [commands.compiling + compiling, try commands.linking(with: object, to: executable, in: folder)] {
      let ending = try await Command(
        executable: URL(fileURLWithPath: commands.compiler), arguments: arguments
      ).run()
      if ending.status != 0 { return ending.output }
    }
    return nil
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

/// The commands by which the package manager has compiled the reference and linked `cachespec`, as it keeps them beside
/// the debug build: a line of JSON each.
private struct BuildCommands {
  let compiler: String
  /// What a module needs to be compiled as a part of the package.
  let compiling: [String]
  private let linking: [String]

  init(of package: URL) throws(ProveError) {
    let file = package.appendingPathComponent(".build/debug.yaml")
    guard let data = try? Data(contentsOf: file) else { throw .noCommands(file: file.path) }
    let commands = String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line -> [String]? in
      guard let list = line.firstRange(of: "args: "), line.contains("swiftc") else { return nil }
      return try? JSONDecoder().decode([String].self, from: Data(line[list.upperBound...].utf8))
    }
    func command(_ module: String, _ mode: String) -> [String]? {
      commands.first { $0.contains(mode) && $0.value(of: "-module-name") == module }
    }
    guard let compiling = command("ReferenceCache", "-emit-module"),
      let linking = command("cachespec", "-emit-executable"), let compiler = compiling.first
    else { throw .noCommands(file: file.path) }
    (self.compiler, self.compiling) = (compiler, compiling.needed)
    self.linking = Array(linking.dropFirst())
  }

  /// The arguments that link the objects of the build, with another one in place of the reference's.
  func linking(with object: URL, to executable: URL, in folder: URL) throws(ProveError) -> [String] {
    let list = folder.appendingPathComponent("objects")
    var arguments = linking
    guard let all = arguments.firstIndex(where: { $0.hasSuffix(".LinkFileList") }),
      let output = arguments.firstIndex(of: "-o"),
      let objects = try? String(contentsOfFile: String(arguments[all].dropFirst()), encoding: .utf8)
    else { throw .noCommands(file: linking.joined(separator: " ")) }
    let others = objects.split(separator: "\n").filter { !$0.contains("/ReferenceCache.build/") }
    do {
      try Data((others + [object.path[...]]).joined(separator: "\n").utf8).write(to: list)
    } catch {
      throw .writing("\(error)")
    }
    (arguments[all], arguments[output + 1]) = ("@\(list.path)", executable.path)
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
