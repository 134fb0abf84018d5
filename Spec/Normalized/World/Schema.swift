/// The fixed schema: the operations that a client defines once, and the graphs that the server has.
extension GraphOperation {
  private static let jedi = [GraphArgument("episode", "JEDI")]

  /// The hero's name.
  static let heroName = GraphOperation("HeroName", [GraphField("hero", jedi, ["id", "name"])])
  /// The hero in more detail.
  static let heroDetails = GraphOperation(
    "HeroDetails", [GraphField("hero", jedi, ["id", "name", "homePlanet", "appearsIn"])])
  /// The hero's home alone.
  static let heroHome = GraphOperation("HeroHome", [GraphField("hero", jedi, ["id", "homePlanet"])])
  /// The hero and their friends.
  static let heroAndFriends = GraphOperation(
    "HeroAndFriends", [GraphField("hero", jedi, ["id", "name", GraphField("friends", [], ["id", "name"])])])
  /// The hero, their friends, and the friends' friends, including the hero.
  static let heroFriendsFriends = GraphOperation(
    "HeroFriendsFriends",
    [
      GraphField(
        "hero", jedi,
        ["id", "name", GraphField("friends", [], ["id", "name", GraphField("friends", [], ["id", "name"])])])
    ])
  /// The hero with aliases.
  static let heroByAlias = GraphOperation(
    "HeroByAlias", [GraphField("hero", as: "leader", jedi, ["id", GraphField("name", as: "called")])])
  /// The hero's name and home, each with the other's name as its alias.
  static let heroSwapped = GraphOperation(
    "HeroSwapped",
    [GraphField("hero", jedi, ["id", GraphField("homePlanet", as: "name"), GraphField("name", as: "homePlanet")])])
  /// The hero's name, under its own name and under another.
  static let heroTwoNames = GraphOperation(
    "HeroTwoNames", [GraphField("hero", jedi, ["id", "name", GraphField("name", as: "called")])])
  /// The hero, with the field that keys come from under another name.
  static let heroKeyByAlias = GraphOperation(
    "HeroKeyByAlias", [GraphField("hero", jedi, [GraphField("id", as: "key"), "name"])])
  /// The hero, selected twice.
  static let heroTwice = GraphOperation(
    "HeroTwice", [GraphField("hero", jedi, ["id", "name"]), GraphField("hero", jedi, ["id", "homePlanet"])])
  /// The hero's friends, selected by themselves and by a fragment.
  static let friendsTwice = GraphOperation(
    "FriendsTwice",
    [GraphField("hero", jedi, ["id", GraphField("friends", [], ["id"])], fragments: [.characterFriendNames])])
  /// A character's home, selected twice.
  static let homeTwice = GraphOperation(
    "HomeTwice",
    [
      GraphField(
        "character", [GraphArgument("id", "2001")],
        ["id", GraphField("home", [], ["name"]), GraphField("home", [], [GraphField("home", [], ["name"])])])
    ])
  /// The hero and a review, which has no id.
  static let heroAndReview = GraphOperation(
    "HeroAndReview",
    [GraphField("hero", jedi, ["id", "name"]), GraphField("latestReview", [], ["stars", "commentary"])])
  /// The hero's name and the leader's home. They may be one character, of whom each has another part.
  static let heroAndLeader = GraphOperation(
    "HeroAndLeader", [GraphField("hero", jedi, ["id", "name"]), GraphField("leader", [], ["id", "homePlanet"])])
  /// The best review, which may be the latest.
  static let bestReview = GraphOperation("BestReview", [GraphField("bestReview", [], ["stars", "commentary"])])
  /// A review by its number, which is not one of its fields: a review has no id.
  static func review(_ number: Int64) -> GraphOperation {
    GraphOperation(
      "Review", [GraphField("review", [GraphArgument("number", .integer(number))], ["stars", "commentary"])])
  }
  /// The droids.
  static let listDroids = GraphOperation("ListDroids", [GraphField("droids", [], ["id", "name"])])
  /// The leader of the rebels.
  static let leader = GraphOperation("Leader", [GraphField("leader", [], ["id", "name"])])
  /// Another character.
  static let traitor = GraphOperation("Traitor", [GraphField("traitor", [], ["id", "name"])])
  /// Characters in a list.
  static let row = GraphOperation("Row", [GraphField("row", [], ["id", "name"])])
  /// Characters in a list of lists.
  static let grid = GraphOperation("Grid", [GraphField("grid", [], ["id", "name"])])

