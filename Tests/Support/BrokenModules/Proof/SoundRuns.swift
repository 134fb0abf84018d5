import CacheConformanceCommand

extension [SoundVariant] {
  /// A few of the variants that together make each choice once, two at a time where two can be combined.
  package var withEachChoiceOnce: Self {
    var left = Set(flatMap(\.choices))
    return sorted { $0.choices.count > $1.choices.count }.filter { variant in
      guard left.isSuperset(of: variant.choices) else { return false }
      left.subtract(variant.choices)
      return true
    }
  }
}

/// The results of running the sound variants: each choice that the documents leave open once, or every pair of them.
package struct SoundRuns: Sendable {
  private let variants: [SoundVariant]
  private let failures: [String]

  /// Runs every variant of some chapters.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - makesPairs: whether to run each choice alone and every pair of choices, which takes many minutes.
  ///   - onFailure: called with the name and the report of each variant that fails, as soon as it is known, because a
  ///     run of all variants takes minutes.
  package init(
    of chapter: String? = nil, makesPairs: Bool, onFailure: @Sendable (String) -> Void = { _ in }
  ) async throws {
    variants = Chapters.broken.filter { actions in
      chapter == nil || actions.reference(on: .memory).rules.contains { $0.id.chapter == chapter }
    }.flatMap { makesPairs ? $0.soundVariants : $0.soundVariants.withEachChoiceOnce }
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
  package var isClean: Bool { failures.isEmpty }

  /// The report of each variant that fails, and the totals.
  package var text: String {
    let choices = Set(variants.flatMap(\.choices)).count
    let totals = "\(choices) choices in \(variants.count) modules: \(failures.count) told that they are wrong"
    return (failures + [totals]).joined(separator: "\n\n")
  }
}
