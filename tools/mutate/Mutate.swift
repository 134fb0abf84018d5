import Foundation
import Mutation

/// `mutate`: which small changes of the reference no scenario notices.
@main
struct Mutate {
  static func main() async {
    do {
      guard let options = try Options(Array(CommandLine.arguments.dropFirst())) else { return print(Options.help) }
      exit(try await Mutate(options: options).run())
    } catch {
      complain("\(error)")
      if case MutateError.usage = error { exit(2) }
      exit(3)
    }
  }

  let options: Options

  private func run() async throws -> Int32 {
    let sources = try reference()
    let all = mutants(of: sources)
    let unfitting = ledger.unfitting(all.map(\.mutant))
    for entry in unfitting { print("no place fits this entry of the ledger: \(entry)") }
    let chosen = try choose(among: all)
    if options.listsOnly {
      for (number, mutant) in chosen { print("\(number)\t\(mutant.kind)\t\(mutant)") }
      return unfitting.isEmpty ? 0 : 1
    }
    let copy = PackageCopy(of: URL(fileURLWithPath: options.package))
    defer { if !options.keepsCopy { copy.remove() } }
    complain("building \(all.count) mutants into a copy")
    let start = Date.now
    let build = try await InstrumentedBuild(copy, sources, all)
    complain("built in \(Int(Date.now.timeIntervalSince(start))) s, in \(build.rounds) rounds; \(build.dropped.count) dropped")
    for (number, why) in build.dropped.sorted(by: { $0.key < $1.key }) {
      print("dropped: \(all[number - 1].mutant): \(why)")
    }
    return 0
  }

  /// The sources of the reference, by path.
  private func reference() throws(MutateError) -> [String: String] {
    let folder = "Sources/ReferenceCache"
    let root = URL(fileURLWithPath: options.package)
    guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
    else { throw .noReference(package: options.package) }
    var sources: [String: String] = [:]
    for path in paths where path.hasSuffix(".swift") {
      let url = root.appendingPathComponent(folder).appendingPathComponent(path)
      guard let data = try? Data(contentsOf: url) else { throw .noReference(package: options.package) }
      sources["\(folder)/\(path)"] = String(decoding: data, as: UTF8.self)
    }
    return sources
  }

  private func mutants(of sources: [String: String]) -> [(number: Int, mutant: Mutant)] {
    let declarations = Declarations(of: Array(sources.values))
    let mutants = sources.sorted { $0.key < $1.key }.flatMap { path, source in
      Places.mutants(of: source, file: path, declarations: declarations)
    }
    return Array(zip(1..., mutants))
  }

  private func choose(
    among all: [(number: Int, mutant: Mutant)]
  ) throws(MutateError) -> [(number: Int, mutant: Mutant)] {
    let chosen = all.filter { options.only.isEmpty || $0.mutant.isIn(options.only) }
    if chosen.isEmpty { throw .nothingChosen(options.only) }
    return chosen
  }
}

extension Mutant {
  /// Whether it is in one of these folders or files.
  func isIn(_ paths: [String]) -> Bool {
    let own = file.split(separator: "/").dropFirst(2).joined(separator: "/")
    return paths.contains { own == $0 || own.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") || file == $0 }
  }
}

/// Writes a line to standard error.
func complain(_ text: String) { FileHandle.standardError.write(Data("mutate: \(text)\n".utf8)) }
