/// The ways in which the last step of a run takes something for granted.
extension Premise<NormalizedAction> {
  /// A premise of runs whose last step takes it for granted.
  static func compared(_ scenario: String, where isNeeded: @escaping @Sendable (GraphComparison) -> Bool) -> Self {
    .observed(scenario) { GraphComparison($0).map(isNeeded) ?? false }
  }

  /// A premise of runs that remove something, and whose last step takes it for granted.
  static func removal(_ scenario: String, where isNeeded: @escaping @Sendable (GraphComparison) -> Bool) -> Self {
    compared(scenario) { step in
      step.run.contains { $0.action.removes } && (step.isWatched || !step.last.action.onlyRemoves) && isNeeded(step)
    }
  }

  /// A premise of what is read or written, where that has such a part.
  static func data(_ scenario: String, where isSuch: @escaping @Sendable (GraphValue) -> Bool) -> Self {
    compared(scenario) { step in step.data.contains { $0.contains(where: isSuch) } }
  }

  /// A premise of data that has an object with such an id.
  static func data(_ scenario: String, objectsWhere isSuch: @escaping @Sendable (String) -> Bool) -> Self {
    data(scenario) { if case .text(let id)? = $0["id"] { isSuch(id) } else { false } }
  }
}

/// The properties of an action that the premises depend on.
extension NormalizedAction {
  var watches: Bool { if case .watch = self { true } else { false } }

  var performs: Bool {
    switch self {
    case .perform: true
    case .begin(let operation, _, _): operation.kind == .mutation
    default: false
    }
  }

  package var removes: Bool { transacts { if case .remove = $0 { true } else { false } } || removesByPattern }

  var onlyRemoves: Bool { removes && !readsObjects && !readsQueries }

  var removesByPattern: Bool { transacts { if case .removeMatching = $0 { true } else { false } } }

  var readsObjects: Bool {
    if case .look = self { return true }
    return transacts { if case .readObject = $0 { true } else { false } }
  }

  var readsQueries: Bool { transacts { if case .read = $0 { true } else { false } } }

  func isSetup(_ isSuch: (ClientSetup) -> Bool) -> Bool {
    if case .makeClient(let setup) = self { isSuch(setup) } else { false }
  }
}

extension GraphComparison {
  /// Whether it fetches under this policy, or reads what was fetched under it.
  func depends(onFetchingUnder policy: QueryCachePolicy?) -> Bool {
    if mayLackWhatWasFetched(under: policy) { return true }
    guard last.action.names(policy) else { return false }
    return failed || asked == nil || isFirst == (asked == false) || last.observation.answer == nil
  }
}

extension GraphField {
  /// Whether its name in answers has a capital letter, or that of a field within it does.
  var isNamedInCapitals: Bool {
    responseName.contains(where: \.isUppercase) || selected.contains(where: \.isNamedInCapitals)
  }

  /// Whether it holds an object whose id is not selected, or a field within it does.
  var hasNoId: Bool {
    let selected = selected.merged
    return !selected.isEmpty && (!selected.contains { $0.name == "id" } || selected.contains(where: \.hasNoId))
  }
}

extension GraphValue {
  /// Whether it is such a value, or has one within it.
  package func contains(where isSuch: (GraphValue) -> Bool) -> Bool {
    isSuch(self) || (fields + items).contains { $0.contains(where: isSuch) }
  }

  /// The objects in it, with itself if it is one.
  package var objects: [GraphValue] { (names.isEmpty ? [] : [self]) + (fields + items).flatMap(\.objects) }

  /// The names of the fields, if it is an object.
  var names: [String] { if case .object(let fields) = self { Array(fields.keys) } else { [] } }

  var isLeaf: Bool { fields.isEmpty && items.isEmpty }

  /// The values of the fields, if it is an object.
  package var fields: [GraphValue] { if case .object(let fields) = self { Array(fields.values) } else { [] } }

  /// The items, if it is a list.
  package var items: [GraphValue] { if case .list(let items) = self { items } else { [] } }

  package var isList: Bool { if case .list = self { true } else { false } }

  /// Whether it is an object that has an object with its own id within it.
  package var holdsItself: Bool {
    guard let id = self["id"] else { return false }
    return fields.contains { $0.contains { $0["id"] == id } }
  }

  /// Whether it has an object more than once, not each time with the same fields.
  package var hasAnObjectInParts: Bool {
    let parts = Dictionary(grouping: objects.filter { $0["id"] != nil }) { $0["id"] }.values
    return parts.contains { places in places.contains { Set($0.names) != Set(places[0].names) } }
  }

  /// The number of values in it that are neither objects nor lists.
  var valueCount: Int {
    switch self {
    case .list(let items): items.reduce(0) { $0 + $1.valueCount }
    case .object(let fields): fields.values.reduce(0) { $0 + $1.valueCount }
    default: 1
    }
  }
}
