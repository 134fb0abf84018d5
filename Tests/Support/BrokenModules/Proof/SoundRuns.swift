/// The results of running the sound variants: each choice that the documents leave open, and every pair of them.
package struct SoundRuns: Sendable {
  private let variants: [SoundVariant]
  private let failures: [String]

  /// Runs every variant of some chapters.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - makesPairs: whether every pair of choices is run, too, which takes many minutes.
  ///   - onFailure: called with the name and the report of each variant that fails, as soon as it is known, because a
  ///     run of all variants takes minutes.
  package init(
    of chapter: String? = nil, makesPairs: Bool = true, onFailure: @Sendable (String) -> Void = { _ in }
  ) async throws {
    variants = Chapters.broken.filter { actions in
      chapter == nil || actions.reference(on: .memory).rules.contains { $0.id.chapter == chapter }
    }.flatMap { $0.soundVariants }.filter { makesPairs || $0.choices.count == 1 }
    failures = try await withThrowingTaskGroup(of: (Int, String?).self) { [variants] group in
      for (index, variant) in variants.enumerated() {
        group.addTask {
          let report = try await FaultRuns.shared.report(of: variant.module, within: .seconds(60))
          return (index, report.isClean ? nil : "\(variant)\n\(report.text())")
        }
      }
      let all = try await group.reduce(into: [(Int, String)]()) { all, run in
        guard let failure = run.1 else { return }
        onFailure(failure)
        all.append((run.0, failure))
      }
      return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// Whether no variant fails.
  package var isWhole: Bool { failures.isEmpty }

  /// The report of each variant that fails, and the totals.
  package var text: String {
    let singles = variants.count { $0.choices.count == 1 }
    let totals =
      "\(singles) choices, \(variants.count - singles) pairs of them: \(failures.count) told that they are wrong"
    return (failures + [totals]).joined(separator: "\n\n")
  }
}
