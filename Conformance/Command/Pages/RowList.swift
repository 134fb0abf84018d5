import CacheSpec

/// A table whose rows have values of their own, as a page prints it: one line for each outcome of a rule, with the rows
/// that have it.
struct RowList {
  /// Rows that are alike but for what is listed.
  private struct Group {
    let shared: [String]
    let expected: [String]
    let rule: RuleID
    var entries: [String] = []
  }

  private let table: Table

  /// Makes a list, or nil of a table whose columns are few values that are combined.
  init?(_ table: Table) {
    guard table.inputs.contains(where: \.isListed) else { return nil }
    self.table = table
  }

  /// The lines in Markdown.
  var markdown: String { groups.map(line).joined(separator: "\n") }

  private var groups: [Group] {
    table.rows.reduce(into: []) { groups, row in
      let given = zip(table.inputs, row.given)
      let shared = given.filter { !$0.0.isListed && !$0.1.isEmpty }.map { "\($0.name) \($1)" }
      let entry = Self.entry(given.filter(\.0.isListed).map(\.1))
      let index = groups.firstIndex { $0.shared == shared && $0.expected == row.expected && $0.rule == row.rule }
      if let index {
        groups[index].entries.append(entry)
      } else {
        groups.append(Group(shared: shared, expected: row.expected, rule: row.rule, entries: [entry]))
      }
    }
  }

  private func line(_ group: Group) -> String {
    let head = (["[`\(group.rule.withoutChapter)`](#\(group.rule))"] + group.shared).joined(separator: ", ")
    return "- **\(group.expected.joined(separator: ", "))** \(head): \(group.entries.joined(separator: "; "))"
  }

  /// The name of a row and its other values, without one that the name says already.
  private static func entry(_ values: [String]) -> String {
    guard let name = values.first else { return "" }
    let stated = values.dropFirst().filter { !$0.isEmpty }
    if stated == [name.asCode] { return name.asCode }
    let others = stated.filter { !name.contains($0.replacing("`", with: "")) }
    return others.isEmpty ? name : "\(name) (\(others.joined(separator: ", ")))"
  }
}

extension String {
  /// The text as code in Markdown.
  fileprivate var asCode: String { "`\(self)`" }
}
