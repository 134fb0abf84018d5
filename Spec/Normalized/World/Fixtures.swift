/// Most fixtures rely on the policy that always asks the server and stores the result.
private let storing: RuleID = "normalized.policy.fetch-ignoring-cache-data"

extension Fixture where Action == NormalizedAction {
  /// A client that asks the server, distinguishes answers and stores them. The other fixtures add cached data to this
  /// one.
  static func works(_ setup: ClientSetup = ClientSetup()) -> Self {
    made(setup).leading(to: name("a client stores what it fetches", setup), relyingOn: storing, cachingTwo)
  }

  /// A client on SQLite and then one in memory ask the server, distinguish answers and store them.
  static let worksInBothKinds = works(ClientSetup(kind: .sqlite)).leading(
    to: "a client in memory stores what it fetches, as one on SQLite did", relyingOn: storing,
    [Step(.makeClient(ClientSetup(kind: .memory)))] + cachingTwo)

  private static let cachingTwo: [NormalizedStep] =
    .caching(["leader": .character("1003", "Leia")], .leader)
    + .caching(["traitor": .character("1004", "Wilhuff")], .traitor)

  /// The hero is cached.
  static func hero(_ setup: ClientSetup = ClientSetup()) -> Self {
    works(setup).leading(
      to: name("the hero R2-D2 is cached", setup), relyingOn: storing, .caching(.heroName("R2-D2"), .heroName))
  }

  /// The hero and their friends are cached.
  static func heroAndFriends(_ setup: ClientSetup = ClientSetup()) -> Self {
    works(setup).leading(
      to: name("the hero R2-D2 and two friends are cached", setup), relyingOn: rule(ofCachingIn: setup),
      .caching(.heroAndFriends("R2-D2"), .heroAndFriends))
  }

  /// The hero, their friends, and two droids of which the hero is one are cached.
  static func heroFriendsAndDroids(_ setup: ClientSetup = ClientSetup()) -> Self {
    heroAndFriends(setup).leading(
      to: name("the hero R2-D2, two friends, and a list of R2-D2 and another droid are cached", setup),
      relyingOn: rule(ofCachingIn: setup), .caching(.droids(["2001": "R2-D2", "2002": "C-3PO"]), .listDroids))
  }

  /// The hero is cached with a home and the films of a list.
  static func heroDetails(_ setup: ClientSetup = ClientSetup()) -> Self {
    works(setup).leading(
      to: name("the hero R2-D2 is cached with a home and two films", setup), relyingOn: storing,
      .caching(.heroDetails("R2-D2", films: ["NEWHOPE", "EMPIRE"]), .heroDetails))
  }

  /// The rule that an answer with several objects is stored by.
  private static func rule(ofCachingIn setup: ClientSetup) -> RuleID {
    setup.identity == .path ? "normalized.records.by-path" : storing
  }

  // MARK: Additions

  /// The hero gets another name in a fetch whose request is held.
  func fetchUnderWay() -> Self {
    and(
      "a fetch that renames the hero to Artoo is under way", relyingOn: storing,
      [
        Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.requests(.hold)),
        Step(.begin(.heroName, .fetchIgnoringCacheData, as: "fetch")), Step(.requests(.awaitHeld(1))),
      ])
  }

  // MARK: Watchers

  /// The hero and their friends are cached and watched; the server renames the hero when it is asked.
  static let heroWatched = heroFriendsAndDroids().leading(
    to: "a watcher shows the hero R2-D2 and two friends", relyingOn: "normalized.watch.first-result",
    [
      Step(.watch(.heroAndFriends, as: .watcher), .notifies(.data(.heroAndFriends("R2-D2")))),
      Step(.serve(["renameDroid": .character("2001", "Artoo")], to: .renameHero)),
      Step(.serve(.artoo("Artoo"), to: .character("2001"))),
    ])

  /// The watcher was told that the hero has another name.
  static let watcherTold = heroWatched.leading(
    to: "a watcher of the hero and two friends was told that the hero is now Artoo",
    relyingOn: "normalized.watch.told-of-changes",
    [Step(.perform(.renameHero), .notifies(.data(.heroAndFriends("Artoo"))))])

  // MARK: Parts

  /// A client with this setup. The usual client exists without a step.
  private static func made(_ setup: ClientSetup) -> Self {
    setup == ClientSetup()
      ? .none : Self(name("a client is made", setup), relyingOn: setup.rule, [Step(.makeClient(setup))])
  }

  /// The name of a state of a client with this setup.
  static func name(_ state: String, _ setup: ClientSetup) -> String {
    setup == ClientSetup() ? state : "\(state) (\(setup))"
  }
}

extension ClientSetup {
  /// The rule about clients with this setup.
  fileprivate var rule: RuleID {
    switch (kind, identity) {
    case (.sqlite, _): "normalized.sqlite.file-is-sqlite"
    case (.memory, _): "normalized.memory.not-kept"
    case (.unnamed, _): "normalized.memory.default"
    case (.usual, .path): "normalized.records.by-path"
    case (.usual, .name): "normalized.records.id-function"
    case (.usual, .id): "normalized.policy.after-failure"
    }
  }
}

extension String {
  /// Whether it has characters other than the letters and numbers of ASCII.
  package var isAwkward: Bool {
    !utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || Self.letters ~= $0 | 0x20 }
  }
  private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
}

extension [NormalizedStep] {
  /// The server has this data, and the client fetches and stores it.
  static func caching(_ data: GraphValue, _ query: GraphOperation) -> Self {
    [
      Step(.serve(data, to: query)),
      Step(
        .fetch(query, .fetchIgnoringCacheData), .answers(data), .requests(query).demanded(by: storing), .stores(data)),
    ]
  }

  /// The server has this data, and the client fetches it; later steps check whether it was stored.
  static func fetching(_ data: GraphValue, _ query: GraphOperation) -> Self {
    [
      Step(.serve(data, to: query)),
      Step(.fetch(query, .fetchIgnoringCacheData), .answers(data), .requests(query).demanded(by: storing)),
    ]
  }
}

/// Data and steps of several topics.
extension NormalizedSpec {
  /// An answer with the hero, who has no friends.
  static let friendless = GraphValue.hero(.character("2001", "R2-D2", ["friends": []]))
  /// An answer with the hero's home.
  static func home(_ planet: String) -> GraphValue { .hero(["id": "2001", "homePlanet": .text(planet)]) }

  /// Data that is fetched from the server and found in the cache by the next fetch.
  static func fetchedOnce(_ data: GraphValue, _ query: GraphOperation) -> [NormalizedStep] {
    [
      Step(.serve(data, to: query)),
      Step(
        .fetch(query), .answers(data), .requests(query).demanded(by: "normalized.policy.default-is-cache-else-fetch")),
      Step(.fetch(query), .answers(data), .requestsNothing),
    ]
  }
}
