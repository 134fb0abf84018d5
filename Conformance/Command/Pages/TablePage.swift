import CacheSpec

/// A table as pages print it, with rows of the same outcome merged.
struct MergedTable {
  /// A row whose inputs are sets of values.
  struct Row {
    var given: [Set<String>]
    let expected: [String]
    let rule: RuleID
  }

  let table: Table
  let rows: [Row]

  /// Merges rows of a rule that differ in one input and have the same outcome, column by column from the last.
  init(_ table: Table, of rule: RuleID? = nil) {
    self.table = table
    var rows = table.rows.filter { rule == nil || $0.rule == rule }
      .map { Row(given: $0.given.map { [$0] }, expected: $0.expected, rule: $0.rule) }
    for column in table.inputs.indices.reversed() where !table.inputs[column].values.isEmpty {
      rows = Self.merge(rows, at: column)
    }
    self.rows = rows
  }

  private static func merge(_ rows: [Row], at column: Int) -> [Row] {
    rows.reduce(into: []) { merged, row in
      let twin = merged.firstIndex { other in
        other.expected == row.expected && other.rule == row.rule
          && row.given.indices.allSatisfy { $0 == column || other.given[$0] == row.given[$0] }
      }
      guard let twin else { return merged.append(row) }
      merged[twin].given[column].formUnion(row.given[column])
    }
  }

  /// The names of the columns, without that of the rule.
  var columns: [String] { table.inputs.map(\.name) + table.outcomes }

  /// The cells of a row, without its rule.
  func cells(of row: Row) -> [String] {
    zip(table.inputs, row.given).map { column, values in
      if column.values.isEmpty { return values.joined() }
      if values == Set(column.values), values.count > 1 { return "any" }
      let named = column.values.filter(values.contains)
      return (named.count > 2 ? [named.dropLast().joined(separator: ", ")] + named.suffix(1) : named)
        .joined(separator: " or ")
    } + row.expected
  }

  /// The table in Markdown, with aligned columns so that it is readable as plain text.
  ///
  /// - Parameter isLinked: whether each rule is a link to its place on the page.
  func markdown(isLinked: Bool) -> String {
    let head = columns + ["rule"]
    let body = rows.map { row in
      let name = "`\(row.rule.withoutChapter)`"
      return cells(of: row) + [isLinked ? "[\(name)](#\(row.rule))" : name]
    }
    let widths = head.indices.map { column in ([head] + body).map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = "| " + widths.map { String(repeating: "-", count: $0) }.joined(separator: " | ") + " |"
    return ([line(head), rule] + body.map(line)).joined(separator: "\n")
  }
}

extension RuleID {
  /// The id without its chapter: the topic, and the rule's name in it.
  var withoutChapter: String { String(text.dropFirst(chapter.count + 1)) }
}
