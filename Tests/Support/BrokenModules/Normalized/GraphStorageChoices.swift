import Foundation

extension NormalizedAction {
  static let patternChoices: [GraphChoice] = [
    GraphChoice(.wildcards, "takes patterns for those of LIKE") { $0.pattern.hasWildcards = true },
    GraphChoice(.emptyPattern, "removes nothing by the empty pattern") {
      $0.pattern.emptyIsNone = true
    },
    GraphChoice(.letters, "looks at the case of letters outside ASCII") { $0.pattern.isASCII = true },
  ]

  static let storageChoices: [GraphChoice] = [
    GraphChoice(.keys, "prefixes its keys, and maps them") { $0.prefix = "Object:" },
    GraphChoice(.encoding, "encodes what it stores") { parts in
      parts.records.field = { FieldKey("field/\($0)") }
      parts.records.writeEach { change, _ in
        if case .write(let key, let field, let value) = change {
          [.write(key, field, .list([value]))]
        } else {
          [change]
        }
      }
      parts.records.read = { value, _, _ in if case .list(let items)? = value { items.first } else { value } }
    },
    GraphChoice(.forms, "writes letters in one form in values other than ids") { parts in
      parts.records.writeEach { change, _ in
        guard case .write(let key, let field, let value) = change, !field.description.hasSuffix("id") else {
          return [change]
        }
        let written = value.mapping { part in
          guard case .scalar(.text(let text)) = part else { return part }
          return .scalar(.text(text.precomposedStringWithCanonicalMapping))
        }
        return [.write(key, field, written ?? value)]
      }
    },
    GraphChoice(.opening, "opens its file when it needs it") { parts in
      parts.open = { LateRecords(open: $0) }
    },
    GraphChoice(.kind, "is about SQLite") { $0.usual = .sqlite },
    GraphChoice(
      .arguments, "has typed arguments",
      lacking: [.untypedArguments: "its operations are generated from the schema"]
    ) { parts in
      parts.field = { field in
        let arguments = field.arguments.map { argument in
          if case .integer(let number) = argument.value {
            GraphArgument(argument.name, .text("\(number)"))
          } else {
            argument
          }
        }
        return GraphField(field.name, as: field.alias, arguments, field.fields, fragments: field.fragments)
      }
    },
  ]
}
