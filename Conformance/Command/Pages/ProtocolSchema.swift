import CacheConformance
import CacheSpec

/// The messages of programs in other languages as a JSON Schema (2020-12).
///
/// `$defs` has each value that has a name; each message as `kit.CHAPTER.METHOD` or `program.CHAPTER.METHOD`, by who sends
/// it, or without a chapter if it is of every chapter; and what answers it, under the same name with `.result`. Fields
/// that a program sends beyond these are ignored.
struct ProtocolSchema {
  let descriptions: [PipeDescription]

  init(of chapters: [ProgramChapter]) { descriptions = [EveryProgram.description] + chapters.map(\.calls) }

  /// The schema, of which a message is an instance.
  var json: JSON {
    var definitions: [String: JSON] = ["answer": Self.answer]
    var messages = ["answer"]
    func define(_ name: String, _ schema: JSON) {
      definitions[name] = schema
      messages.append(name)
    }
    for description in descriptions {
      for (name, shape) in description.named { definitions[name] = shape.schema }
      let isOfEvery = description.chapter == EveryProgram.description.chapter
      let ofChapter = isOfEvery ? "" : "\(description.chapter)."
      for (sender, calls) in [("kit", description.calls), ("program", description.asked)] {
        for call in calls {
          define("\(sender).\(ofChapter)\(call.name)", Self.message(call.name, call.fields, isCall: true))
          definitions["\(sender).\(ofChapter)\(call.name).result"] = call.answer.schema
        }
      }
      for (sender, notifications) in [("kit", description.told), ("program", description.heard)] {
        for notification in notifications {
          define(
            "\(sender).\(ofChapter)\(notification.name)",
            Self.message(notification.name, notification.fields, isCall: false))
        }
      }
      if !description.state.isEmpty {
        let fields = (isOfEvery ? [] : EveryProgram.description.state) + description.state
        define("kit.\(ofChapter)state", Self.message("state", fields, isCall: false))
      }
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": .text("Messages between the kit and a program, version \(ProgramDescription.version)"),
      "anyOf": .list(messages.sorted().map { ["$ref": .text("#/$defs/\($0)")] }), "$defs": .object(definitions),
    ]
  }

  private static func message(_ method: String, _ fields: [JSONField], isCall: Bool) -> JSON {
    var properties: [String: JSON] = [
      "jsonrpc": ["const": "2.0"], "method": ["const": .text(method)], "params": JSONShape.object(fields).schema,
    ]
    if isCall { properties["id"] = ["type": "integer"] }
    return [
      "type": "object", "properties": .object(properties),
      "required": .list(
        (isCall ? ["id", "jsonrpc", "method"] : ["jsonrpc", "method"])
          .map(JSON.text) + (fields.allSatisfy(\.isOptional) ? [] : ["params"])),
    ]
  }

  private static let answer: JSON = [
    "type": "object", "required": ["id", "jsonrpc"],
    "properties": ["id": ["type": "integer"], "jsonrpc": ["const": "2.0"], "error": ["$ref": "#/$defs/Error"]],
  ]
}

extension JSONField {
  /// Whether the field may be left out.
  fileprivate var isOptional: Bool { if case .optional = shape { true } else { false } }
}

extension JSONShape {
  /// The shape as a JSON Schema, in which a value with a name refers to its definition.
  fileprivate var schema: JSON {
    switch self {
    case .null: ["type": "null"]
    case .anything: [:]
    case .text: ["type": "string"]
    case .bool: ["type": "boolean"]
    case .integer: ["type": "integer"]
    case .number: ["type": "number"]
    case .duration: ["type": "number", "description": "seconds"]
    case .date: ["type": "number", "description": "seconds since 1970"]
    case .bytes: ["type": "string", "contentEncoding": "base64"]
    case .oneOf(let texts): ["enum": .list(texts.map(JSON.text))]
    case .list(let items): ["type": "array", "items": items.schema]
    case .dictionary(let values): ["type": "object", "additionalProperties": values.schema]
    case .optional(let value): ["anyOf": [value.schema, ["type": "null"]]]
    case .object(let fields): Self.object(fields)
    case .choice(let key, let cases):
      ["anyOf": .list(cases.map { Self.object([JSONField(key, .oneOf([$0.name]))] + $0.fields) })]
    case .either(let one, let other): ["anyOf": [Self.object([one]), Self.object([other])]]
    case .named(let name, _): ["$ref": .text("#/$defs/\(name)")]
    }
  }

  private static func object(_ fields: [JSONField]) -> JSON {
    [
      "type": "object",
      "properties": .object(Dictionary(fields.map { ($0.name, $0.shape.schema) }) { first, _ in first }),
      "required": .list(fields.filter { !$0.isOptional }.map { .text($0.name) }),
    ]
  }
}
