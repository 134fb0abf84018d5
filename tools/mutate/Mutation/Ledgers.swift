/// A mutant that changes nothing that a document speaks of.
///
/// It is known by its file, its change and the text of its line: an entry moves with its line, and no longer fits when the
/// line is changed.
public struct LedgerEntry: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file below `Sources/ReferenceCache`.
  public let file: String
  /// The line, without the spaces around it.
  public let line: String
  /// The kind of the change.
  public let kind: ChangeKind
  /// The change, where the line has several of the kind: `80 → 81`. Nil for each of them.
  public let change: String?
  /// Why no document speaks of it.
  public let reason: String
  /// Whether chance decides if it is noticed: who waits for less is now too early, now in time.
  public let isNoticedByChance: Bool

  /// Enters a mutant.
  public init(
    _ file: String, _ line: String, _ kind: ChangeKind, _ change: String? = nil, because reason: String,
    isNoticedByChance: Bool = false
  ) {
    self.file = file
    self.line = line
    self.kind = kind
    self.change = change
    self.reason = reason
    self.isNoticedByChance = isNoticedByChance
  }

  public var description: String { "\(file): \(change ?? kind.rawValue): \(line)" }

  /// Whether a mutant is one of those that it is about.
  public func covers(_ mutant: Mutant) -> Bool {
    mutant.file.hasSuffix("/" + file) && mutant.text == line && mutant.kind == kind
      && (change == nil || change == mutant.change)
  }
}

/// The entries of the ledger, and what they fit.
public struct Ledger: Sendable {
  /// The entries.
  public let entries: [LedgerEntry]

  /// Takes entries.
  public init(_ entries: [LedgerEntry]) { self.entries = entries }

  /// The entry that a mutant is in, or nil.
  public func entry(for mutant: Mutant) -> LedgerEntry? { entries.first { $0.covers(mutant) } }

  /// The entries that fit no mutant: their lines were changed, or are gone.
  public func unfitting(_ mutants: [Mutant]) -> [LedgerEntry] {
    entries.filter { entry in !mutants.contains(where: entry.covers) }
  }

  /// The entries all of whose mutants were noticed: a document does speak of them.
  public func outdated(_ outcomes: [(mutant: Mutant, outcome: Outcome)]) -> [LedgerEntry] {
    entries.filter { entry in
      if entry.isNoticedByChance { return false }
      let covered = outcomes.filter { entry.covers($0.mutant) }.map(\.outcome)
      return covered.contains(.noticed) && !covered.contains(where: \.isSurvival)
    }
  }
}