  /// A character by id.
  static func character(_ id: String) -> GraphOperation {
    GraphOperation("Character", [GraphField("character", [GraphArgument("id", .text(id))], ["id", "name"])])
  }
  /// A character's home and the place that contains it: neither has an id.
  static func home(_ id: String) -> GraphOperation {
    let home = GraphField("home", [], ["name", GraphField("home", [], ["name"])])
    return GraphOperation("Home", [GraphField("character", [GraphArgument("id", .text(id))], ["id", home])])
  }
  /// A character's height in a unit.
  static func height(_ unit: String) -> GraphOperation {
    GraphOperation(
      "Height",
      [
        GraphField(
          "character", [GraphArgument("id", "2001")],
          ["id", GraphField("height", [GraphArgument("unit", .text(unit))])])
      ])
  }
  /// A character's height in two units: one field, selected with two sets of arguments.
  static let heights = GraphOperation(
    "Heights",
    [
      GraphField(
        "character", [GraphArgument("id", "2001")],
        [
          "id", GraphField("height", as: "feet", [GraphArgument("unit", "FOOT")]),
          GraphField("height", as: "meters", [GraphArgument("unit", "METER")]),
        ])
    ])
  /// A search. The arguments are given in this order.
  static func search(_ arguments: GraphArgument...) -> GraphOperation { search(arguments) }
  /// A search. The arguments are given in this order.
  static func search(_ arguments: [GraphArgument]) -> GraphOperation {
    GraphOperation("Search", [GraphField("search", arguments, ["id", "name"])])
  }
  /// A search for several texts.
  static func searchAll(_ texts: GraphValue) -> GraphOperation {
    GraphOperation("SearchAll", [GraphField("searchAll", [GraphArgument("texts", texts)], ["id", "name"])])
  }
  /// A sample of values, one of them.
  static func sample(_ id: String, _ field: SampleField = .value) -> GraphOperation {
    GraphOperation(
      field.operation,
      [GraphField("sample", [GraphArgument("id", .text(id))], ["id", GraphField(field.rawValue)])])
  }

  /// The values of a sample, each with its own type.
  enum SampleField: String {
    /// A value of any shape, which is not an object of the graph.
    case value
    /// An integer.
    case number
    /// A list of texts.
    case texts
    /// A list of lists of integers.
    case matrix

