import CacheVocabulary

extension [NormalizedStep] {
  /// A client that works: it asks the server for what it does not have, keeps the two apart, and finds them again.
  static func works(_ setup: CacheSetup = CacheSetup()) -> Self {
    [
      Step(.setUp(setup)),
      Step(.serve(["leader": .character("1003", "Leia")], to: .leader)),
      Step(.serve(["traitor": .character("1004", "Wilhuff")], to: .traitor)),
      fetched(["leader": .character("1003", "Leia")], .leader),
      fetched(["traitor": .character("1004", "Wilhuff")], .traitor),
      Step(.peek(.leader), .answers(graph: ["leader": .character("1003", "Leia")])),
    ]
  }

  /// A client that works, and has fetched this.
  static func having(
    with setup: CacheSetup = CacheSetup(), _ fetched: KeyValuePairs<GraphOperation, GraphValue>
  ) -> Self {
    works(setup) + fetching(fetched)
  }

  /// The server has this data, and the client fetches it.
  static func fetching(_ fetched: KeyValuePairs<GraphOperation, GraphValue>) -> Self {
    fetched.flatMap { query, data in
      [Step(.serve(data, to: query)), Self.fetched(data, query), Step(.peek(query), .answers(data))]
    }
  }

  /// The client has fetched the hero, their friends, and two droids of which the hero is one.
  static let heroCached: Self = having([
    .heroAndFriends: .heroAndFriends("R2-D2"),
    .listDroids: .droids(["2001": "R2-D2", "2002": "C-3PO"]),
  ])

  /// The hero and their friends are cached, and watched.
  static let heroWatched: Self =
    heroCached + [Step(.watch(.heroAndFriends, as: "watcher"), .tells(told("watcher", .heroAndFriends("R2-D2"))))]

  private static func fetched(_ data: GraphValue, _ query: GraphOperation) -> NormalizedStep {
    Step(.fetch(query, .fetchIgnoringCacheData), .answers(data), .asks(query))
  }
}

/// What a watcher is told, as it is recorded.
func told(_ watcher: String, _ data: GraphValue) -> String { "\(watcher): \(data)" }
/// A watcher that is told an error, as it is recorded.
func toldError(_ watcher: String) -> String { "\(watcher): an error" }

extension Expectation {
  /// The caller gets this data.
  static func answers(graph data: GraphValue) -> Self { .answers(data) }
  /// This data is cached afterwards.
  static func stores(graph data: GraphValue) -> Self { .stores(data) }
}
