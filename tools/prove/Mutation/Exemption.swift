/// A mutant that changes nothing that a document specifies.
///
/// It is identified by its file, its change and the text of its line. The entry stays valid if the line moves, but not
/// if it is changed.
struct Exemption: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file below `Sources/ReferenceCache`.
  let file: String
  /// The line without leading and trailing spaces.
  let line: String
  /// The kind of change.
  let kind: ChangeKind
  /// The change, if the line has several of the kind: `80 → 81`. Nil for all of them.
  let change: String?
  /// The reason why no document specifies it.
  let reason: String
  /// Whether it is noticed only by chance, as with a shorter wait that may still be long enough.
  let isNoticedByChance: Bool

  /// Makes an entry.
  init(
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

  var description: String { "\(file): \(change ?? kind.rawValue): \(line)" }

  /// Whether it applies to a mutant.
  func covers(_ mutant: Mutant) -> Bool {
    mutant.file.hasSuffix("/" + file) && mutant.text == line && mutant.kind == kind
      && (change == nil || change == mutant.change)
  }
}

/// The exemptions, as a whole.
struct Exemptions: Sendable {
  /// The entries.
  let entries: [Exemption]

  /// Makes exemptions.
  init(_ entries: [Exemption]) { self.entries = entries }

  /// The entry for a mutant, or nil.
  func entry(for mutant: Mutant) -> Exemption? { entries.first { $0.covers(mutant) } }

  /// Whether more than one in eight of all mutants is exempt, which hides too much.
  func isTooLarge(for mutants: [Mutant]) -> Bool {
    mutants.count { entry(for: $0) != nil } * 8 > mutants.count
  }

  /// The entries that match no mutant, because their lines were changed or removed.
  func unfitting(_ mutants: [Mutant]) -> [Exemption] {
    entries.filter { entry in !mutants.contains(where: entry.covers) }
  }

  /// The entries whose mutants were noticed, with no survivor: a document does specify them.
  func outdated(_ outcomes: [(mutant: Mutant, outcome: Outcome)]) -> [Exemption] {
    entries.filter { entry in
      if entry.isNoticedByChance { return false }
      let covered = outcomes.filter { entry.covers($0.mutant) }.map(\.outcome)
      return covered.contains(where: \.isNoticed) && !covered.contains(where: \.isSurvival)
    }
  }
}
