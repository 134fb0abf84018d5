import CacheVocabulary

/// Bad answers, odd names, and files that cannot be read.
extension PaywallSpec {
  static let answerScenarios: [PaywallScenario] =
    unusableAnswers(.empty) + unusableAnswers(.cutShort) + repeatedAnswers + emptyPlacement

  private static func unusableAnswers(_ state: RemoteState) -> [PaywallScenario] {
    let rule: RuleID = "paywall.input.unusable-answer"
    return [
      Scenario(
        rule, "CDN \(state)", given: .cached(.withFallback).remote(state, of: [.cdn]),
        then: [Step(.load(.onboarding), .answers(.v2), .requests(.cdn, .server), .stores(.v2))]),
      Scenario(
        rule, "both \(state)", given: .cached(.withFallback).remote(state),
        then: [Step(.load(.onboarding), .answers(.v1), .requests(.cdn, .server), .stores(.v1))]),
      Scenario(
        rule, "both \(state), nothing cached", given: .uncached().remote(state),
        then: [Step(.load(.onboarding), .fails, .requests(.cdn, .server), .storesNothing)]),
    ]
  }

  private static let repeatedAnswers: [PaywallScenario] = [
    Scenario(
      "paywall.input.answers-twice", "the CDN", given: .cached().remote(.repeating, of: [.cdn]),
      then: [
        Step(.load(.onboarding), .answers(.v3), .requests(.cdn), .stores(.v3)),
        Step(.publish(.v4)),
        Step(.load(.onboarding), .answers(.v4), .requests(.cdn), .stores(.v4)),
      ]),
    Scenario(
      "paywall.input.answers-twice", "the server",
      given: .cached().cdnDown.remote(.repeating, of: [.server]),
      then: [
        Step(.load(.onboarding), .answers(.v2), .requests(.cdn, .server), .stores(.v2)),
        Step(.load(.settings), .answers(.settings7), .requests(.cdn, .server, for: .settings)),
      ]),
  ]

  private static let emptyPlacement: [PaywallScenario] = [
    Scenario(
      "paywall.input.empty-placement", given: .cached(.withFallback),
      then: [
        Step(.load(Placement("")), .fails, .storesNothing),
        Step(.load(Placement(""), .returnCacheDataElseLoad), .fails, .storesNothing),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing),
        Step(.load(.onboarding), .answers(.v3), .requests(.cdn), .stores(.v3)),
      ])
  ]

  /// Names that are easily taken for another, or not found again, each beside one that differs at its end.
  private static let oddNames: [(row: String, name: String, source: SourceLine)] = [
    ("emoji", "🎉 Angebot 👨‍👩‍👧 🇫🇷", SourceLine()),
    ("other scripts", "плейсмент/東京/مكان", SourceLine()),
    ("accents", "premi\u{E8}re_fen\u{EA}tre", SourceLine()),
    ("quotes", #"it's "quoted" \ 'twice'; --"#, SourceLine()),
    ("path and query", "../a/b?c=%20d&e#f", SourceLine()),
    ("line break", "first\nsecond\r\nthird", SourceLine()),
    ("spaces", "  ", SourceLine()),
    ("null character", "before\0after", SourceLine()),
    ("a megabyte", String(repeating: "n", count: 1 << 20), SourceLine()),
  ]

  static let nameScenarios: [PaywallScenario] = oddNames.flatMap { odd in
    let one = PaywallVersion(1, of: Placement(odd.name + "a"))
    let two = PaywallVersion(2, of: Placement(odd.name + "b"))
    let fallback = PaywallVersion(0, of: one.placement)
    return [
      Scenario(
        "paywall.input.placement-names", odd.row,
        given: .started().published(one, two),
        then: [
          Step(.load(one.placement), .answers(one), .requests(.cdn, for: one.placement), .stores(one)),
          Step(.inspect(two.placement), .storesNothing),
          Step(.load(two.placement), .answers(two), .requests(.cdn, for: two.placement), .stores(two)),
          Step(.restart),
          Step(.load(one.placement, .returnCacheDataElseLoad), .answers(one), .requestsNothing),
          Step(.load(two.placement, .returnCacheDataElseLoad), .answers(two), .requestsNothing),
        ],
        source: odd.source),
      Scenario(
        "paywall.fallback.placement-names", odd.row,
        given: .startedOffline(AppSetup(fallback: .holding([.v0, fallback]))),
        then: [
          Step(.load(one.placement), .answers(fallback)),
          Step(.load(two.placement), .fails),
        ],
        source: odd.source),
    ]
  }

  static let fileScenarios: [PaywallScenario] =
    [fileScenario(.missing), fileScenario(.folder)] + Damage.allCases.map { fileScenario(.damaged($0)) }

  private static func fileScenario(_ file: FallbackFile) -> PaywallScenario {
    Scenario(
      "paywall.fallback.unreadable-file", "\(file)",
      then: [
        Step(.start(AppSetup(fallback: file))),
        Step(.publish(.v1)),
        Step(.load(.onboarding), .answers(.v1), .requests(.cdn), .stores(.v1)),
        Step(.remote(.down)),
        Step(.load(.onboarding), .answers(.v1), .requests(.cdn, .server), .stores(.v1)),
        Step(.load(.settings), .fails, .requests(.cdn, .server, for: .settings)),
        Step(.remote(.up)),
        Step(.publish(.v3)),
        Step(.load(.onboarding), .answers(.v3), .requests(.cdn), .stores(.v3)),
      ])
  }
}
