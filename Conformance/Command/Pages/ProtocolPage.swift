import CacheConformance
import CacheSpec

extension CacheSpecCommand {
  /// The calls of programs in other languages, which end the protocol's page.
  package var protocolPage: String {
    ProtocolPage(descriptions: [EveryProgram.description] + programs.map(\.calls)).markdown
  }

  /// The messages as a JSON Schema.
  package var protocolSchema: String {
    String(decoding: ProtocolSchema(of: programs).json.jsonText, as: UTF8.self)
  }
}

/// The calls of programs in other languages, for the protocol's page.
struct ProtocolPage {
  let descriptions: [PipeDescription]

  /// The tables in Markdown.
  var markdown: String { descriptions.map(section).joined(separator: "\n\n") }

  private func section(_ description: PipeDescription) -> String {
    let chapter = description.chapter
    let heading = "### \(chapter)\n\n\(description.summary.prefix(1).uppercased() + description.summary.dropFirst())."
    let named = description.named.filter { name, _ in descriptions.first { $0.named[name] != nil }?.chapter == chapter }
    let tables: [String?] = [
      table("the kit calls", description.calls),
      table("the kit notifies", description.told), table("the program calls", description.asked),
      table("the program notifies", description.heard), fields("`state` has", description.state),
      values(named.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
    ]
    return ([heading] + tables.compactMap(\.self)).joined(separator: "\n\n")
  }

  private func table(_ head: String, _ calls: [CallDescription]) -> String? {
    if calls.isEmpty { return nil }
    let rows = calls.map { call in
      let capability = call.capability.map { "(not called without `\($0.identifier)`)" }
      let meaning = [call.meaning, capability ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
      let answer = if case .null = call.answer { "" } else { "`\(call.answer.words)`" }
      return "| `\(call.signature)` | \(answer) | \(call.failure ?? "") | \(meaning) |"
    }
    return (["| \(head) | answer | an error if | |", "| --- | --- | --- | --- |"] + rows).joined(separator: "\n")
  }

  private func fields(_ head: String, _ fields: [JSONField]) -> String? {
    fields.isEmpty ? nil : "\(head) `\(fields.map(\.words).joined(separator: ", "))`."
  }

  private func values(_ named: [(name: String, shape: JSONShape)]) -> String? {
    if named.isEmpty { return nil }
    let rows = named.map { name, shape in "| `\(name)` | \(shape.definition) |" }
    return (["| value | |", "| --- | --- |"] + rows).joined(separator: "\n")
  }
}

extension CallDescription {
  /// The call without the number of its object, which every call of an object has.
  fileprivate var signature: String {
    "\(name)(\(fields.filter { $0.name != "object" }.map(\.words).joined(separator: ", ")))"
  }
}

extension [CallDescription] {
  /// The values that have a name in these calls, each with what it is, in plain text. The number of an object, which the
  /// helpers for scripts read and write by themselves, is left out.
  var values: [String] {
    var found: [String: JSONShape] = [:]
    for shape in flatMap({ $0.fields.map(\.shape) + [$0.answer] }) { shape.collect(&found) }
    found["Object"] = nil
    return found.sorted { $0.key < $1.key }.map { name, shape in
      "\(name): \(shape.definition.replacing("`", with: ""))"
    }
  }
}

extension PipeDescription {
  /// The values that have a name, by their names, with their shapes.
  var named: [String: JSONShape] {
    var found: [String: JSONShape] = [:]
    let calls = calls + told + asked + heard
    // Any call may be answered with an error.
    ErrorAnswer.shape.collect(&found)
    for shape in calls.flatMap({ $0.fields.map(\.shape) + [$0.answer] }) + state.map(\.shape) { shape.collect(&found) }
    return found
  }
}

extension JSONField {
  /// The field in words. `?` marks what may be null or left out.
  fileprivate var words: String { "\(name): \(shape.words)" }
}

extension JSONShape {
  /// The shape in words, for a place where the values with a name have theirs.
  fileprivate var words: String {
    switch self {
    case .null: "null"
    case .anything: "any JSON"
    case .text: "text"
    case .bool: "bool"
    case .integer: "integer"
    case .number: "number"
    case .duration: "seconds"
    case .date: "date"
    case .bytes: "bytes"
    case .oneOf(let texts): texts.joined(separator: " or ")
    case .list(let items): "[\(items.words)]"
    case .dictionary(let values): "{text: \(values.words)}"
    case .optional(let value): "\(value.words)?"
    case .object(let fields): "{\(fields.map(\.words).joined(separator: ", "))}"
    case .choice(let key, _): "\(key)"
    case .either(let one, let other): "{\(one.words)} or {\(other.words)}"
    case .named(let name, _): name
    }
  }

  /// What a value with a name is, in Markdown.
  fileprivate var definition: String {
    switch self {
    case .oneOf(let texts): texts.map { "`\($0)`" }.joined(separator: ", ")
    case .object(let fields): fields.map { "`\($0.words)`" }.joined(separator: ", ")
    case .choice(let key, let cases):
      "`\(key)` is "
        + cases.map { name, fields in
          "`\(name)`" + (fields.isEmpty ? "" : " with \(fields.map { "`\($0.words)`" }.joined(separator: ", "))")
        }.joined(separator: "; ")
    default: "`\(words)`"
    }
  }

  /// Adds the values that have a name.
  fileprivate func collect(_ found: inout [String: JSONShape]) {
    switch self {
    case .named(let name, let make):
      if found[name] != nil { return }
      let shape = make()
      found[name] = shape
      shape.collect(&found)
    default: for part in parts { part.collect(&found) }
    }
  }

  private var parts: [JSONShape] {
    switch self {
    case .list(let part), .dictionary(let part), .optional(let part): [part]
    case .object(let fields): fields.map(\.shape)
    case .choice(_, let cases): cases.flatMap { $0.fields.map(\.shape) }
    case .either(let one, let other): [one.shape, other.shape]
    default: []
    }
  }
}
