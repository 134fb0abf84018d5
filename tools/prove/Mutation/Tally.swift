/// The outcome of trying a mutant.
enum Outcome: Hashable, Sendable {
  /// A scenario did not pass, or the run itself failed.
  case noticed
  /// Every scenario passed, and one recorded another outcome, which the documents allow. It counts as noticed.
  case recorded
  /// Every scenario passed, and a test of the reference failed. It counts as noticed.
  case tested
  /// Every scenario passed, with the same recorded outcomes as before.
  case survived
  /// No scenario reaches its place. It counts as survived.
  case notReached
  /// It is exempt, and was not tried.
  case entered
  /// It was not tried.
  case notTried(why: String)
}

extension Outcome {
  /// Whether no scenario noticed it.
  var isSurvival: Bool { self == .survived || self == .notReached }

  /// Whether a scenario or a test noticed it.
  var isNoticed: Bool { self == .noticed || self == .recorded || self == .tested }
}

/// The result of a sweep.
struct Tally: Sendable {
  /// The mutants with their outcomes.
  let outcomes: [(mutant: Mutant, outcome: Outcome)]
  /// The mutants that are known to change nothing.
  let exemptions: Exemptions
  /// The mutants that exploring noticed, which count as noticed. Nil if there was no exploring.
  let explored: Set<Mutant>?

  /// Makes a tally.
  init(
    _ outcomes: [(mutant: Mutant, outcome: Outcome)], _ exemptions: Exemptions, explored: Set<Mutant>? = nil
  ) {
    self.outcomes = outcomes
    self.exemptions = exemptions
    self.explored = explored
  }

  /// The counts of outcomes for some mutants.
  struct Count: Sendable, Equatable {
    /// How many were noticed.
    var noticed = 0
    /// How many are exempt, and were not noticed.
    var known = 0
    /// How many survived, and are not exempt.
    var survived = 0
    /// How many were not tried.
    var notTried = 0

    /// The noticed share of the mutants that are not exempt. Nil if there are none.
    var share: Double? {
      noticed + survived == 0 ? nil : Double(noticed) / Double(noticed + survived)
    }
  }

  /// The counts for all mutants.
  var total: Count { count(outcomes) }

  /// The counts for each kind of change.
  var byKind: [(name: String, count: Count)] { grouped { $0.kind.rawValue } }

  /// The counts for each folder of the reference: one per chapter, and those that chapters share.
  var byFolder: [(name: String, count: Count)] { grouped(\.folder) }

  /// The mutants that survived and are not exempt.
  var survivors: [(mutant: Mutant, outcome: Outcome)] {
    outcomes.filter { $0.outcome.isSurvival && exemptions.entry(for: $0.mutant) == nil && !isExplored($0.mutant) }
  }

  /// The mutants that were not tried, with the reasons.
  var untried: [(mutant: Mutant, why: String)] {
    outcomes.compactMap { if case .notTried(let why) = $0.outcome { ($0.mutant, why) } else { nil } }
  }

  /// The exemptions whose mutants were noticed, with no survivor: a document does specify them.
  var outdated: [Exemption] { exemptions.outdated(outcomes) }

  /// Whether the noticed share of the mutants that are not exempt is below a limit.
  func isBelow(_ gate: Double) -> Bool { total.share.map { $0 < gate } ?? true }

  private func grouped(_ name: (Mutant) -> String) -> [(name: String, count: Count)] {
    Dictionary(grouping: outcomes) { name($0.mutant) }.map { ($0.key, count($0.value)) }.sorted { $0.name < $1.name }
  }

  private func isExplored(_ mutant: Mutant) -> Bool { explored?.contains(mutant) == true }

  private func count(_ outcomes: [(mutant: Mutant, outcome: Outcome)]) -> Count {
    outcomes.reduce(into: Count()) { count, entry in
      switch entry.outcome {
      case .noticed, .recorded, .tested: count.noticed += 1
      case .survived, .notReached:
        if isExplored(entry.mutant) {
          count.noticed += 1
        } else if exemptions.entry(for: entry.mutant) == nil {
          count.survived += 1
        } else {
          count.known += 1
        }
      case .entered: count.known += 1
      case .notTried: count.notTried += 1
      }
    }
  }
}

extension Mutant {
  /// The name of the folder of its file.
  var folder: String { file.split(separator: "/").dropLast().last.map(String.init) ?? "" }
}
