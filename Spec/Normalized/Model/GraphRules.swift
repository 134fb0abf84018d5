/// The rules by which policies, restarts and the shapes of data demand something.
extension RuleID {
  /// Makes the id of the rule about a policy, or about naming none.
  init(_ policy: QueryCachePolicy?) {
    self =
      switch policy {
      case nil: "normalized.policy.default-is-cache-else-fetch"
      case .returnCacheDataElseFetch: "normalized.policy.cache-else-fetch"
      case .fetchIgnoringCacheData: "normalized.policy.fetch-ignoring-cache-data"
      case .fetchIgnoringCacheCompletely: "normalized.policy.fetch-ignoring-cache-completely"
      case .returnCacheDataDontFetch: "normalized.policy.cache-dont-fetch"
      case .returnCacheDataAndFetch: "normalized.policy.cache-and-fetch"
      }
  }

  /// Whether it is a rule by which a fetch stores.
  var isOfStoring: Bool { topic == "normalized.policy" }

  /// Whether it is a rule by which a fetch stores, for the query itself or for others.
  var isOfFetching: Bool { isOfStoring || self == "normalized.records.shared" }

  /// Whether it is a rule by which objects are removed.
  var isOfRemoval: Bool { topic == "normalized.remove" }

  /// The rule by which a restart keeps what another rule stored or removed.
  var afterRestart: RuleID {
    if isOfRemoval || self == "normalized.clear" { return "normalized.remove.stays-removed" }
    if topic == "normalized.update" || self == "normalized.mutation.updates-queries" {
      return "normalized.update.survives-restart"
    }
    return "normalized.sqlite.kept"
  }
}

extension GraphRecords.Reading {
  /// The expectation of what the caller of a fetch receives from the cache; nil if that is not known.
  func answer(of query: GraphOperation, storing rule: RuleID) -> Expectation<NormalizedAction>? {
    switch self {
    case .data(let data, let cause):
      let stored = cause.flatMap { $0.isOfStoring ? nil : $0 }
      return .answers(data).demanded(by: stored ?? data.shapeRule(query) ?? cause ?? rule)
    case .missing(let cause):
      let removed: RuleID? = cause?.isOfRemoval == true ? "normalized.remove.dangling-reference-misses" : nil
      return .fails.demanded(by: removed ?? cause.flatMap { $0.isOfStoring ? nil : $0 } ?? rule)
    case .unknown: return nil
    }
  }
}

extension GraphValue {
  /// Whether it is an integer that a double cannot represent.
  var isIntegerBeyondDoubles: Bool {
    if case .integer(let number) = self { Int64(exactly: Double(number)) != number } else { false }
  }

  /// Whether it is such an integer, or has one within it.
  var hasIntegersBeyondDoubles: Bool { isIntegerBeyondDoubles || parts.contains(where: \.hasIntegersBeyondDoubles) }

  /// Whether it has the fields that are selected, and no others.
  func fits(_ fields: [GraphField]) -> Bool {
    let fields = fields.merged
    guard case .object(let object) = self, object.count == fields.count else { return false }
    return fields.allSatisfy { field in object[field.responseName]?.fits(field) ?? false }
  }

  private func fits(_ field: GraphField) -> Bool {
    if field.selected.isEmpty { return true }
    return switch self {
    case .null: true
    case .list(let items): items.allSatisfy { $0.fits(field) }
    case .object: fits(field.selected)
    case .bool, .integer, .fraction, .text: false
    }
  }

  /// The rule about data of this shape, if there is one.
  func shapeRule(_ query: GraphOperation) -> RuleID? {
    if query.name == "SampleValue" || query.name == "SampleNumber" {
      return self["sample"]?["value"] == .null ? "normalized.records.null" : "normalized.values.any"
    }
    if query.fields.selectTwice { return "normalized.records.selected-twice" }
    if valueCount > 999 { return "normalized.records.large-answer" }
    if query.name == GraphOperation.heroAndLeader.name, hasAnObjectInParts { return "normalized.records.merge" }
    if hasAwkwardKey { return "normalized.keys.any-text" }
    if hasNull { return "normalized.records.null" }
    if hasListsInLists { return "normalized.records.lists" }
    if !query.arguments.isEmpty, query.fields.first?.name.hasPrefix("search") == true {
      return "normalized.records.arguments"
    }
    if query.fields.first?.alias != nil { return "normalized.records.alias" }
    return nil
  }

  private var parts: [GraphValue] {
    switch self {
    case .list(let items): items
    case .object(let fields): Array(fields.values)
    case .null, .bool, .integer, .fraction, .text: []
    }
  }

  private var hasAwkwardKey: Bool {
    if case .text(let id)? = self["id"], id.isAwkward { return true }
    return parts.contains(where: \.hasAwkwardKey)
  }

  private var hasNull: Bool {
    if case .object(let fields) = self, fields.values.contains(.null) { return true }
    return parts.contains(where: \.hasNull)
  }

  private var hasListsInLists: Bool {
    if case .list(let items) = self {
      return items.isEmpty || items.contains { if case .list = $0 { true } else { $0 == .null } }
        || items.contains(where: \.hasListsInLists)
    }
    return parts.contains(where: \.hasListsInLists)
  }
}
