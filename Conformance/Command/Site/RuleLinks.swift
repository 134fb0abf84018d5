import CacheSpec

/// The address of each rule, for text in Markdown with links to the rules that it names.
struct RuleLinks {
  private let pages: [RuleID: String]

  init(_ chapters: [any SpecifiedChapter]) {
    pages = Dictionary(chapters.flatMap { chapter in chapter.rules.map { ($0.id, chapter.page) } }) { first, _ in first
    }
  }

  func knows(_ rule: RuleID) -> Bool { pages[rule] != nil }

  /// The address of a rule, or nil if the specification does not know it.
  func address(of rule: RuleID) -> String? { pages[rule].map { "\($0)#\(rule)" } }

  /// A link to a rule, or only the text if the specification does not know the rule.
  func link(to rule: RuleID, _ text: HTML) -> HTML {
    address(of: rule).map { .tag("a", ["href": $0], text) } ?? text
  }

  /// Converts a line of Markdown as the tables have it, with code and emphasis.
  func inline(_ markdown: String) -> HTML {
    let parts = markdown.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // A mark without a closing one is text.
    let isWhole = parts.count % 2 == 1
    return HTML(
      parts.enumerated().map { index, part in
        if index % 2 == 0 { return emphasized(part) }
        if !isWhole, index == parts.count - 1 { return "`\(emphasized(part))" }
        return link(to: RuleID(ofScenario: part), .tag("code", part.breakable))
      })
  }

  private func emphasized(_ text: String) -> HTML {
    text.replacing(/\*([^*\s][^*]*)\*/, linked) { .tag("em", linked($0)) }
  }

  private func linked(_ text: String) -> HTML {
    text.replacing(/([a-z]+(?:\.[a-z0-9-]+)+)/, { HTML($0) }) { word in
      knows(RuleID(word)) ? link(to: RuleID(word), .tag("code", word.breakable)) : HTML(word)
    }
  }
}

extension SpecifiedChapter {
  /// The file of its page.
  var page: String { "\(name).html" }
}

extension String {
  /// The text with the captured part of each match converted by one function, and the rest by another.
  fileprivate func replacing(
    _ pattern: Regex<(Substring, Substring)>, _ other: (String) -> HTML, _ captured: (String) -> HTML
  ) -> HTML {
    var (parts, rest) = ([HTML](), self[...])
    while let match = rest.firstMatch(of: pattern) {
      parts += [other(String(rest[..<match.range.lowerBound])), captured(String(match.1))]
      rest = rest[match.range.upperBound...]
    }
    return HTML(parts + [other(String(rest))])
  }

  /// The text with a possible line break after each mark that separates parts of ids, addresses and inputs.
  var breakable: HTML {
    var (parts, part) = ([HTML](), "")
    for character in self {
      part.append(character)
      if ".,=/?&".contains(character) {
        parts.append(HTML(part))
        part = ""
      }
    }
    return (parts + (part.isEmpty ? [] : [HTML(part)])).joined(separator: .void("wbr", [:]))
  }
}
