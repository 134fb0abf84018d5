/// What became of a mutant.
public enum Outcome: Hashable, Sendable {
  /// A scenario was not passed or recorded another outcome, or the run itself failed.
  case noticed
  /// Every scenario was passed, and what was recorded is as before.
  case survived
  /// No scenario gets to its place: it survived as well.
  case notReached
  /// It is in the ledger, and was taken as entered.
  case entered
  /// It was not tried.
  case notTried(why: String)
}

extension Outcome {
  /// Whether nothing noticed it.
  var isSurvival: Bool { self == .survived || self == .notReached }
}

/// What a sweep came to.
public struct Tally: Sendable {
  /// The mutants with what became of them.
  public let outcomes: [(mutant: Mutant, outcome: Outcome)]
  /// What is known to change nothing.
  public let ledger: Ledger

  /// Takes the outcomes of mutants.
  public init(_ outcomes: [(mutant: Mutant, outcome: Outcome)], _ ledger: Ledger) {
    self.outcomes = outcomes
    self.ledger = ledger
  }

  /// How many of some mutants were noticed, and how many survived.
  public struct Count: Sendable, Equatable {
    /// Noticed.
    public var noticed = 0
    /// In the ledger, and not noticed.
    public var known = 0
    /// Survived, and not in the ledger.
    public var survived = 0
    /// Not tried.
    public var notTried = 0

    /// The share that was noticed of those that are not in the ledger; nil where there are none.
    public var share: Double? {
      noticed + survived == 0 ? nil : Double(noticed) / Double(noticed + survived)
    }
  }

  /// Counts the outcomes of all mutants.
  public var total: Count { count(outcomes) }

  /// Counts the outcomes of each kind of change.
  public var byKind: [(name: String, count: Count)] { grouped { $0.kind.rawValue } }

  /// Counts the outcomes of each folder of the reference: a chapter each, and what chapters share.
  public var byFolder: [(name: String, count: Count)] { grouped(\.folder) }

  /// The mutants that survived and are not in the ledger.
  public var survivors: [(mutant: Mutant, outcome: Outcome)] {
    outcomes.filter { $0.outcome.isSurvival && ledger.entry(for: $0.mutant) == nil }
  }

  /// The mutants that were not tried, and why.
  public var untried: [(mutant: Mutant, why: String)] {
    outcomes.compactMap { if case .notTried(let why) = $0.outcome { ($0.mutant, why) } else { nil } }
  }

  /// The entries of the ledger all of whose mutants were noticed: a document does speak of them.
  public var outdated: [LedgerEntry] { ledger.outdated(outcomes) }

  /// Whether a smaller share than this was noticed of those that are not in the ledger.
  public func isBelow(_ gate: Double) -> Bool { total.share.map { $0 < gate } ?? true }

  /// Whether more than one mutant in eight is in the ledger: what it holds back is then too much of the whole.
  public var isLedgerTooLarge: Bool { total.known * 8 > outcomes.count }

  private func grouped(_ name: (Mutant) -> String) -> [(name: String, count: Count)] {
    Dictionary(grouping: outcomes) { name($0.mutant) }.map { ($0.key, count($0.value)) }.sorted { $0.name < $1.name }
  }

  private func count(_ outcomes: [(mutant: Mutant, outcome: Outcome)]) -> Count {
    outcomes.reduce(into: Count()) { count, entry in
      switch entry.outcome {
      case .noticed: count.noticed += 1
      case .survived, .notReached:
        if ledger.entry(for: entry.mutant) == nil { count.survived += 1 } else { count.known += 1 }
      case .entered: count.known += 1
      case .notTried: count.notTried += 1
      }
    }
  }
}

extension Mutant {
  /// The name of the folder that its file is in.
  public var folder: String { file.split(separator: "/").dropLast().last.map(String.init) ?? "" }
}
