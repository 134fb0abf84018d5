/// Splits the text of a web page, in which headings and code are not marked.
///
/// - An empty line ends a block. So does the end of a line, unless the next line begins with a lowercase letter or one
///   of `,;.)`, because the page then had a word in another font.
/// - Code extends from a line that begins like Swift (`//`, `import`, `let`, an assignment) to the next empty line. It
///   is kept whole, with the line above it as its caption if that looks like a heading.
/// - A heading is a line that begins with a capital letter, has at most twelve words, and does not end in one of
///   `.:,;!`. The last line of a text is not a heading.
enum PageBlocks {
  static func blocks(of lines: [AuditLine]) -> [AuditBlock] {
    let parts = lines.split { $0.text.trimmed.isEmpty }.flatMap { paragraphs(in: Array($0)) }
    return parts.indices.map { index in
      let part = parts[index]
      guard !part.isCode else { return .whole(part.lines) }
      if part.isHeading, index < parts.count - 1 { return .heading(part.lines[0].text.trimmed) }
      guard let item = part.lines[0].text.trimmed.listItem else { return .prose(part.lines) }
      return .prose([AuditLine(number: part.lines[0].number, text: item)] + part.lines.dropFirst())
    }
  }

  private struct Part {
    var lines: [AuditLine]
    var isCode = false

    var isHeading: Bool {
      let text = lines[0].text.trimmed
      guard lines.count == 1, let first = text.first, let last = text.last else { return false }
      return first.isUppercase && !".:,;!".contains(last) && text.split(separator: " ").count <= 12
    }
  }

  private static func paragraphs(in lines: [AuditLine]) -> [Part] {
    var parts: [Part] = []
    for (index, line) in lines.enumerated() {
      let text = line.text.trimmed
      if beginsCode(text) {
        let caption = parts.last?.isHeading == true ? parts.removeLast().lines : []
        return parts + [Part(lines: caption + lines[index...], isCode: true)]
      }
      if let last = parts.indices.last, let first = text.first, first.isLowercase || ",;.)".contains(first) {
        parts[last].lines.append(line)
      } else {
        parts.append(Part(lines: [line]))
      }
    }
    return parts
  }

  private static func beginsCode(_ line: String) -> Bool {
    line.prefixMatch(of: #/(//|import\s|let\s|[A-Za-z.]+\s=\s)/#) != nil
  }
}
