/// A row of a table of responses: what a response states, and whether it is served.
struct HTTPResponseRow: TableRow {
  /// How the response came into the cache.
  enum Came {
    /// By a load.
    case loaded
    /// By a load, and it need not have been stored.
    case answered
    /// By direct access: the app handed it to the store.
    case stored
  }

  /// The outcome of a request for it.
  enum Answer: String, DescribedByRawValue {
    case served, checked
    case either = "served or checked"
    case ratherServed = "served (preferred) or checked"
    case ratherChecked = "checked (preferred) or served"
  }

  static let inputs: [Column] = [.listed("row"), .listed("response"), Column("requested", [])]
  static let outcomes = ["answer"]

  let cells: (name: String, came: Came, representation: Representation, later: Duration, answer: Answer)
  let rule: RuleID
  let source: SourceLine

  var name: String { cells.name }
  var representation: Representation { cells.representation }
  var given: [String] {
    [name, cells.representation.stated, cells.later == .zero ? "" : "\(cells.later.spoken) later"]
  }

  var fixture: Fixture<ResponseAction> {
    let fixture: Fixture<ResponseAction> =
      switch cells.came {
      case .loaded: .loaded(cells.representation)
      case .answered: .answered(cells.representation)
      // Where it cannot even be stored, what it states is at fault.
      case .stored where cells.answer == .served: .stored(cells.representation, relyingOn: rule)
      // What is not served need not be stored.
      case .stored: .offered(cells.representation)
      }
    return cells.later == .zero ? fixture : fixture.and("\(cells.later.inWords) later", [Step(.advance(cells.later))])
  }

  var steps: [ResponseStep] {
    switch cells.answer {
    case .served: [HTTPSpec.served]
    case .checked: [isCheckedForNoCache ? HTTPSpec.checked.premise(Self.noCache) : HTTPSpec.checked]
    case .either: [HTTPSpec.servedOrChecked]
    case .ratherServed: [HTTPSpec.rather("served")]
    case .ratherChecked: [HTTPSpec.rather("checked")]
    }
  }

  /// The plain row of `no-cache`, which its other spellings and neighbours take for granted.
  private static let noCache = "http.store.no-cache[fresh by max-age]"

  private var isCheckedForNoCache: Bool {
    rule != RuleID(ofScenario: Self.noCache)
      && representation.cacheControl.contains { $0.lowercased().contains("no-cache") }
  }
}
