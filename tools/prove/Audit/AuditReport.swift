import CacheSpec

/// A disagreement between a ledger and the texts, or between a ledger and the rules.
enum AuditProblem: Equatable, CustomStringConvertible {
  case unknownText(file: String)
  case newSentence(AuditSentence, file: String)
  case goneSentence(LedgerRow, Citation)
  case uncovered(LedgerRow, Citation)
  case unknownRule(RuleID, LedgerRow, Citation)
  case unknownHeading(RuleID, Citation)
  case withoutSentence(RuleID, Citation)
  case unknownReason(RuleID, RuleID)
  case ungrounded(RuleID)

  var description: String {
    switch self {
    case .unknownText(let file): "\(file): a text that the ledger does not know"
    case .newSentence(let sentence, let file):
      "\(file):\(sentence.line): new or changed under '\(sentence.heading)': \(sentence.hash.hash16) "
        + sentence.text.trimmed
    case .goneSentence(let row, let citation): "\(citation): gone or changed: \(row.hash.hash16) \(row)"
    case .uncovered(let row, let citation): "\(citation): normative, and without a rule: \(row.hash.hash16) \(row)"
    case .unknownRule(let rule, let row, let citation):
      "\(citation): \(row) is accounted for by \(rule), which is no rule"
    case .unknownHeading(let rule, let citation):
      "\(rule): cites \(citation), which is no heading of that document letter by letter"
    case .withoutSentence(let rule, let citation): "\(rule): no sentence under \(citation) is accounted for by it"
    case .unknownReason(let rule, let named): "\(rule): follows from \(named), which is no rule"
    case .ungrounded(let rule): "\(rule): its reason names no rule that it follows from"
    }
  }
}

/// The findings of an audit, as the command prints them.
struct AuditReport {
  let audit: Audit
  let problems: [AuditProblem]

  init(_ audit: Audit) {
    self.audit = audit
    problems = audit.problems
  }

  /// One line per problem, one per text, and a summary.
  var text: String {
    let lines = audit.read.compactMap { read in
      read.document.map { document in
        "\(read.file): " + Self.counts(audit.sections.filter { $0.citation.document == document })
      }
    }
    let state = problems.isEmpty ? "all is accounted for" : "\(problems.count) not accounted for"
    let summary = "\(lines.count.counted("document")): \(Self.counts(audit.sections)): \(state)"
    return (problems.map(\.description) + lines + [summary]).joined(separator: "\n")
  }

  private static func counts(_ sections: [LedgerSection]) -> String {
    let accounts = sections.flatMap(\.rows).map(\.account)
    let covered = accounts.count { if case .covered = $0 { true } else { false } }
    let untestable = accounts.count { if case .notTestable = $0 { true } else { false } }
    return
      "\(accounts.count.counted("sentence")), \(covered) under rules, \(accounts.count { $0 == .descriptive }) descriptive, "
      + "\(accounts.count { $0 == .advice }) advice, \(untestable) not testable"
  }
}
