import CacheSpec
import Foundation

/// The reference, built with all mutants that compile together.
struct InstrumentedBuild {
  let reference: InstrumentedReference
  let sources: [String: String]
  /// The mutants that it contains, by number.
  private(set) var mutants: [NumberedMutant]
  /// The mutants that did not compile, with the compiler's message.
  private(set) var dropped: [Int: String] = [:]
  /// How many times the reference was built.
  private(set) var rounds = 0

  /// Builds the reference until it compiles, each time without the mutants that caused errors.
  init(
    _ reference: InstrumentedReference, _ sources: [String: String], _ mutants: [NumberedMutant]
  ) async throws {
    self.reference = reference
    self.sources = sources
    self.mutants = mutants
    while let culprits = try await culprits() {
      dropped.merge(culprits) { $1 }
      self.mutants.removeAll { culprits[$0.number] != nil }
    }
  }

  /// The mutants that cause errors, or nil if the reference compiles.
  private mutating func culprits() async throws -> [Int: String]? {
    rounds += 1
    guard let output = try await reference.build(sources, mutants) else { return nil }
    let culprits = Culprits.found(in: Diagnostic.errors(in: output, root: reference.folder.path), among: mutants)
    if culprits.isEmpty { throw ProveError.building(output) }
    complain(
      "round \(rounds): \(culprits.count.counted("mutant")) \(culprits.count == 1 ? "does" : "do") not compile beside the others"
    )
    return culprits
  }
}
