import CacheSpec
import CacheVocabulary
import NormalizedRules

/// The values that the draw brings together.
extension NormalizedAction: DrawnAction {
  static let drawableValues: [String: [String]] = [
    "keys by": ["path", "id", "name"],
    "kind of cache": ["usual", "unnamed", "memory", "sqlite"],
    "old data": ["never", "after a failure"],
    "server": ["up", "noConnection", "timeOut", "serverError", "errors", "errors with data"],
    "requests": ["free", "held"],
    "shape": Shape.allCases.map(\.rawValue),
    "key": ["plain", "awkward"],
    "text": ["plain", "null", "empty", "long", "of any characters"],
    "value": ["number", "list", "object"],
    "caller": ["fetch", "begun fetch", "watcher", "mutation", "begun mutation", "direct read"],
    "policy": [
      "none", "fetchIgnoringCacheData", "returnCacheDataElseFetch", "returnCacheDataAndFetch",
      "returnCacheDataDontFetch", "fetchIgnoringCacheCompletely",
    ],
    "selection": ["plain", "with arguments", "with an alias", "with a fragment", "with a field twice"],
    "change": ["of a value", "to null", "of a list", "of an object by its key"],
    "removal": ["by key", "by pattern", "of a property", "of everything"],
    "transaction": ["of one step", "of several steps", "that fails", "in turn", "at once"],
    "handler": ["reads", "changes", "removes", "clears", "cancels"],
    "end": ["restart", "kill", "another client", "no file"],
  ]

  var drawnValues: [String: String] {
    switch self {
    case .makeClient(let setup):
      [
        "keys by": setup.identity.rawValue, "kind of cache": setup.kind.rawValue, "end": "another client",
        "old data": setup.oldDataAfter.isEmpty ? "never" : "after a failure", "requests": "free",
      ]
    case .server(let state): ["server": state.drawnValue]
    case .serve(let data, let operation): operation.name == "SampleValue" ? data.drawnSample : data.drawnValues
    case .fetch(let query, let policy): Self.values("fetch", query, policy)
    case .begin(let query, let policy, _) where query.kind == .query: Self.values("begun fetch", query, policy)
    case .begin: ["caller": "begun mutation"]
    case .perform: ["caller": "mutation"]
    case .watch(let query, let policy, _): Self.values("watcher", query, policy)
    case .transact(let steps):
      Self.values(steps, steps.contains(.fail) ? "that fails" : steps.count == 1 ? "of one step" : "of several steps")
    case .transactInTurn(let transactions): Self.values(transactions.flatMap(\.self), "in turn")
    case .updateAtOnce: ["transaction": "at once"]
    case .clear: ["removal": "of everything"]
    case .whenTold(_, let call, _): ["handler": call.drawnCall]
    case .file: ["end": "no file", "requests": "free"]
    case .world(.restart): ["end": "restart", "requests": "free"]
    case .world(let event): event.drawnValues
    case .lookAtResults, .cancel, .lookAtHandler, .look, .searchStorage, .compareKinds: [:]
    }
  }

  private static func values(
    _ caller: String, _ query: GraphOperation, _ policy: QueryCachePolicy?
  ) -> [String: String] {
    ["caller": caller, "selection": query.drawnSelection, "policy": policy.map { "\($0)" } ?? "none"]
  }

  private static func values(_ steps: [TransactionStep], _ kind: String) -> [String: String] {
    steps.reduce(into: ["transaction": kind]) { $0.merge($1.drawnValues) { $1 } }
  }

  private var drawnCall: String {
    switch self {
    case .clear: "clears"
    case .cancel: "cancels"
    default: removes ? "removes" : updates ? "changes" : "reads"
    }
  }

  /// The shapes of answers.
  fileprivate enum Shape: String, CaseIterable {
    case null = "null"
    case objects = "objects"
    case empty = "an empty list"
    case list = "a list"
    case withNull = "a list with a null"
    case nested = "lists in a list"
    case again = "one object twice"
    case inParts = "one object in two parts"
    case cycle = "an object in itself"
  }
}

extension TransactionStep {
  fileprivate var drawnValues: [String: String] {
    switch self {
    case .read(let query): ["caller": "direct read", "selection": query.drawnSelection]
    case .readObject: ["caller": "direct read"]
    case .update(_, .set(_, to: .null)), .updateObject(_, _, .set(_, to: .null)): ["change": "to null"]
    case .update(_, .append), .update(_, .set(_, to: .list)): ["change": "of a list"]
    case .update: ["change": "of a value"]
    case .updateObject: ["change": "of an object by its key"]
    case .remove(let key): ["removal": key.contains(".") ? "of a property" : "by key"]
    case .removeMatching: ["removal": "by pattern"]
    case .fail: [:]
    }
  }
}

extension GraphServerState {
  fileprivate var drawnValue: String {
    switch self {
    case .up: "up"
    case .down(let failure): failure.rawValue
    case .answersErrors: "errors"
    case .answersErrorsWithData: "errors with data"
    }
  }
}

extension GraphOperation {
  fileprivate var drawnSelection: String {
    if fields.selectTwice { return "with a field twice" }
    if fields.contains(where: \.hasFragment) { return "with a fragment" }
    if fields.contains(where: \.hasAlias) { return "with an alias" }
    return arguments.contains { $0.name != "episode" } ? "with arguments" : "plain"
  }
}

extension GraphField {
  fileprivate var hasFragment: Bool { !fragments.isEmpty || fields.contains(where: \.hasFragment) }
  fileprivate var hasAlias: Bool { alias != nil || fields.contains(where: \.hasAlias) }
}

extension GraphValue {
  /// What an answer is like that has a value of any shape.
  fileprivate var drawnSample: [String: String] {
    switch self["sample"]?["value"] {
    case .integer, .fraction, .bool: ["value": "number"]
    case .list: ["value": "list"]
    case .object: ["value": "object"]
    case .text, .null, nil: [:]
    }
  }

  /// What an answer with objects is like.
  fileprivate var drawnValues: [String: String] {
    let ids = objects.compactMap { if case .text(let id)? = $0["id"] { id } else { nil } }
    var values = ["shape": shape(ids).rawValue]
    if let id = ids.last { values["key"] = ids.contains(where: \.isAwkward) || id.isAwkward ? "awkward" : "plain" }
    if let text = objects.compactMap({ $0["name"] ?? $0["homePlanet"] ?? $0["commentary"] }).last?.drawnText {
      values["text"] = text
    }
    return values
  }

  private func shape(_ ids: [String]) -> NormalizedAction.Shape {
    if ids.isEmpty, fields.allSatisfy({ $0 == .null }) { return .null }
    if contains(where: \.holdsItself) { return .cycle }
    if hasAnObjectInParts { return .inParts }
    if Set(ids).count < ids.count { return .again }
    if contains(where: { $0.items.contains(where: \.isList) }) { return .nested }
    if contains(where: { $0.items.contains(.null) }) { return .withNull }
    if contains(where: { $0 == [] }) { return .empty }
    return contains(where: \.isList) ? .list : .objects
  }

  private var drawnText: String? {
    switch self {
    case .null: "null"
    case .text(""): "empty"
    case .text(let text) where text.utf8.count > 200: "long"
    case .text(let text): text.contains(where: "\"\n\\".contains) ? "of any characters" : "plain"
    case .bool, .integer, .fraction, .list, .object: nil
    }
  }
}
