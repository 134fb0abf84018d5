/// Writes sources that contain all mutants at once, each behind a switch that is set when the process starts.
///
/// Every line keeps its number, so that compiler errors in it refer to the same lines of the original.
struct Instrumenter {
  private let source: [UInt8]
  /// Ranges of the source with their edits, outer ones first.
  private var edits: [Edit] = []
  private var swaps: [Range<Int>: [(number: Int, other: Range<Int>)]] = [:]

  fileprivate struct Edit {
    enum What {
      case replace(String)
      case wrap(before: String, after: String)
      case swap
    }

    let range: Range<Int>
    let what: What
  }

  /// The source with all of its mutants.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - mutants: the mutants of this source, each with its number, from 1.
  static func text(of source: String, with mutants: [NumberedMutant]) -> String {
    var instrumenter = Self(source: Array(source.utf8))
    for (site, all) in Dictionary(grouping: mutants, by: \.mutant.site) { instrumenter.add(site, all) }
    instrumenter.edits.sort { $0.order < $1.order }
    return instrumenter.text(0..<instrumenter.source.count)
  }

  /// The source with one mutant, for a separate build.
  static func text(of source: String, mutatedBy mutant: Mutant) -> String {
    let bytes = Array(source.utf8)
    func replacing(_ changes: [(Range<Int>, String)]) -> String {
      var copy = bytes
      for (range, text) in changes.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
        copy.replaceSubrange(range, with: Array(text.utf8))
      }
      return String(decoding: copy, as: UTF8.self)
    }
    return switch mutant.site {
    case .infix(let range), .prefix(let range), .literal(let range), .statement(let range), .result(let range, _):
      replacing([(range, mutant.replacement)])
    case .arguments(let first, let second): replacing([(first, mutant.replacement), (second, mutant.original)])
    }
  }

  private init(source: [UInt8]) { self.source = source }

  private mutating func add(_ site: Site, _ mutants: [NumberedMutant]) {
    let number = mutants[0].number
    switch site {
    case .infix(let range), .prefix(let range):
      edits.append(Edit(range: range, what: .replace(Switchboard.operatorName(text(at: range), number))))
    case .literal(let range):
      let call = "mutantChoice(\(number), \(text(at: range)), \(mutants[0].mutant.replacement))"
      edits.append(Edit(range: range, what: .replace(call)))
    case .statement(let range):
      // If the statement may be the value of a closure, the check compiles only if the statement has no value:
      // otherwise the closure's result would change.
      let check = mutants[0].mutant.isDoubtful ? "let _: Void = " : ""
      edits.append(Edit(range: range, what: .wrap(before: "if mutantIsOff(\(number)) { \(check)", after: " }")))
    case .result(let range, let isImplicit):
      let before = "if mutantIsOn(\(number)) { return nil }; \(isImplicit ? "return " : "")"
      edits.append(Edit(range: range, what: .wrap(before: before, after: "")))
    case .arguments(let first, let second):
      for (range, other) in [(first, second), (second, first)] {
        if swaps[range] == nil { edits.append(Edit(range: range, what: .swap)) }
        swaps[range, default: []].append((number, other))
      }
    }
  }

  private func text(at range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  /// The text of a range with its edits.
  ///
  /// - Parameter first: the first edit that may be in the range.
  private func text(_ range: Range<Int>, from first: Int = 0, withSwap: Bool = true) -> String {
    var (text, offset, index) = ("", range.lowerBound, first)
    while index < edits.count, edits[index].range.lowerBound < range.upperBound {
      let edit = edits[index]
      let isInside = edit.range.lowerBound >= offset && edit.range.upperBound <= range.upperBound
      guard isInside, withSwap || !(edit.range == range && edit.isSwap) else {
        index += 1
        continue
      }
      text += self.text(at: offset..<edit.range.lowerBound) + self.text(of: edit, at: index)
      offset = edit.range.upperBound
      index += 1
    }
    return text + self.text(at: offset..<range.upperBound)
  }

  private func text(of edit: Edit, at index: Int) -> String {
    switch edit.what {
    case .replace(let replacement): return replacement
    case .wrap(let before, let after): return before + text(edit.range, from: index + 1) + after
    case .swap:
      let own = text(edit.range, from: index, withSwap: false)
      return (swaps[edit.range] ?? []).reduce(own) { inner, swap in
        "mutantChoice(\(swap.number), \(inner), \(text(swap.other, withSwap: false)))"
      }
    }
  }
}

extension Instrumenter.Edit {
  fileprivate var isSwap: Bool { if case .swap = what { true } else { false } }

  /// The order by position. An enclosing edit comes before the edits inside it.
  fileprivate var order: (Int, Int, Int) {
    let rank =
      switch what {
      case .wrap: 0
      case .swap: 1
      case .replace: 2
      }
    return (range.lowerBound, -range.upperBound, rank)
  }
}