    fileprivate var operation: String { "Sample" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  /// Renames a droid.
  static func renameDroid(_ id: String, to name: String) -> GraphOperation {
    GraphOperation(
      "RenameDroid",
      [
        GraphField(
          "renameDroid", [GraphArgument("id", .text(id)), GraphArgument("name", .text(name))], ["id", "name"])
      ],
      kind: .mutation)
  }
  /// Renames the hero to Artoo.
  static let renameHero = renameDroid("2001", to: "Artoo")
  /// Renames a character and returns the fragment that queries share.
  static func renameCharacter(_ id: String, to name: String) -> GraphOperation {
    GraphOperation(
      "RenameCharacter",
      [
        GraphField(
          "renameCharacter", [GraphArgument("id", .text(id)), GraphArgument("name", .text(name))],
          fragments: [.characterName])
      ], kind: .mutation)
  }
  /// A character reached by another field, with the fragment that queries share.
  static let lastMet = GraphOperation("LastMet", [GraphField("lastMet", fragments: [.characterName])])
  /// Creates a droid.
  static func createDroid(_ name: String) -> GraphOperation {
    GraphOperation(
      "CreateDroid", [GraphField("createDroid", [GraphArgument("name", .text(name))], ["id", "name"])], kind: .mutation)
  }
}

extension GraphOperation {
  /// The capability that this operation needs: a client with generated code accepts only arguments of the schema's
  /// types.
  var requires: Set<Capability> {
    let isTyped = arguments.allSatisfy { argument in
      switch (argument.name, argument.value) {
      case ("limit", .integer), ("number", .integer), ("texts", .list), ("of", .object): true
      case ("limit", _), ("texts", _), ("of", _): false
      case (_, .text), (_, .null): true
      default: false
      }
    }
    return isTyped ? [] : [.untypedArguments]
  }
}

extension GraphFragment {
  /// A character's name.
  package static let characterName = GraphFragment("CharacterName", ["id", "name"])
  /// A character's home.
  static let characterHome = GraphFragment("CharacterHome", ["id", "homePlanet"])
  /// A character's name and home.
  static let characterNameAndHome = GraphFragment("CharacterNameAndHome", ["id", "name", "homePlanet"])
  /// The names of a character's friends.
  static let characterFriendNames = GraphFragment("CharacterFriendNames", [GraphField("friends", [], ["name"])])
  /// A character's friends.
  static let characterFriends = GraphFragment("CharacterFriends", [GraphField("friends", [], ["id", "name"])])
}

extension [GraphField] {
  /// The fields with each name in the answer once, and with all that is selected under it: GraphQL, 6.3.2, 'Field
  /// Collection'.
  var merged: [GraphField] {
    // Selections of the same field are few, and every object of a list is read by its selection.
    let isMerged = indices.allSatisfy { place in
      !self[..<place].contains { $0.responseName == self[place].responseName }
    }
    return isMerged ? self : mergedAnew
  }

  private var mergedAnew: [GraphField] {
    reduce(into: []) { merged, field in
      guard let place = merged.firstIndex(where: { $0.responseName == field.responseName }) else {
        return merged.append(field)
      }
      let first = merged[place]
      merged[place] = GraphField(
        first.name, as: first.alias, first.arguments, first.fields + field.fields,
        fragments: first.fragments + field.fragments)
    }
  }

  /// Whether a name in the answer is selected more than once.
  package var selectTwice: Bool {
    let merged = merged
    return merged.count < count || merged.contains { $0.selected.selectTwice }
  }
}

extension GraphField {
  /// The field without the values of its arguments.
  var withoutValues: GraphField {
    GraphField(
      name, as: alias, arguments.map { GraphArgument($0.name, .null) }, fields.map(\.withoutValues),
      fragments: fragments)
  }
}

extension GraphValue {
  /// A character.
  static func character(_ id: String, _ name: String, _ more: [String: GraphValue] = [:]) -> GraphValue {
    .object(more.merging(["id": .text(id), "name": .text(name)]) { $1 })
  }
  /// An answer with this hero.
  static func hero(_ hero: GraphValue) -> GraphValue { ["hero": hero] }
  /// An answer with a hero of this name, and these friends.
  static func heroAndFriends(_ name: String, luke: String = "Luke") -> GraphValue {
    ["hero": .character("2001", name, ["friends": [.character("1000", luke), .character("1002", "Han")]])]
  }
  /// An answer with a hero of this name, with a home, and with these films.
  static func heroDetails(_ name: String, films: GraphValue) -> GraphValue {
    .hero(.character("2001", name, ["homePlanet": "Naboo", "appearsIn": films]))
  }
  /// An answer with the first character of the graph, under this name.
  static func artoo(_ name: String) -> GraphValue { ["character": .character("2001", name)] }
  /// An answer with a character's home and the place that contains it.
  static func home(_ id: String, _ name: String, in larger: String) -> GraphValue {
    ["character": ["id": .text(id), "home": ["name": .text(name), "home": ["name": .text(larger)]]]]
  }
  /// An answer with the hero under this name.
  static func heroName(_ name: String) -> GraphValue { ["hero": .character("2001", name)] }
  /// An answer with droids by id and name.
  static func droids(_ droids: KeyValuePairs<String, String>) -> GraphValue {
    ["droids": .list(droids.map { .character($0.key, $0.value) })]
  }
}
