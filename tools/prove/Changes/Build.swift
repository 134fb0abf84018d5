import Foundation
import Mutation

/// The copy, built with all mutants that compile together.
struct InstrumentedBuild {
  let copy: PackageCopy
  let sources: [String: String]
  /// The mutants that it contains, by number.
  private(set) var mutants: [NumberedMutant]
  /// The mutants that did not compile, with the compiler's message.
  private(set) var dropped: [Int: String] = [:]
  /// How many times the reference was built.
  private(set) var rounds = 0

  /// Builds the reference until it compiles, each time without the mutants that caused errors, and then the rest.
  init(
    _ copy: PackageCopy, _ sources: [String: String], _ mutants: [NumberedMutant]
  ) async throws {
    self.copy = copy
    self.sources = sources
    self.mutants = mutants
    try copy.update(without: Set(sources.keys))
    while let culprits = try await culprits() {
      dropped.merge(culprits) { $1 }
      self.mutants.removeAll { culprits[$0.number] != nil }
    }
    if let output = try await copy.build("--product", "cachespec") { throw ProveError.building(output) }
  }

  /// The mutants that cause errors, or nil if the reference compiles.
  private mutating func culprits() async throws -> [Int: String]? {
    rounds += 1
    try copy.write(sources, with: mutants)
    guard let output = try await copy.build("--target", "ReferenceCache") else { return nil }
    let culprits = Culprits.found(in: Diagnostic.errors(in: output, root: copy.folder.path), among: mutants)
    if culprits.isEmpty { throw ProveError.building(output) }
    complain("round \(rounds): \(culprits.count) mutants do not compile beside the others")
    return culprits
  }
}
