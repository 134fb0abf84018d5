/// Takes the text of a web page apart, which marks neither headings nor code.
///
/// - An empty line ends what is before it; so does the end of a line, unless a small letter or a comma begins the next: that
///   is where the page had a word in another font.
/// - Code is what follows, up to an empty line, a line that begins as Swift does (`//`, `import`, `let`, an assignment), with
///   the line above it, which is its caption. It is kept whole.
/// - A heading is a line that begins with a capital and has at most a dozen words and no punctuation at its end but a
///   question mark. The last line of a text is none.
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
