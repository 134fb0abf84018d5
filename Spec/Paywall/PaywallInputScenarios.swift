/// Bad answers, odd names, and files that cannot be read.
extension PaywallSpec {
  static let answerScenarios: [PaywallScenario] =
    unusableAnswers(.empty) + unusableAnswers(.cutShort) + repeatedAnswers + emptyPlacement

  private static func unusableAnswers(_ state: RemoteState) -> [PaywallScenario] {
    let rule: RuleID = "paywall.input.unusable-answer"
    return [
      Scenario(
        rule, "CDN \(state)", given: .cached(.withFallback).remote(state, of: [.cdn]),
        then: [Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2))]),
      Scenario(
        rule, "both \(state)", given: .cached(.withFallback).remote(state),
        then: [Step(.load(.onboarding), .answers(.v1), .stores(.v1))]),
      Scenario(
        rule, "both \(state), nothing cached", given: .uncached().remote(state),
        then: [Step(.load(.onboarding), .fails, .storesNothing)]),
    ]
  }

  private static let repeatedAnswers: [PaywallScenario] = [
    Scenario(
      "paywall.input.answers-twice", "the CDN", given: .cached().remote(.repeating, of: [.cdn]),
      then: [
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.publish(.v4)),
        Step(.load(.onboarding), .answers(.v4), .requestsCDN, .stores(.v4)),
      ]),
    Scenario(
      "paywall.input.answers-twice", "the server",
      given: .cached().cdnDown.remote(.repeating, of: [.server]),
      then: [
        Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2)),
        Step(.load(.settings), .answers(.settings7), .requestsServer(for: .settings)),
      ]),
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
    ("accents", "premi\u{E8}re_fen\u{EA}tre", SourceLine()),
    ("quotes", #"it's "quoted" \ 'twice'; --"#, SourceLine()),
    ("path and query", "../a/b?c=%20d&e#f", SourceLine()),
    ("line break", "first\nsecond\r\nthird", SourceLine()),
    ("null character", "before\0after", SourceLine()),
    ("a megabyte", String(repeating: String(repeating: "n", count: 1 << 10), count: 1 << 10), SourceLine()),
  ]

  private static let long = String(repeating: "n", count: 1000)

  /// Names that look equal to a person or to a careless comparison.
  private static let likeNames: [(row: String, one: String, two: String, source: SourceLine)] = [
    ("upper and lower case", "From_Paywall", "from_paywall", SourceLine()),
    ("case beyond ASCII", "PREMI\u{C8}RE", "PREMI\u{E8}RE", SourceLine()),
    ("spaces within", "pay  wall", "pay wall", SourceLine()),
    ("percent and slash", "a%2Fb", "a/b", SourceLine()),
    ("the beginning of another", "paywall", "paywall_2", SourceLine()),
    ("one number", "7", "007", SourceLine()),
    ("before a slash", "x/paywall", "y/paywall", SourceLine()),
    ("before a backslash", #"x\paywall"#, #"y\paywall"#, SourceLine()),
    ("before a question mark", "x?paywall", "y?paywall", SourceLine()),
    ("after a dot", "paywall.one", "paywall.two", SourceLine()),
    ("before a dot", "one.paywall", "two.paywall", SourceLine()),
    ("a slash or an underscore", "a/b", "a_b", SourceLine()),
    ("a colon or a hyphen", "a:b", "a-b", SourceLine()),
    ("a plus or a space", "a+b", "a b", SourceLine()),
    ("a dot or nothing", "a.b", "ab", SourceLine()),
    ("an accent or none", "premi\u{E8}re", "premiere", SourceLine()),
    ("two letters in one", "\u{FB01}nal", "final", SourceLine()),
    ("the first letter", "a_paywall", "b_paywall", SourceLine()),
    ("the order of the letters", "pay_wall_top", "wall_pay_pot", SourceLine()),
    ("two letters of the same sum", "paywall_ad", "paywall_bc", SourceLine()),
    ("long, differing at the beginning", "a" + long, "b" + long, SourceLine()),
    ("long, differing in the middle", long + "a" + long, long + "b" + long, SourceLine()),
  ]

  static let nameScenarios: [PaywallScenario] =
    oddNames.flatMap { namePair($0.row, $0.name + "a", $0.name + "b", $0.source) }
    + likeNames.flatMap { namePair($0.row, $0.one, $0.two, $0.source) }
    + oddNames.filter { ["emoji", "path and query", "line break"].contains($0.row) }.map(isUpdated) + preloadedNames
    + spacesAround("a space after", "paywall ") + spacesAround("a line break before", "\npaywall") + [spacesBefore]

  /// A placement of any name is updated in the background.
  private static func isUpdated(_ row: String, _ name: String, _ source: SourceLine) -> PaywallScenario {
    let (old, new) = (PaywallVersion(1, of: Placement(name)), PaywallVersion(2, of: Placement(name)))
    return Scenario(
      "paywall.background.updates-cache", "the name has a \(row)",
      given: .started(.updating),
      then: [
        Step(.publish(old)), Step(.load(old.placement), .answers(old)), Step(.publish(new)), Step(.advance(.hours(2))),
        Step(.inspect(new.placement), .stores(new)),
      ],
      source: source)
  }

  /// One of two easily confused names is critical.
  private static let preloadedNames: [PaywallScenario] = [
    ("the critical name differs in case", "From_Paywall", "from_paywall"),
    ("the critical name is the beginning of the other", "paywall", "paywall_2"),
    ("the critical name has a slash for an underscore", "a/b", "a_b"),
  ].map { (row: String, first: String, second: String) in
    let one = PaywallVersion(1, of: Placement(first))
    let two = PaywallVersion(2, of: Placement(second))
    return Scenario(
      "paywall.preload.others-unaffected", row, given: .started().published(one, two),
      then: [
        Step(.preload([one.placement])), Step(.call(.get(two.placement)), .answers(two)),
        Step(.call(.get(one.placement)), .answers(one)),
      ])
  }

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

  /// Two names that begin with white space and differ in what follows it.
  private static let spacesBefore: PaywallScenario = {
    let spaced = ["  a", "  b"].enumerated().map { PaywallVersion($0 + 1, of: Placement($1)) }
    let bare = ["a", "b"].enumerated().map { PaywallVersion($0 + 1, of: Placement($1)) }
    let versions = Array(zip(spaced, bare))
    return Scenario(
      "paywall.input.placement-names", "spaces", given: .started(),
      then: (spaced + bare).map { Step(.publish($0)) }
        + versions.map { Step(.load($0.placement), .answers(oneOf: [PaywallModel($0), PaywallModel($1)])) }
        + [Step(.restart)]
        + versions.map {
          Step(
            .load($0.placement, .returnCacheDataElseLoad), .answers(oneOf: [PaywallModel($0), PaywallModel($1)]),
            .requestsNothing)
        })
  }()

  private static func namePair(
    _ row: String, _ first: String, _ second: String, _ source: SourceLine
  ) -> [PaywallScenario] {
    let one = PaywallVersion(1, of: Placement(first))
    let two = PaywallVersion(2, of: Placement(second))
    let fallback = PaywallVersion(0, of: one.placement)
    return [
      Scenario(
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
        source: source),
      Scenario(
        "paywall.fallback.placement-names", row,
        given: .started(AppSetup(fallback: .holding([.v0, fallback]))).offline,
        then: [
          Step(.load(one.placement), .answers(fallback)),
          Step(.load(two.placement), .fails),
          Step(.load(.onboarding), .answers(.v0)),
        ],
        source: source),
    ]
  }

  static let fileScenarios: [PaywallScenario] =
    [fileScenario(.missing), fileScenario(.folder)] + Damage.allCases.map { fileScenario(.damaged($0)) } + [
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
