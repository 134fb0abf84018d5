extension Tally {
  /// The report of the sweep: the survivors, the mutants that were not tried, and the counts.
  var report: String {
    let survivors = survivors.map { "\($0.outcome == .survived ? "survived " : "unreached")  \($0.mutant)" }
    let untried = untried.map { "not tried  \($0.mutant) (\($0.why))" }
    return (survivors + untried + recorded + exploring + [table]).joined(separator: "\n")
  }

  private var recorded: [String] {
    let (recorded, tested) = (outcomes.count { $0.outcome == .recorded }, outcomes.count { $0.outcome == .tested })
    let ofScenarios =
      "\(recorded) of those noticed are right in another way: a scenario recorded another outcome, and passed"
    let ofTests = "\(tested) of those noticed are noticed by tests of the reference, and by no scenario"
    return (recorded == 0 ? [] : [ofScenarios]) + (tested == 0 ? [] : [ofTests])
  }

  /// How exploring compares with the scenarios that break a rule. What is right in another way is not to be found.
  private var exploring: [String] {
    guard let explored else { return [] }
    let noticed = outcomes.filter { $0.outcome == .noticed }.map(\.mutant)
    let missed = noticed.filter { !explored.contains($0) }
    let more = outcomes.filter { $0.outcome.isSurvival && explored.contains($0.mutant) }.map(\.mutant)
    let only = more.map { "exploring only  \($0)" }
    let total = "exploring notices \(more.count) that no scenario notices"
    // If only mutants that no scenario notices were explored, the other numbers say nothing.
    if missed.count == noticed.count { return only + [total] }
    return missed.map { "scenarios only  \($0)" } + only + [
      total + ", and \(noticed.count - missed.count) of \(noticed.count) that break a rule of a scenario"
    ]
  }

  private var table: String {
    let rows = byKind + byFolder + [("all", total)]
    let width = rows.map(\.name.count).max() ?? 0
    let head = "".padded(to: width) + Count.columns.map { $0.leading(12) }.joined()
    let lines = rows.map { name, count in name.padded(to: width) + count.cells.map { $0.leading(12) }.joined() }
    let kinds = byKind.count
    // Blank lines separate the kinds, the folders and the sum.
    let (ofKinds, ofFolders) = (lines[..<kinds], lines[kinds...].dropLast())
    let all: [ArraySlice<String>] = [["", head], ofKinds, [""], ofFolders, [""], lines.suffix(1)]
    return all.joined().joined(separator: "\n")
  }
}

extension Tally.Count {
  fileprivate static let columns = ["noticed", "survived", "exempt", "not tried", "share"]

  fileprivate var cells: [String] {
    // Rounded down, so that a share that is shown has been reached.
    let share = share.map { "\(Int($0 * 1000) / 10).\(Int($0 * 1000) % 10) %" } ?? "–"
    return [noticed, survived, known, notTried].map(String.init) + [share]
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  fileprivate func leading(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
