/// A row of the table of freshness: what a response states about its age, and whether it is served.
struct HTTPFreshnessRow: TableRow {
  typealias Came = HTTPResponseRow.Came
  typealias Answer = HTTPResponseRow.Answer

  static let inputs = ["row", "came", "Cache-Control", "Date", "Age", "requested"].map { Column($0, []) }
  static let outcomes = ["answer"]

  let cells: (name: String, came: Came, cacheControl: [String], dated: Int, age: Int?, seconds: Double, answer: Answer)
  let rule: RuleID
  let source: SourceLine

  var name: String { cells.name }
  private var later: Duration { .seconds(cells.seconds) }

  var representation: Representation {
    let undated = Representation(.v1, cacheControl: cells.cacheControl).withTag.dated(secondsAgo: cells.dated)
    return cells.age.map { undated.with("Age", "\($0)") } ?? undated
  }

  var given: [String] {
    [
      name, cells.came.rawValue, cells.cacheControl.joined(separator: " and "),
      cells.dated == 0 ? "now" : "\(cells.dated) s ago", cells.age.map { "\($0) s" } ?? "absent",
      later == .zero ? "at once" : "\(later.inWords) later",
    ]
  }

  var fixture: Fixture<ResponseAction> {
    let fixture: Fixture<ResponseAction> =
      switch cells.came {
      case .loaded: .loaded(representation)
      case .answered: .answered(representation)
      case .stored: .stored(representation)
      }
    return later == .zero ? fixture : fixture.and("\(later.inWords) later", [Step(.advance(later))])
  }

  var steps: [ResponseStep] { [cells.answer == .served ? HTTPSpec.served : HTTPSpec.checked] }
}
