/// What a record is: which objects share one, which fields are the same, and what an answer leaves of the record that
/// was there. From Apollo's overview, 'Controlling normalization' and 'Cache normalization concepts'; what holds for
/// the values of fields follows from 'Specifying a cache policy'.
extension NormalizedSpec {
  static let recordsTopic = Topic(
    rules: recordsRules, premises: recordsPremises, scenarios: objectRows + argumentRows + fieldRows + listRows)

  private static let recordsRules: [Rule] = [
    Rule(
      "normalized.records.shared", .must,
      "With object ids, an object fetched by two queries is one record: what the second query fetches appears in the data of the first.",
      from: overview, control, about: .graph(.keyGiven)),
    Rule(
      "normalized.records.by-path", .must,
      "Without ids, objects are cached by their path from the root query: an object reached by two paths is two records, and neither changes the other.",
      from: control, about: .graph(.keyField), .graph(.keyAbsent)),
    Rule(
      "normalized.records.id-function", .must,
      "The cache key function that the app provides decides the identity of objects, from any field of the object.",
      from: control,
      about: .graph(.keyGiven), .graph(.keyField)),
    Rule(
      "normalized.records.partial-ids", .must,
      "Objects for which the cache key function gives no key are cached by path, alongside others that are cached by key.",
      from: control, about: .graph(.keyGiven), .graph(.keyAbsent)),
    Rule(
      "normalized.records.merge", .must,
      "Other fields of an object, in a later result or in another place of one result, are added to the object's record, and the fields that a result does not mention stay.",
      from: overview, control, concepts, about: .graph(.unmentionedFields)),
    Rule(
      "normalized.records.merge-by-path", .open,
      "Without ids, when an answer brings an object at a path that is cached, the cached fields that it does not mention are kept, or are dropped with the earlier object.",
      from: control,
      because:
        "The document says that objects with ids merge; at a path there may now be a different object than before."),
    Rule(
      "normalized.records.lists-replaced", .derived,
      "A list that is fetched again, or written, replaces the cached list: nothing of the old list remains in it.",
      from: concepts,
      because:
        "Follows from `normalized.records.merge`: a list is the value of one field, and the new result contains that field.",
      about: .graph(.oldList)),
    Rule(
      "normalized.records.arguments", .derived,
      "One field with different arguments is two cache entries, whatever the argument values; the order of the arguments does not matter.",
      from: control,
      because:
        "Follows from `normalized.policy.cache-else-fetch`: otherwise the answer to a different request would be returned as complete.",
      about: .graph(.arguments), .graph(.argumentOrder)),
    Rule(
      "normalized.records.alias", .derived,
      "A field and its aliases are one cache entry: what is fetched under one name is found under the others.",
      from: control,
      because:
        "Follows from `normalized.records.shared`: an alias is a name within one operation, while the record belongs to the object.",
      about: .graph(.fieldName)),
    Rule(
      "normalized.records.selected-twice", .derived,
      "What a query selects more than once under one name, itself or by fragments, is stored and read with all that is selected of it.",
      from: policies,
      because:
        "Follows from `normalized.policy.cache-else-fetch`: what is loaded is the data that was fetched, and GraphQL (6.3.2, Field Collection) answers with the fields of all the selections.",
      about: .graph(.selectedTwice)),
    Rule(
      "normalized.records.null", .derived,
      "A field that is null is present and counts as a hit; a field that was never fetched is missing and counts as a miss.",
      from: policies,
      because:
        "Follows from `normalized.policy.cache-else-fetch`: null is what the server answered, and a field never fetched is not available.",
      about: .graph(.nullOrMissing)),
    Rule(
      "normalized.records.lists", .derived,
      "Lists of lists, empty lists and null items are read from the cache exactly as they were fetched.",
      from: policies,
      because: "Follows from `normalized.policy.cache-else-fetch`: what is loaded is the data that was fetched.",
      about: .graph(.listShape)),
    Rule(
      "normalized.records.cycles", .derived,
      "A graph with a cycle, in which a friend's friend is the hero, is stored and read like any other.", from: control,
      because: "Follows from `normalized.records.shared`: an object that occurs twice in one answer has one record.",
      about: .graph(.cycle)),
    Rule(
      "normalized.records.large-answer", .derived, "An answer with thousands of objects is stored in full.",
      from: policies,
      because:
        "Follows from `normalized.policy.cache-else-fetch`: databases limit the size of one statement or one write, and a part that is left out is lost silently.",
      about: .graph(.size)),
  ]

  private static let recordsPremises: [Premise<NormalizedAction>] = [
    .compared("normalized.records.merge[another field is fetched]") { step in
      step.writesAgain || step.run.contains(where: \.action.updates)
    }.lessBasic(than: basicPolicies),
    .data("normalized.records.merge[one answer has the hero twice, with other fields]") { $0.hasAnObjectInParts },
    .compared("normalized.records.arguments[the first of two arguments differs]") { !$0.arguments.isEmpty },
    .compared("normalized.records.arguments[\"a.b\" and \"a\"]") { step in
      step.arguments.contains { if case .text(let text) = $0.value { text.contains(".") } else { false } }
    },
    Premise("normalized.records.by-path[one hero is reached by two paths]") { $0.isSetup { $0.identity == .path } },
    Premise("normalized.records.id-function[keys are names: one name, two ids]") {
      $0.isSetup { $0.identity == .name }
    },
    Premise("normalized.records.id-function[keys are names: one id, two names]") {
      $0.isSetup { $0.identity == .name }
    },
    .compared("normalized.records.shared[another query renames the hero]") {
      $0.writesAgain || $0.last.action.readsObjects && $0.lostAnObject
    }.lessBasic(than: basicPolicies + ["normalized.records.merge"]),
    .data("normalized.records.null[a null is read back]") { $0.fields.contains(.null) },
    .data("normalized.records.lists[a null among values]") { $0.items.contains(.null) },
    .data("normalized.records.lists[a null among objects]") { $0.items.contains(.null) },
    .data("normalized.records.lists[lists of values in a list]") { $0.items.contains(where: \.isList) },
    .data("normalized.records.lists[lists of objects in a list]") { $0.items.contains(where: \.isList) },
    .data("normalized.records.cycles") { $0.holdsItself },
    .compared("normalized.records.partial-ids") { $0.operations.contains { $0.fields.contains(where: \.hasNoId) } },
    .compared("normalized.records.partial-ids[its path has arguments]") { step in
      step.operations.contains { $0.fields.contains(where: \.hasNoId) }
    },
    .compared("normalized.records.lists-replaced[one film replaces two]") { $0.replacesLists },
    .compared("normalized.records.lists-replaced[one friend replaces two]") { $0.replacesLists },
    .compared("normalized.records.selected-twice[an object]") { step in
      step.operations.contains { $0.fields.selectTwice }
    },
    .compared("normalized.records.selected-twice[a list, and a fragment]") { step in
      step.operations.contains { $0.fields.selectTwice }
    },
    .compared("normalized.records.large-answer") { step in step.data.contains { $0.valueCount > 999 } },
  ]
}
