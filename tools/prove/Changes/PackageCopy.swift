import Foundation
import Mutation

/// A copy of the package that contains all mutants at once.
struct PackageCopy {
  let package: URL
  let folder: URL
  private let isOptimized: Bool
  private let files = FileManager.default

  /// - Parameter isOptimized: whether all of it is optimized, and not just the reference.
  init(of package: URL, isOptimized: Bool = false) {
    (self.package, self.isOptimized) = (package, isOptimized)
    folder = package.appendingPathComponent(".build-mutants")
  }

  private var configuration: String { isOptimized ? "release" : "debug" }
  var executable: URL { folder.appendingPathComponent(".build/\(configuration)/cachespec") }

  /// Makes or updates the copy. An unchanged file keeps its date, so that it is not built again.
  func update(without changed: Set<String>) throws(ProveError) {
    do {
      let wanted = try paths(below: package)
      for path in try paths(below: folder).subtracting(wanted) {
        try files.removeItem(at: folder.appendingPathComponent(path))
      }
      for path in wanted.subtracting(changed) {
        var data = try Data(contentsOf: package.appendingPathComponent(path))
        if path == "Package.swift" { data += Data(Self.settings.utf8) }
        try write(data, to: path)
      }
    } catch {
      throw .copying("\(error)")
    }
  }

  /// Writes the reference with mutants, and the switch that activates one of them.
  func write(_ sources: [String: String], with mutants: [NumberedMutant]) throws(ProveError) {
    do {
      for (path, source) in sources {
        let own = mutants.filter { $0.mutant.file == path }
        try write(Data(Instrumenter.text(of: source, with: own).utf8), to: path)
      }
      try write(Data(Switchboard.source(for: mutants).utf8), to: Self.switchboard)
    } catch {
      throw .copying("\(error)")
    }
  }

  /// Writes one source.
  func write(_ source: String, to path: String) throws(ProveError) {
    do { try write(Data(source.utf8), to: path) } catch { throw .copying("\(error)") }
  }

  func remove() { try? files.removeItem(at: folder) }

  /// An addition to the manifest that builds the reference with optimization, because switches are read very often.
  private static let settings = """

    for target in package.targets where target.name == "ReferenceCache" {
      target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
    }

    """
  private static let switchboard = "Sources/ReferenceCache/Switchboard.swift"

  private func write(_ data: Data, to path: String) throws {
    let url = folder.appendingPathComponent(path)
    if let there = try? Data(contentsOf: url), there == data { return }
    try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  /// The files of a package, without hidden ones.
  private func paths(below folder: URL) throws -> Set<String> {
    guard files.fileExists(atPath: folder.path) else { return [] }
    let top = try files.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
    return Set(
      try top.flatMap { name -> [String] in
        let url = folder.appendingPathComponent(name)
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue else { return [name] }
        return try files.subpathsOfDirectory(atPath: url.path).map { "\(name)/\($0)" }.filter {
          files.fileExists(atPath: folder.appendingPathComponent($0).path, isDirectory: &isFolder)
            && !isFolder.boolValue
        }
      })
  }

  // MARK: Building

  /// Builds a target or a product of the copy.
  ///
  /// - Returns: The output of the build if it failed, else nil.
  func build(_ what: String, _ name: String) async throws -> String? {
    let command = Command(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: [
        "swift", "build", "--package-path", folder.path, "-c", configuration, what, name,
        // Without what debuggers and editors need.
        "--disable-index-store", "-Xswiftc", "-gnone",
      ])
    let ending = try await command.run()
    return ending.status == 0 ? nil : ending.output
  }
}
