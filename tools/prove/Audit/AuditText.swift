/// The text of a document, split into headings and sentences.
///
/// The procedure is the same for every text:
///
/// 1. A text is read as Markdown if a line of it is a heading marked by `#`, and otherwise as the text of a web page.
/// 2. `MarkdownBlocks` and `PageBlocks` split it into headings, prose, and blocks that are kept whole.
/// 3. Prose is split after a period, an exclamation mark or a question mark (and any closing quotes or brackets) that
///    is followed by white space and then by no lowercase letter. A block that is kept whole (a code block, a table
///    row, front matter) is one sentence.
/// 4. A sentence belongs to the last heading before it.
struct AuditText {
  /// Its headings, in order and character by character.
  let headings: [String]
  /// Its sentences, in order.
  let sentences: [AuditSentence]

  init(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated()
      .map { AuditLine(number: $0.offset + 1, text: String($0.element)) }
    let isMarkdown = lines.contains { MarkdownBlocks.heading(in: $0.text) != nil }
    let blocks = isMarkdown ? MarkdownBlocks.blocks(of: lines) : PageBlocks.blocks(of: lines)
    var headings: [String] = []
    var sentences: [AuditSentence] = []
    for block in blocks {
      switch block {
      case .heading(let heading): headings.append(heading)
      case .prose(let lines): sentences += Self.split(lines, under: headings.last ?? "")
      case .whole(let lines):
        let text = lines.map(\.text).joined(separator: "\n")
        sentences.append(AuditSentence(heading: headings.last ?? "", line: lines[0].number, text: text))
      }
    }
    self.headings = headings
    self.sentences = sentences.filter { !$0.normalized.isEmpty }
  }

  /// Returns the sentences of a paragraph or a list item.
  private static func split(_ lines: [AuditLine], under heading: String) -> [AuditSentence] {
    let letters = lines.flatMap { line in (line.text + " ").map { (letter: $0, line: line.number) } }
    var starts = [0]
    for index in letters.indices where ".!?".contains(letters[index].letter) {
      let rest = letters[(index + 1)...].drop { ")]\"'’”*_`".contains($0.letter) }
      guard rest.first?.letter.isWhitespace == true else { continue }
      let next = rest.drop { $0.letter.isWhitespace }
      if let first = next.first, !first.letter.isLowercase { starts.append(next.startIndex) }
    }
    return zip(starts, starts.dropFirst() + [letters.count]).map { start, end in
      AuditSentence(heading: heading, line: letters[start].line, text: String(letters[start..<end].map(\.letter)))
    }
  }
}

/// A line of a text.
struct AuditLine: Equatable {
  /// Its number, from 1.
  let number: Int
  let text: String
}

/// A part of a text, before prose is split into sentences.
enum AuditBlock: Equatable {
  case heading(String)
  case prose([AuditLine])
  /// A block that is not prose, and is taken as one sentence.
  case whole([AuditLine])
}

/// A sentence of a document, with its location.
struct AuditSentence: Equatable {
  /// The heading that it belongs to; empty before the first.
  let heading: String
  /// The number of its first line.
  let line: Int
  let text: String

  /// The sentence without differences that do not matter: white space and case are folded, and characters other than
  /// letters and digits are removed from its ends.
  var normalized: String {
    let words = text.lowercased().split { $0.isWhitespace }.joined(separator: " ")
    let isLetter = { (letter: Character) in letter.isLetter || letter.isNumber }
    guard let first = words.firstIndex(where: isLetter), let last = words.lastIndex(where: isLetter) else { return "" }
    return String(words[first...last])
  }

  /// The 64-bit FNV-1a hash of the normalized sentence in UTF-8.
  var hash: UInt64 {
    normalized.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits, as the ledger writes a hash.
  var hash16: String {
    let digits = String(self, radix: 16)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
