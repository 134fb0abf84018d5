extension NormalizedSpec {
  /// The schema of the chapter's operations, for a client with generated code.
  ///
  /// An operation of `operations` is written once, with the fields that it requests. Its variables have the
  /// names of the arguments of its first field, except for `episode`, which is always `"JEDI"`. `Value` is a scalar of
  /// any shape, which is not an object of the graph.
  public static let schema = """
    scalar Value

    type Query {
      hero(episode: String!): Character
      leader: Character
      traitor: Character
      lastMet: Character
      character(id: String!): Character
      droids: [Character]
      row: [Character]
      grid: [[Character]]
      search(text: String, name: String, limit: Int, of: Traits): [Character]
      searchAll(texts: [String]): [Character]
      latestReview: Review
      bestReview: Review
      review(number: Int!): Review
      sample(id: String!): Sample
    }

    type Mutation {
      renameDroid(id: String!, name: String!): Character
      renameCharacter(id: String!, name: String!): Character
      createDroid(name: String!): Character
    }

    input Traits {
      side: String
      rank: String
    }

    type Character {
      id: String!
      name: String
      homePlanet: String
      home: Place
      appearsIn: [String]
      height(unit: String!): Float
      friends: [Character]
    }

    type Place {
      name: String
      home: Place
    }

    type Review {
      stars: Int
      commentary: String
    }

    type Sample {
      id: String!
      value: Value
      number: Int
      texts: [String]
      matrix: [[Int]]
    }
    """

  /// The operations, one of each name, selection and set of arguments, with an example of each argument's value.
  public static let operations: [GraphOperation] = {
    let all = chapter.scenarios.flatMap { ($0.fixture.steps + $0.steps).flatMap(\.action.operations) }
    var seen: Set<GraphOperation> = []
    return all.filter { seen.insert(GraphOperation($0.name, $0.fields.map(\.withoutValues), kind: $0.kind)).inserted }
  }()

  /// The fragments that operations share, and those by which an object is read and updated by its key.
  public static let fragments: [GraphFragment] = [
    .characterName, .characterHome, .characterNameAndHome, .characterFriends,
  ]
}
