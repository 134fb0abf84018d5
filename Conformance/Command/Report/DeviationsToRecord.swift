public import CacheConformance
import CacheSpec

extension RunReport {
  /// Returns what is violated, crashes or hangs now as deviations: one for a rule all of whose scenarios deviate alike,
  /// and otherwise one for each scenario. A reason says what was expected and what was seen; who records it says why. A
  /// link is there if one is on record. What is unsteady and not on record as such is among them, also if it is on record
  /// or passed, and so is what blocks scenarios without being selected.
  ///
  /// - Parameter variant: the variant of the module, or nil for its only one.
  public func deviationsToRecord(of variant: String? = nil) -> [KnownDeviation] {
    let failed = (results + causes).filter { result in
      (result.verdict.kind.isBreach || result.isUnsteady && result.planned.deviation?.isUnsteady != true)
        && result.variant == variant
    }
    return failed.grouped { $0.scenario.rule.id.text }.flatMap { results -> [KnownDeviation] in
      let rule = results[0].scenario.rule.id
      // What only breaks another rule says nothing of its own.
      let isWhole =
        results.allSatisfy { $0.otherRule == nil && !$0.isUnsteady && $0.verdict.kind == results[0].verdict.kind }
        && scenarios[rule, default: []].isSubset(of: results.map(\.scenario.id))
      return isWhole
        ? [results[0].asDeviation(of: rule.text, others: results.count - 1)]
        : results.map { $0.asDeviation(of: $0.scenario.id) }
    }
  }

  /// Returns the deviations to record as they are put on record: as Swift or, for a program, as the JSON of its
  /// description.
  package func printedDeviations(asJSON: Bool = false) -> String {
    #if os(macOS) || os(Linux)
      if asJSON {
        let lines = deviationsToRecord().map { "  \(String(decoding: $0.json.jsonText, as: UTF8.self))" }
        return lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n]".printableJSON
      }
    #endif
    let all: [String?] = variants.isEmpty ? [nil] : variants
    return all.flatMap { variant -> [String] in
      let lines = deviationsToRecord(of: variant).map(\.swiftSource)
      return (lines.isEmpty ? [] : variant.map { ["// \(module):\($0)"] } ?? []) + lines
    }.joined(separator: "\n").printable
  }
}

extension ScenarioResult {
  fileprivate func asDeviation(of id: String, others: Int = 0) -> KnownDeviation {
    // What passed unexpectedly deviated in a later run, of which only the kind is known.
    let kind = ([verdict.observed.kind] + runs).first(where: \.isBreach) ?? verdict.kind
    let seen = verdict.observed.kind == .passed ? "" : whatWasSeen.inOneLine(of: 300)
    let runs = isUnsteady ? runs.words : ""
    let more = others == 0 ? "" : "\(others.counted("more row")) \(others == 1 ? "deviates" : "deviate")"
    return KnownDeviation(
      id, kind, isUnsteady: isUnsteady, because: [seen, more, runs].filter { !$0.isEmpty }.joined(separator: "; "),
      link: planned.deviation?.link ?? "")
  }

  /// The step, what was expected of it, and what was seen.
  private var whatWasSeen: String {
    let (expected, actual) = verdict.observed.expectedAndActual
    let comparison =
      verdict.observed.kind == .violated ? "expected \(expected ?? ""), but saw \(actual ?? "")" : actual ?? ""
    return [trace.underWay, comparison].compactMap(\.self).joined(separator: ": ")
  }
}

extension KnownDeviation {
  fileprivate var swiftSource: String {
    let outcome = (outcome == .violated ? "" : ", .\(outcome)") + (isUnsteady ? ", isUnsteady: true" : "")
    return
      "KnownDeviation(\(id.debugDescription)\(outcome), because: \(reason.debugDescription), link: \(link.debugDescription)),"
  }
}
