/// Splits a Markdown text into blocks.
///
/// These are kept whole: front matter (its `title` is also a heading), fenced code blocks, readme.io's `[block:…]`, and
/// table rows. A list item of any depth is a paragraph of its own, and so is a block quote. Rules between paragraphs,
/// and the line of dashes in a table, are dropped.
enum MarkdownBlocks {
  static func blocks(of lines: [AuditLine]) -> [AuditBlock] {
    var blocks: [AuditBlock] = []
    var paragraph: [AuditLine] = []
    var rest = lines[...]
    func endParagraph() {
      if !paragraph.isEmpty { blocks.append(.prose(paragraph)) }
      paragraph = []
    }
    while let line = rest.popFirst() {
      let text = line.text.trimmed
      if let end = end(ofWhole: text, isFirst: line.number == 1) {
        endParagraph()
        let whole = [line] + rest.prefix { !$0.text.trimmed.hasPrefix(end) }
        rest = rest.dropFirst(whole.count)
        if let title = title(in: whole) { blocks.append(.heading(title)) }
        blocks.append(.whole(whole))
      } else if let heading = heading(in: line.text) {
        endParagraph()
        blocks.append(.heading(heading))
      } else if text.hasPrefix("|") {
        endParagraph()
        if text.contains(where: { !"|-: ".contains($0) }) { blocks.append(.whole([line])) }
      } else if text.allSatisfy({ "-*_".contains($0) }) {
        endParagraph()
      } else if let item = text.listItem ?? text.quoted {
        endParagraph()
        paragraph = [AuditLine(number: line.number, text: item)]
      } else {
        paragraph.append(line)
      }
    }
    endParagraph()
    return blocks
  }

  /// Returns the text of a heading, or nil if the line is not one.
  static func heading(in line: String) -> String? {
    let rest = line.drop { $0 == "#" }
    guard rest.count < line.count, rest.first == " " else { return nil }
    return String(rest).trimmed
  }

  /// Returns the end marker of the whole block that this line begins, or nil if it begins none.
  private static func end(ofWhole line: String, isFirst: Bool) -> String? {
    if line == "---", isFirst { return "---" }
    if line.hasPrefix("```") { return "```" }
    return line.hasPrefix("[block:") ? "[/block]" : nil
  }

  private static func title(in whole: [AuditLine]) -> String? {
    guard whole[0].text.trimmed == "---", let line = whole.first(where: { $0.text.hasPrefix("title:") }) else {
      return nil
    }
    return String(line.text.dropFirst("title:".count)).trimmed.trimming { $0 == "\"" }
  }
}

extension String {
  /// The text without white space at either end.
  var trimmed: String { trimming { $0.isWhitespace } }

  func trimming(_ isDropped: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isDropped($0) }), let last = lastIndex(where: { !isDropped($0) }) else {
      return ""
    }
    return String(self[first...last])
  }

  /// The text after a list marker, which is a bullet, or a number and a period; nil without one.
  var listItem: String? {
    let mark = first?.isNumber == true ? prefix { $0.isNumber } + "." : prefix(1)
    guard hasPrefix(mark), "-*+•.".contains(mark.last ?? " ") else { return nil }
    let rest = dropFirst(mark.count)
    return rest.first?.isWhitespace == true ? String(rest).trimmed : nil
  }

  /// The text after the marker of a block quote, or nil without one.
  fileprivate var quoted: String? { hasPrefix(">") ? String(dropFirst()).trimmed : nil }
}
