import CacheSpecChapters
import Testing

@Suite("The schema of the graph")
struct SchemaTests {
  /// A field of a type: the types of its arguments by name, and its own type without brackets.
  private struct Field {
    var arguments: [String: String] = [:]
    let type: String
  }

  /// The fields by name, for each type by name.
  private static let types = NormalizedSpec.schema.split(separator: "\n")
    .reduce(into: (types: [String: [String: Field]](), current: "")) { read, line in
      let line = line.drop { $0 == " " }
      if line.hasPrefix("type ") { read.current = String(line.split(separator: " ")[1]) }
      guard let colon = line.lastIndex(of: ":") else { return }
      let parts = line[..<colon].split { "()".contains($0) }
      var field = Field(type: String(line[colon...].filter(\.isLetter)))
      for argument in parts.dropFirst().joined().split(separator: ",") {
        let pair = argument.split(separator: ":").map { $0.filter { $0 != " " && $0 != "!" } }
        field.arguments[pair[0]] = pair[1]
      }
      read.types[read.current, default: [:]][String(parts[0])] = field
    }.types

  /// Selections that a client with generated code could not make: an unknown field, or an argument with another name or
  /// type.
  private static func lacking(_ fields: [GraphField], of type: String) -> [String] {
    fields.flatMap { field in
      guard let known = types[type]?[field.name] else { return ["\(type).\(field.name)"] }
      let untyped = field.arguments.filter { argument in
        switch (known.arguments[argument.name], argument.value) {
        case (.some, .null), ("String", .text), ("Int", .integer), ("[String]", .list), ("Traits", .object): false
        default: true
        }
      }
      return untyped.map { "\(type).\(field.name)(\($0.name): \($0.value))" } + lacking(field.selected, of: known.type)
    }
  }

  @Test("The schema covers exactly the operations that need no untyped arguments")
  func hasWhatIsAskedFor() {
    let actions = NormalizedSpec.chapter.scenarios.flatMap { $0.fixture.steps + $0.steps }.map(\.action)
    for query in Set(actions.flatMap(\.operations)) {
      let lacking = Self.lacking(query.fields, of: query.kind == .query ? "Query" : "Mutation")
      let isUntyped = NormalizedAction.fetch(query).requires.contains(.untypedArguments)
      #expect(lacking.isEmpty != isUntyped, "\(query): \(lacking)")
    }
  }
}

extension NormalizedAction {
  /// The operations in the action.
  fileprivate var operations: [GraphOperation] {
    switch self {
    case .serve(_, let query), .fetch(let query, _), .begin(let query, _, _), .watch(let query, _, _),
      .perform(let query), .updateAtOnce(_, let query, _, _):
      [query]
    case .transact(let steps):
      steps.compactMap { step in
        switch step {
        case .read(let query), .update(let query, _): query
        default: nil
        }
      }
    case .compareKinds(let actions): actions.flatMap(\.operations)
    case .whenTold(_, let call, _): call.operations
    default: []
    }
  }
}
