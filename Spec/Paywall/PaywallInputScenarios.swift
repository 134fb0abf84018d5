/// Bad answers, odd names, and files that cannot be read.
extension PaywallSpec {
  static let answerScenarios: [PaywallScenario] =
    unusableAnswers + repeatedAnswers + emptyPlacement

  private static let unusableAnswers: [PaywallScenario] =
    [RemoteState.empty, .cutShort].map { state in
      Scenario(
        "paywall.input.unusable-answer", "CDN \(state)", given: .cached(.withFallback).remote(state, of: [.cdn]),
        then: [Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2))])
    } + [
      Scenario(
        "paywall.input.unusable-answer", "both \(RemoteState.cutShort)",
        given: .cached(.withFallback).remote(.cutShort),
        then: [Step(.load(.onboarding), .answers(.v1), .stores(.v1))])
    ]

  private static let repeatedAnswers: [PaywallScenario] = [
    Scenario(
      "paywall.input.answers-twice", "the CDN", given: .cached().remote(.repeating, of: [.cdn]),
      then: [
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.publish(.v4)),
        Step(.load(.onboarding), .answers(.v4), .requestsCDN, .stores(.v4)),
      ])
  ]

  private static let emptyPlacement: [PaywallScenario] = [
    Scenario(
      "paywall.input.empty-placement", given: .cached(.withFallback),
      then: [
        Step(.load(Placement("")), .fails, .storesNothing),
        Step(.load(Placement(""), .returnCacheDataElseLoad), .fails, .storesNothing),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ])
  ]

  /// Names that are easily confused or not found again, each paired with one that differs at its end.
  private static let oddNames: [(row: String, name: String, source: SourceLine)] = [
    ("emoji", "🎉 Angebot 👨‍👩‍👧 🇫🇷", SourceLine()),
    ("other scripts", "плейсмент/東京/مكان", SourceLine()),
    ("quotes", #"it's "quoted" \ 'twice'; --"#, SourceLine()),
    ("path and query", "../a/b?c=%20d&e#f", SourceLine()),
    ("line break", "first\nsecond\r\nthird", SourceLine()),
    ("a megabyte", String(repeating: String(repeating: "n", count: 1 << 10), count: 1 << 10), SourceLine()),
  ]

  /// Names that look equal to a person or to a careless comparison.
  private static let likeNames: [(row: String, one: String, two: String, source: SourceLine)] = [
    ("upper and lower case", "From_Paywall", "from_paywall", SourceLine()),
    ("spaces within", "pay  wall", "pay wall", SourceLine()),
    ("percent and slash", "a%2Fb", "a/b", SourceLine()),
  ]

  static let nameScenarios: [PaywallScenario] =
    oddNames.map { namePair($0.row, $0.name + "a", $0.name + "b", $0.source) }
    + likeNames.map { namePair($0.row, $0.one, $0.two, $0.source) }
    + [fallback("emoji", "🎉 Angebot"), fallback("path and query", "../a/b?c=%20d&e#f")]
    + spacesAround("a space after", "paywall ")

  /// A name with white space around it is that name, or the one without.
  private static func spacesAround(_ row: String, _ name: String, line: Int = #line) -> [PaywallScenario] {
    let spaced = PaywallVersion(1, of: Placement(name))
    let bare = PaywallVersion(2, of: Placement("paywall"))
    let fallback = PaywallVersion(0, of: spaced.placement)
    let source = SourceLine(line: line)
    return [
      Scenario(
        "paywall.input.spaces-around-names", row, given: .started().published(spaced, bare),
        then: [
          Step(
            .load(spaced.placement),
            oneOf: [
              Outcome("a part of the name", .answers(spaced), .requestsCDN(for: spaced.placement), .stores(spaced)),
              Outcome("removed", .answers(bare), .requestsCDN(for: bare.placement), .stores(bare)),
            ]),
          Step(.load(bare.placement), .answers(bare), .requestsCDN(for: bare.placement), .stores(bare)),
        ],
        source: source),
      Scenario(
        "paywall.input.spaces-around-names", "\(row), in the fallback file",
        given: .started(AppSetup(fallback: .holding([.v0, fallback]))).offline,
        then: [
          Step(.load(spaced.placement), .answers(fallback)),
          Step(
            .load(bare.placement),
            oneOf: [Outcome("a part of the name", .fails), Outcome("removed", .answers(fallback))]),
        ],
        source: source),
    ]
  }

  private static func namePair(
    _ row: String, _ first: String, _ second: String, _ source: SourceLine
  ) -> PaywallScenario {
    let one = PaywallVersion(1, of: Placement(first))
    let two = PaywallVersion(2, of: Placement(second))
    return Scenario(
      "paywall.input.placement-names", row,
      given: .started().published(one, two),
      then: [
        Step(.load(one.placement), .answers(one), .requestsCDN(for: one.placement), .stores(one)),
        Step(.inspect(two.placement), .storesNothing),
        Step(.load(two.placement), .answers(two), .requestsCDN(for: two.placement), .stores(two)),
        Step(.restart),
        Step(.load(one.placement, .returnCacheDataElseLoad), .answers(one), .requestsNothing),
        Step(.load(two.placement, .returnCacheDataElseLoad), .answers(two), .requestsNothing),
      ],
      source: source)
  }

  /// The fallback of a placement of any name, and none of a name that begins alike.
  private static func fallback(_ row: String, _ name: String, line: Int = #line) -> PaywallScenario {
    let fallback = PaywallVersion(0, of: Placement(name))
    return Scenario(
      "paywall.fallback.placement-names", row,
      given: .started(AppSetup(fallback: .holding([.v0, fallback]))).offline,
      then: [
        Step(.load(fallback.placement), .answers(fallback)),
        Step(.load(Placement(name + "b")), .fails),
        Step(.load(.onboarding), .answers(.v0)),
      ],
      source: SourceLine(line: line))
  }

  static let fileScenarios: [PaywallScenario] =
    [FallbackFile.missing, .folder, .damaged(.truncated)].map(fileScenario) + [
      Scenario(
        "paywall.fallback.unreadable-file", "one that can be read, in its place",
        then: [
          Step(.start(AppSetup(fallback: .damaged(.truncated)))),
          Step(.remote(.noNetwork)),
          Step(.load(.onboarding), .fails, .triesNetwork),
          Step(.start(.withFallback)),
          Step(.load(.onboarding), .answers(.v0), .triesNetwork),
        ])
    ]

  private static func fileScenario(_ file: FallbackFile) -> PaywallScenario {
    Scenario(
      "paywall.fallback.unreadable-file", "\(file)",
      then: [
        Step(.start(AppSetup(fallback: file))),
        Step(.publish(.v1)),
        Step(.load(.onboarding), .answers(.v1), .requestsCDN, .stores(.v1)),
        Step(.remote(.noNetwork)),
        Step(.load(.onboarding), .answers(.v1), .triesNetwork, .stores(.v1)),
        Step(.load(.settings), .fails, .triesNetwork(for: .settings)),
        Step(.remote(.up)),
        Step(.publish(.v3)),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ])
  }
}
