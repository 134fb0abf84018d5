import CacheSpec

/// The table in which a store keeps everything.
struct TableLayout {
  let name: String
  /// The columns of its key, in order.
  let key: [String]
}

/// Damage that leaves a valid SQLite file: rows and the schema are changed with SQL.
enum SQLDamage: String, CaseIterable {
  case valuesSwapped = "the values of two keys swapped"
  case valueCopied = "a key given another's value"
  case valueChanged = "a byte of a value changed"
  case valueOfAnotherType = "a value replaced by one of another type"
  case valueEmptied = "a value emptied"
  case keyChanged = "a key changed"
  case placeChanged = "a key moved to another place"
  case placesMerged = "all keys of a place moved to another"
  case schemaText = "the schema's text changed"
  case schemaName = "the table's name in the schema changed"
  case schemaType = "the kind of a schema row changed"
  case schemaRoot = "the table's root page changed"
  case schemaRowRemoved = "the schema's row removed"
  case trigger = "a trigger added that removes what is written"
  case view = "a view added"
  case index = "an index added"
  case version = "another version written"

  /// The statements that inflict the damage.
  func statements(on table: TableLayout, by generator: inout SeededGenerator) -> [String] {
    let (one, other) = (generator.number(below: 100), generator.number(below: 100))
    let rows = Rows(table: table)
    switch self {
    case .valuesSwapped:
      return [
        "CREATE TEMP TABLE held AS SELECT \(rows.value(of: one)) AS a, \(rows.value(of: other)) AS b",
        rows.change(one, "value = (SELECT b FROM held)"), rows.change(other, "value = (SELECT a FROM held)"),
      ]
    case .valueCopied: return [rows.change(one, "value = \(rows.value(of: other))")]
    case .valueChanged:
      let position = 1 + generator.number(below: 40)
      return [
        rows.change(
          one, "value = CAST(substr(value, 1, \(position)) || x'7A' || substr(value, \(position + 2)) AS BLOB)")
      ]
    case .valueOfAnotherType:
      return [
        rows.change(one, "value = \(generator.one(of: ["1", "'text'", "2.5", "zeroblob(8)", "zeroblob(100000)"]))")
      ]
    case .valueEmptied: return [rows.change(one, "value = x''")]
    case .keyChanged: return [rows.change(one, "\(table.key[1]) = CAST(\(table.key[1]) || x'31' AS BLOB)")]
    case .placeChanged: return [rows.change(one, "\(table.key[0]) = \(rows.column(0, of: other))")]
    case .placesMerged:
      return [
        "UPDATE OR REPLACE \(table.name) SET \(table.key[0]) = \(rows.column(0, of: other)) "
          + "WHERE \(table.key[0]) = \(rows.column(0, of: one))"
      ]
    case .trigger:
      return [
        "CREATE TRIGGER t AFTER INSERT ON \(table.name) BEGIN DELETE FROM \(table.name) WHERE value = NEW.value; END"
      ]
    case .view: return ["CREATE VIEW v AS SELECT 1"]
    case .index: return ["CREATE INDEX i ON \(table.name) (value)"]
    case .version: return ["PRAGMA user_version = \(generator.number(below: 4))"]
    case .schemaText, .schemaName, .schemaType, .schemaRoot, .schemaRowRemoved:
      return ["PRAGMA writable_schema = ON", schemaStatement(table, one, by: &generator)]
    }
  }

  private func schemaStatement(_ table: TableLayout, _ number: Int, by generator: inout SeededGenerator) -> String {
    switch self {
    case .schemaText:
      let texts = [
        "'nonsense'", "NULL", "''", "replace(sql, ' WITHOUT ROWID', '')", "replace(sql, 'value', 'valve')",
        "replace(sql, 'BLOB', 'TEXT')", "replace(sql, 'PRIMARY KEY', 'UNIQUE')",
        "replace(sql, '\(table.key[0]), \(table.key[1]))', '\(table.key[1]), \(table.key[0]))')",
        "replace(sql, 'value BLOB NOT NULL', 'value BLOB NOT NULL CHECK (value IS NULL)')",
      ]
      return "UPDATE sqlite_schema SET sql = \(generator.one(of: texts))"
    case .schemaName: return "UPDATE sqlite_schema SET name = 'other', tbl_name = 'other'"
    case .schemaType:
      return "UPDATE sqlite_schema SET type = '\(generator.one(of: ["index", "view", "trigger", "", "x"]))'"
    case .schemaRoot: return "UPDATE sqlite_schema SET rootpage = \(generator.one(of: [0, 1, -1, 3, number, 1 << 31]))"
    default: return "DELETE FROM sqlite_schema"
    }
  }
}

/// Writes statements about rows that are identified by their number.
private struct Rows {
  let table: TableLayout

  func column(_ column: Int, of row: Int) -> String { "(SELECT \(table.key[column]) \(found(row)))" }
  func value(of row: Int) -> String { "(SELECT value \(found(row)))" }

  func change(_ row: Int, _ change: String) -> String {
    let key = table.key.joined(separator: ", ")
    return "UPDATE OR REPLACE \(table.name) SET \(change) WHERE (\(key)) = (SELECT \(key) \(found(row)))"
  }

  private func found(_ row: Int) -> String { "FROM \(table.name) LIMIT 1 OFFSET \(row)" }
}
