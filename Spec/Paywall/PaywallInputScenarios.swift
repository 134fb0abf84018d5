import CacheVocabulary

/// Bad answers, odd names, and files that cannot be read.
extension PaywallSpec {
  static let answerScenarios: [PaywallScenario] =
    unusableAnswers(.empty) + unusableAnswers(.cutShort) + repeatedAnswers + emptyPlacement

  private static func unusableAnswers(_ state: RemoteState) -> [PaywallScenario] {
    let rule: RuleID = "paywall.input.unusable-answer"
    return [
      PaywallScenario(
        rule, "CDN \(state)", given: .cached(.withFallback) + [Step(.remote(state, of: [.cdn]))],
        then: [Step(.call(.load(.onboarding)), .answers(.v2), .asks(.cdn, .server), .stores(.v2))]),
      PaywallScenario(
        rule, "both \(state)", given: .cached(.withFallback) + [Step(.remote(state))],
        then: [Step(.call(.load(.onboarding)), .answers(.v1), .asks(.cdn, .server), .stores(.v1))]),
      PaywallScenario(
        rule, "both \(state), nothing cached", given: .uncached() + [Step(.remote(state))],
        then: [Step(.call(.load(.onboarding)), .fails, .asks(.cdn, .server), .storesNothing)]),
    ]
  }

  private static let repeatedAnswers: [PaywallScenario] = [
    PaywallScenario(
      "paywall.input.answers-twice", "the CDN", given: .cached() + [Step(.remote(.repeating, of: [.cdn]))],
      then: [
        Step(.call(.load(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3)),
        Step(.publish(.v4)),
        Step(.call(.load(.onboarding)), .answers(.v4), .asks(.cdn), .stores(.v4)),
      ]),
    PaywallScenario(
      "paywall.input.answers-twice", "the server",
      given: .cached() + [Step(.remote(.down, of: [.cdn])), Step(.remote(.repeating, of: [.server]))],
      then: [
        Step(.call(.load(.onboarding)), .answers(.v2), .asks(.cdn, .server), .stores(.v2)),
        Step(.call(.load(.settings)), .answers(.settings7), .asks(.cdn, .server, for: .settings)),
      ]),
  ]

  private static let emptyPlacement: [PaywallScenario] = [
    PaywallScenario(
      "paywall.input.empty-placement", given: .cached(.withFallback),
      then: [
        Step(.call(.load("")), .fails, .storesNothing),
        Step(.call(.load("", .returnCacheDataElseLoad)), .fails, .storesNothing),
        Step(.call(.load(.onboarding, .returnCacheDataElseLoad)), .answers(.v1), .asksNothing),
        Step(.call(.load(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3)),
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
      PaywallScenario(
        "paywall.input.placement-names", odd.row,
        given: .started() + [Step(.publish(one)), Step(.publish(two))],
        then: [
          Step(.call(.load(one.placement)), .answers(one), .asks(.cdn, for: one.placement), .stores(one)),
          Step(.inspect(two.placement), .storesNothing),
          Step(.call(.load(two.placement)), .answers(two), .asks(.cdn, for: two.placement), .stores(two)),
          Step(.app(.restart)),
          Step(.call(.load(one.placement, .returnCacheDataElseLoad)), .answers(one), .asksNothing),
          Step(.call(.load(two.placement, .returnCacheDataElseLoad)), .answers(two), .asksNothing),
        ],
        source: odd.source),
      PaywallScenario(
        "paywall.fallback.placement-names", odd.row,
        given: .started(AppSetup(fallback: .holding([.v0, fallback]))) + .offline
          + [Step(.call(.load(.onboarding)), .answers(.v0))],
        then: [
          Step(.call(.load(one.placement)), .answers(fallback)),
          Step(.call(.load(two.placement)), .fails),
        ],
        source: odd.source),
    ]
  }

  static let fileScenarios: [PaywallScenario] =
    [fileScenario(.missing), fileScenario(.folder)] + Damage.allCases.map { fileScenario(.damaged($0)) }

  private static func fileScenario(_ file: FallbackFile) -> PaywallScenario {
    PaywallScenario(
      "paywall.fallback.unreadable-file", "\(file)",
      then: [
        Step(.start(AppSetup(fallback: file))),
        Step(.publish(.v1)),
        Step(.call(.load(.onboarding)), .answers(.v1), .asks(.cdn), .stores(.v1)),
        Step(.remote(.down)),
        Step(.call(.load(.onboarding)), .answers(.v1), .asks(.cdn, .server), .stores(.v1)),
        Step(.call(.load(.settings)), .fails, .asks(.cdn, .server, for: .settings)),
        Step(.remote(.up)),
        Step(.publish(.v3)),
        Step(.call(.load(.onboarding)), .answers(.v3), .asks(.cdn), .stores(.v3)),
      ])
  }
}
