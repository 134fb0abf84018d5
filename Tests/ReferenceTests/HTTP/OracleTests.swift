import Foundation
import Testing

@Suite("The oracle for HTTP, and the reference against it")
struct OracleTests {
  @Test(
    "The oracle reads the dates that the documents give as examples",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", [784_111_777]), ("Sunday, 06-Nov-94 08:49:37 GMT", [784_111_777]),
      ("Sun Nov  6 08:49:37 1994", [784_111_777]), ("sun nov 06 08:49:37 1994", [784_111_777]),
      ("Sun, 06 Nov 1994 08:49:37 UTC", [784_111_777, nil]), ("Mon, 06 Nov 1994 08:49:37 GMT", [784_111_777, nil]),
      ("Thu, 01 Jan 1970 00:00:00 GMT", [0]), ("Wed, 31 Dec 1969 23:59:59 GMT", [-1]),
      ("Sat, 01 Jan 0000 00:00:00 GMT", [-62_167_219_200]), ("Fri, 31 Dec 9999 23:59:59 GMT", [253_402_300_799]),
      ("Thu, 29 Feb 2024 00:00:00 GMT", [1_709_164_800]), ("Wed, 29 Feb 2023 00:00:00 GMT", [nil]),
      ("Friday, 20-Nov-76 00:00:00 GMT", [3_373_056_000]), ("Sunday, 22-Nov-76 00:00:00 GMT", [217_468_800, nil]),
      ("0", [nil]), ("", [nil]), ("Sun, 6 Nov 1994 08:49:37 GMT", [nil]), ("Sun, 06 Nov 1994 24:00:00 GMT", [nil]),
      ("Sun, 06 Nov 1994 08:49:37 +0000", [nil]), ("Sun,  06 Nov 1994 08:49:37 GMT", [nil]),
    ] as [(String, [Double?])])
  func dates(_ text: String, _ readings: [Double?]) {
    // 21 November 2026.
    #expect(Oracle.dates(Array(text.utf8), at: 1_795_219_200) == readings)
  }

  /// `ORACLE_EXCHANGES` is the number of exchanges, `ORACLE_FROM` the number of the first.
  @Test("The reference agrees with the oracle")
  func comparison() {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["ORACLE_FROM"].flatMap { Int($0) } ?? 0
    let count = environment["ORACLE_EXCHANGES"].flatMap { Int($0) } ?? 4000
    var comparison = Comparison()
    for number in first..<(first + count) { comparison.compare(number) }
    for question in Comparison.Question.allCases {
      let counts = Oracle.Verdict.allCases.map { verdict in
        let tally = comparison.tally(question, verdict)
        // A verdict that is hardly ever given proves nothing.
        if count >= 1000, verdict == .must || verdict == .mustNot && question != .age {
          #expect(tally.asked * 100 >= count, "\(question.rawValue): \(verdict.rawValue)")
        }
        return "\(verdict.rawValue) \(tally.asked) (yes \(tally.yes))"
      }
      print("\(question.rawValue): \(counts.joined(separator: ", ")), \(comparison.disagreed[question] ?? 0) differ")
    }
    for disagreement in comparison.disagreements { Issue.record("\(disagreement)") }
  }
}
