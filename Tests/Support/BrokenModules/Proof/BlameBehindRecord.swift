import CacheConformance
import CacheSpecChapters

/// Pairs of broken modules, of which the first is on record: what fails because of it is a known deviation. The second
/// has to be told all the same, however much the first blocks.
package struct BlameBehindRecord: Sendable {
  /// How many scenarios the first module blocks.
  private enum Extent: String, CaseIterable {
    case much = "blocks 20 or more"
    case some = "blocks 5 to 19"
    case little = "blocks fewer"

    func contains(_ blocked: Int) -> Bool {
      switch self {
      case .much: blocked >= 20
      case .some: (5..<20).contains(blocked)
      case .little: blocked < 5
      }
    }
  }

  private struct Class: Sendable {
    let name: String
    let pairs: [BlameOfPairs.Entry]
    let maskedCount: Int

    var told: Int { pairs.count(where: \.areAllTold) }
    var holds: Bool { Double(told) >= BlameBehindRecord.leastTold * Double(pairs.count) }
    var text: String {
      let wrong = pairs.filter { !$0.areAllTold || !$0.others.isEmpty }.map(\.text)
      let others = pairs.count { !$0.others.isEmpty }
      let total =
        "\(name): \(told) of \(pairs.count) told, another rule in \(others); \(maskedCount) more are masked"
      return (wrong + [total]).joined(separator: "\n")
    }
  }

  private let classes: [Class]

  /// The share of the second modules that has to be told in each class.
  private static let leastTold = 0.95

  /// Runs pairs of modules that change different parts of a chapter's reference.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - count: how many pairs of each chapter and class.
  ///   - seed: decides which are drawn.
  ///   - isSample: whether to draw from no more than a sample of the modules, because all of them take many minutes.
  ///   - tell: called with how many pairs have run.
  package init(
    of chapter: String? = nil, count: Int, seed: Int, isSample: Bool = false,
    tell: @Sendable (String) -> Void = { _ in }
  ) async throws {
    let exact = try await BlameOfPairs.singles(of: chapter, isSample: isSample).filter(\.isExact)
    let chapters = Dictionary(grouping: exact) { $0.broken.selection.patterns.joined(separator: " and ") }
    var classes: [Class] = []
    for (chapter, singles) in chapters.sorted(by: { $0.key < $1.key }) {
      for extent in Extent.allCases {
        var generator = SeededGenerator(seed)
        // Drawn evenly from the firsts, however many others go with each.
        let firsts = singles.filter { extent.contains($0.blocked) }
        var left = firsts.map { first in singles.filter(first.goes).shuffled(using: &generator)[...] }
        var (pairs, masked) = ([BlameOfPairs.Entry](), 0)
        while pairs.count < count {
          let order = firsts.indices.shuffled(using: &generator).prefix(count - pairs.count)
          let drawn = order.compactMap { index in left[index].popFirst().map { (firsts[index], $0) } }
          if drawn.isEmpty, left.allSatisfy(\.isEmpty) { break }
          let entries = try await inOrder(drawn) { first, second in
            try await BlameOfPairs.entry(
              [first, second], named: "\(second.broken.name), behind \(first.broken.name)", isScreened: true,
              onRecord: first)
          }
          pairs += entries.compactMap(\.self)
          masked += entries.count { $0 == nil }
        }
        let told = Class(name: "\(chapter), the first \(extent.rawValue)", pairs: pairs, maskedCount: masked)
        tell(told.text)
        classes.append(told)
      }
    }
    self.classes = classes
  }

  /// Whether enough are told in each class.
  package var holds: Bool { classes.allSatisfy(\.holds) }

  /// Each pair whose second module is not told, and the totals.
  package var text: String { classes.map(\.text).joined(separator: "\n") }
}
