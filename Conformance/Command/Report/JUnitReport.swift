public import CacheConformance
import CacheSpec
import Foundation

extension RunReport {
  /// Returns the report for build servers: one test case per scenario, as JUnit XML. The causes are a suite of their own,
  /// and so is what went wrong outside the scenarios, so that the first one counts what was selected.
  ///
  /// - Parameter command: the name of the executable that the report tells people to run.
  public func junit(command: String = "cachespec") -> String {
    let suites =
      [suite(module, results, command)]
      + (causes.isEmpty ? [] : [suite("\(module): not selected, and blocks what is", causes, command)])
      + (incidents.isEmpty ? [] : [suiteOfIncidents])
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts(of: results + causes, incidents.count))>
      \(suites.joined(separator: "\n"))
      </testsuites>
      """
  }

  private func suite(_ name: String, _ results: [ScenarioResult], _ command: String) -> String {
    let skipped = results.count { $0.verdict.kind.isSkipped }
    let cases = results.map { result in
      let open =
        "    <testcase classname=\"\(escaped(result.scenario.rule.id.text))\" name=\"\(escaped(result.junitName))\" "
        + "time=\"\(seconds(result.duration ?? .zero))\""
      let text = result.description(check: check(command), TextStyle(isVerbose: true))
      return switch result.verdict.kind {
      case .passed:
        open + (result.slow.map { ">\n      <system-out>slow: \(escaped($0))</system-out>\n    </testcase>" } ?? "/>")
      case .notAssessed, .knownDeviation, .blocked:
        open + ">\n      <skipped message=\"\(escaped(text))\"/>\n    </testcase>"
      case .violated, .crashed, .hung, .setupFailed, .unexpectedPass:
        open + ">\n      <failure message=\"\(escaped(result.verdictWords))\">\(escaped(text))</failure>\n"
          + "    </testcase>"
      }
    }
    let content = cases.isEmpty ? ["    <system-out>\(escaped(summary))</system-out>"] : cases
    return """
        <testsuite name="\(escaped(name))" \(counts(of: results)) skipped="\(skipped)">
      \(content.joined(separator: "\n"))
        </testsuite>
      """
  }

  private var suiteOfIncidents: String {
    let cases = incidents.enumerated().map { index, incident in
      "    <testcase classname=\"incident\" name=\"incident \(index + 1)\" time=\"0.000000\">\n"
        + "      <failure message=\"incident\">\(escaped(incident))</failure>\n    </testcase>"
    }
    return """
        <testsuite name="\(escaped(module)): incidents" \(counts(of: [], incidents.count)) skipped="0">
      \(cases.joined(separator: "\n"))
        </testsuite>
      """
  }

  private func counts(of results: [ScenarioResult], _ incidents: Int = 0) -> String {
    let failed = results.count { $0.verdict.kind.failsTheRun && !$0.verdict.kind.isSkipped } + incidents
    let time = seconds(results.reduce(.zero) { $0 + ($1.duration ?? .zero) })
    return "tests=\"\(results.count + incidents)\" failures=\"\(failed)\" errors=\"0\" time=\"\(time)\""
  }
}

extension Verdict.Kind {
  /// Whether build servers show the verdict as skipped. The cause of a blocked scenario is reported as a failure of its
  /// own.
  fileprivate var isSkipped: Bool { self == .notAssessed || self == .knownDeviation || self == .blocked }
}

extension ScenarioResult {
  fileprivate var junitName: String { variant.map { "\($0): \(scenario.id)" } ?? scenario.id }
}

/// Returns a duration in seconds without an exponent, because the format allows none.
private func seconds(_ duration: Duration) -> String { String(format: "%.6f", duration.seconds) }

/// Returns the text with markup escaped for XML, and without what XML cannot represent.
private func escaped(_ text: String) -> String { text.printable.replacingScalars(escapes) }

private let escapes: [Unicode.Scalar: String] = [
  "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\n": "&#10;", "\t": "&#9;", "\u{FFFE}": "\u{FFFD}",
  "\u{FFFF}": "\u{FFFD}",
]
