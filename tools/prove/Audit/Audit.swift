import CacheConformance
import CacheSpec
import Foundation

/// Compares the texts of a folder with a ledger, and the ledger with the rules, in both directions.
struct Audit {
  /// A text that was read.
  struct Read {
    let file: String
    /// The document whose text this is, or nil if the ledger does not know the text.
    let document: Document?
    let text: AuditText
  }

  let sections: [LedgerSection]
  let rules: [Rule]
  let read: [Read]

  /// Creates an audit of texts that have already been read.
  init(sections: [LedgerSection], rules: [Rule], read: [Read]) {
    self.sections = sections
    self.rules = rules
    self.read = read
  }

  /// Reads the texts of a folder, for the sections of a ledger and the rules that account for them.
  init(_ sections: [LedgerSection], rules: [Rule], folder: String) throws(AuditError) {
    self.init(sections: sections, rules: rules, read: try Self.read(folder, Ledger.documents))
  }

  /// Reads the texts that the ledger knows, followed by all others in the folder.
  private static func read(_ folder: String, _ documents: [Document]) throws(AuditError) -> [Read] {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw AuditError(path: folder, reason: error.reasonOfSystem)
    }
    let known = documents.compactMap { document in document.file.map { ($0, Optional(document)) } }
    let others = names.filter { name in name.hasSuffix(".txt") && !known.contains { $0.0 == name } }.sorted()
    let files = known + others.map { ($0, nil) }
    var read: [Read] = []
    for (file, document) in files {
      let url = URL(fileURLWithPath: folder).appendingPathComponent(file)
      do {
        let text = AuditText(try String(contentsOf: url, encoding: .utf8))
        read.append(Read(file: file, document: document, text: text))
      } catch { throw AuditError(path: url.relativePath, reason: error.reasonOfSystem) }
    }
    return read
  }

  /// Every sentence with its hash and its location, for people who extend the ledger.
  var listing: String {
    read.flatMap { read in
      read.text.sentences.map { sentence in
        let text = sentence.text.split { $0.isWhitespace }.joined(separator: " ")
        return "\(sentence.hash.hash16)  \(read.file):\(sentence.line)  \(sentence.heading)  \(text)"
      }
    }.joined(separator: "\n")
  }

  /// Everything that is not accounted for.
  var problems: [AuditProblem] { sentenceProblems + rowProblems + ruleProblems }
}

/// A text that cannot be read.
struct AuditError: Error, CustomStringConvertible {
  let path: String
  let reason: String
  var description: String { "cannot read '\(path)': \(reason); name a folder with the documents' texts, in UTF-8" }
}

// MARK: The texts and the ledger

extension Audit {
  /// Sentences that the ledger lacks, rows whose sentence is in no text, and texts that the ledger does not know.
  private var sentenceProblems: [AuditProblem] {
    var problems: [AuditProblem] = []
    for read in read {
      guard let document = read.document else {
        problems.append(.unknownText(file: read.file))
        continue
      }
      // A row stands for one occurrence: a sentence that is in a text twice has two rows.
      var open = sections.filter { $0.citation.document == document }
        .flatMap { section in section.rows.map { (citation: section.citation, row: $0) } }
      for sentence in read.text.sentences {
        let found = open.firstIndex { $0.citation.heading == sentence.heading && $0.row.hash == sentence.hash }
        if let found { open.remove(at: found) } else { problems.append(.newSentence(sentence, file: read.file)) }
      }
      problems += open.map { .goneSentence($0.row, $0.citation) }
    }
    return problems
  }

  /// Rows that are wrong: normative ones without a rule, and ones with a rule that does not exist.
  private var rowProblems: [AuditProblem] {
    let known = Set(rules.map(\.id))
    return sections.flatMap { section in
      section.rows.flatMap { row -> [AuditProblem] in
        if case .covered([]) = row.account { return [.uncovered(row, section.citation)] }
        return row.account.rules.filter { !known.contains($0) }.map { .unknownRule($0, row, section.citation) }
      }
    }
  }
}

// MARK: The rules

extension Audit {
  /// Rules that no sentence supports, and citations of headings that do not exist.
  private var ruleProblems: [AuditProblem] {
    let grounded = groundedRules
    return rules.flatMap { rule -> [AuditProblem] in
      let citations = rule.citations.filter { $0.document.file != nil }
      var problems = citations.filter { !isHeading($0) }.map { AuditProblem.unknownHeading(rule.id, $0) }
      let found = citations.filter(isHeading)
      // Rules that cite only documents without a text have no sentences here.
      if citations.isEmpty { return problems }
      if rule.level == .must {
        problems += found.filter { !hasSentence(of: rule.id, under: $0) }.map { .withoutSentence(rule.id, $0) }
      }
      if rule.level == .derived {
        problems += named(in: rule).filter { !grounded.keys.contains($0) }.map { .unknownReason(rule.id, $0) }
        if grounded[rule.id] != true { problems.append(.ungrounded(rule.id)) }
      }
      return problems
    }
  }

  private func isHeading(_ citation: Citation) -> Bool {
    // Compared by Unicode scalar, because a search does not find what only looks the same or is canonically equivalent.
    read.contains { read in
      read.document == citation.document
        && read.text.headings.contains { $0.unicodeScalars.elementsEqual(citation.heading.unicodeScalars) }
    }
  }

  private func hasSentence(of rule: RuleID, under citation: Citation) -> Bool {
    sections.contains { $0.isCited(by: citation) && $0.rows.contains { $0.account.rules.contains(rule) } }
  }

  /// For every rule, whether it follows from a rule that a document states, through any number of derived ones.
  private var groundedRules: [RuleID: Bool] {
    var grounded = Dictionary(rules.map { ($0.id, $0.level != .derived) }, uniquingKeysWith: { first, _ in first })
    let outside = rules.filter { $0.citations.allSatisfy { $0.document.file == nil } }
    for rule in outside { grounded[rule.id] = true }
    var isGrowing = true
    while isGrowing {
      let more = rules.filter { grounded[$0.id] == false && named(in: $0).contains { grounded[$0] == true } }
      for rule in more { grounded[rule.id] = true }
      isGrowing = !more.isEmpty
    }
    return grounded
  }

  /// Returns the ids that the reason of a rule names, known or not.
  private func named(in rule: Rule) -> [RuleID] {
    let chapters = Set(rules.map(\.id.chapter))
    return (rule.reason ?? "").matches(of: /[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+/).map { RuleID(String($0.output.0)) }
      .filter { chapters.contains($0.chapter) && $0 != rule.id }
  }
}
