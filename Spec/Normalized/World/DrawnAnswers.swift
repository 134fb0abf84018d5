/// An answer to any query, in one of many shapes, of which each meets each.
struct DrawnAnswer: Sendable {
  /// What stands where a list is selected.
  enum List: CaseIterable, Sendable {
    case one, two, withNull, twice, empty, null
  }

  /// Whose objects there are.
  enum Objects: Sendable {
    /// One object in all places.
    case one(String)
    /// Some objects, in turn from the first; those of a place within an object begin at the next.
    case several([String])
  }

  let objects: Objects
  /// What stands where a text is selected.
  let text: GraphValue
  let list: List

  func data(_ query: GraphOperation) -> GraphValue { object(query.fields, 0, 0) }

  private func object(_ fields: [GraphField], _ depth: Int, _ place: Int) -> GraphValue {
    let fields = fields.merged.enumerated().map { index, field in
      // The objects of the root are apart from each other, as those of a list are.
      (field.responseName, value(field, depth, depth == 0 ? index : place))
    }
    return .object(Dictionary(fields) { first, _ in first })
  }

  private func value(_ field: GraphField, _ depth: Int, _ place: Int) -> GraphValue {
    if field.selected.isEmpty {
      return switch field.name {
      case "id": .text(id(depth, place))
      case "stars", "number": 5
      case "height": 1.5
      default: text
      }
    }
    guard Self.lists.contains(field.name) else {
      return list == .null && depth == 0 ? .null : object(field.selected, depth + 1, place)
    }
    let items = items(field, depth)
    return field.name == "grid" && items != .null ? [items, []] : items
  }

  private func items(_ field: GraphField, _ depth: Int) -> GraphValue {
    let first = object(field.selected, depth + 1, 0)
    return switch list {
    case .one: [first]
    case .two: [first, object(field.selected, depth + 1, 1)]
    case .withNull: [.null, first]
    case .twice: [first, first]
    case .empty: []
    case .null: .null
    }
  }

  private func id(_ depth: Int, _ place: Int) -> String {
    switch objects {
    case .one(let id): id
    case .several(let ids): ids[(depth - 1 + place) % ids.count]
    }
  }

  private static let lists: Set<String> = ["friends", "droids", "row", "grid", "search", "searchAll"]
}

extension NormalizedDraw {
  /// The queries that are answered in every shape.
  static let shapedQueries: [GraphOperation] = [
    .heroName, .heroAndFriends, .heroFriendsFriends, .heroByAlias, .heroTwoNames, .heroTwice, .friendsTwice,
    .heroAndReview, .heroAndLeader, .heroHome, .listDroids, .row, .grid, .leader, .lastMet, .character("2001"),
    .search([GraphArgument("text", "R2")]),
  ]
  static let objects: [DrawnAnswer.Objects] =
    [.several(["2001", "1000", "2002"]), .several(["1000", "2001", "1002"]), .one("2001"), .one("1000")]
    + NormalizedSpec.awkwardKeys.flatMap { [.several([$0.1, $0.2]), .one($0.1)] }
  static let texts: [GraphValue] = [
    "Artoo", "R2-D2", .null, "", .text(String(repeating: "x", count: 900)), "quote \" percent % zero \u{0} \n",
  ]
}
