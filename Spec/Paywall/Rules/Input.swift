/// Bad answers, silent layers, and odd names. The document says nothing of them; the rules follow from those of Adapty's
/// 'Understand the caching system in Adapty', under 'How the layers work together', that hold for every load.
extension PaywallSpec {
  static let inputTopic = Topic<PaywallAction>(
    rules: inputRules, premises: inputPremises,
    scenarios: unusableAnswers + inputRows + nameRows + spaceRows)

  private static let inputRules: [Rule] = [
    Rule(
      "paywall.input.unusable-answer", .derived,
      "An answer that is empty, or has only half of its bytes, counts as a failure of that layer: the next layer is asked, and the cached copy stays.",
      from: together, because: "Follows from paywall.priority.kinds-of-failure: none of these is a paywall.",
      about: PaywallInput.bytes),
    Rule(
      "paywall.input.answers-twice", .derived,
      "When a layer answers one request twice, only one answer counts, and the next load behaves as usual.",
      from: together,
      because: "Follows from paywall.priority.cdn-first: a load has one answer.", about: PaywallInput.repetition),
    Rule(
      "paywall.input.never-answers", .derived,
      "A layer that does not answer within the module's own time-out counts as failed: the next layer is asked.",
      from: together,
      because: "Follows from paywall.priority.kinds-of-failure: a load that waits for ever neither returns nor throws.",
      about: PaywallInput.silence),
    Rule(
      "paywall.input.late-answer", .derived,
      "An answer that arrives after the time-out is returned neither by the load that gave up on it nor by the next load, which makes its requests as usual. It may be cached.",
      from: together, because: "Follows from paywall.input.never-answers: by then the next layer has answered.",
      about: PaywallInput.repetition),
    Rule(
      "paywall.input.empty-placement", .derived,
      "A load of a placement with an empty name, which no layer knows, throws. Loads of other placements are unaffected.",
      from: together,
      because:
        "Follows from paywall.priority.error-when-all-fail and paywall.cache.per-placement, which hold for every name.",
      about: PaywallInput.name),
    Rule(
      "paywall.input.placement-names", .derived,
      "A placement is loaded, cached and kept across a restart whatever its name (emoji, other scripts, quotes, slashes, a line break, a megabyte), separately from every name that differs in more than surrounding white space.",
      from: together, lifecycle,
      because: "Follows from paywall.cache.per-placement and paywall.lifecycle.survives-restart: a name is opaque.",
      about: PaywallInput.spelling),
    Rule(
      "paywall.input.spaces-around-names", .open,
      "White space around a placement's name is a part of the name, or it is removed.", from: together,
      because: "The document names placements in code, and does not say what a name may contain."),
  ]

  private static let inputPremises: [Premise<PaywallAction>] = [
    Premise("paywall.input.never-answers[the CDN is silent]") { if case .silence = $0 { true } else { false } },
    Premise("paywall.input.answers-twice[the CDN answers each request twice]") {
      if case .silence = $0 { true } else { false }
    },
    Premise("paywall.input.late-answer") { if case .silence = $0 { true } else { false } },
    .any("paywall.input.placement-names[two names differ in case]") { !$0.placement.hasPlainName },
    .any("paywall.input.placement-names[two names differ in spaces]") { !$0.placement.hasPlainName },
  ]

  private static let otherFallback =
    "paywall.fallback.needs-configuration[the file has another placement's fallback]"

  private static let unusableAnswers: [PaywallScenario] =
    [RemoteState.empty, .cutShort].map { state in
      Scenario(
        "paywall.input.unusable-answer", "the CDN is \(state)", given: .cached(.withFallback).remote(state, of: [.cdn]),
        then: [Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2))])
    } + [
      Scenario(
        "paywall.input.unusable-answer", "both layers are \(RemoteState.cutShort)",
        given: .cached(.withFallback).remote(.cutShort),
        then: [Step(.load(.onboarding), .answers(.v1), .stores(.v1))])
    ]

  /// Layers that answer too often, too late or never. A module may ask them more than once.
  private static let inputRows: [PaywallScenario] = [
    Scenario(
      "paywall.input.answers-twice", "the CDN answers each request twice",
      given: .cached().remote(.repeating, of: [.cdn]),
      then: [
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
        Step(.publish(.v4)),
        Step(.load(.onboarding), .answers(.v4), .requestsCDN, .stores(.v4)),
      ]),
    Scenario(
      "paywall.input.never-answers", "the CDN is silent", given: .cached().silent([.cdn]),
      then: [
        Step(.begin(.load(.onboarding), as: "the load")),
        Step(.passTimeOuts),
        // A module that retries the CDN may do so after it has asked the server.
        Step(.finish("the load"), .answers(.v2), .requestsBoth, .stores(.v2)),
      ]),
    neither("a copy is cached", .cached(.withFallback), .answers(.v1), .stores(.v1)),
    neither("nothing is cached", .uncached(), .fails, .storesNothing),
    Scenario(
      "paywall.input.late-answer",
      given: .cached().silent([.cdn]).and(
        "a load has timed out on the CDN and returned the server's version",
        standingOn: "paywall.input.never-answers",
        [
          Step(.begin(.load(.onboarding), as: "the load")), Step(.passTimeOuts),
          Step(.finish("the load"), .answers(.v2)),
        ]),
      then: [
        Step(.requests(.releaseAll)),
        Step(
          .inspect(.onboarding),
          oneOf: [
            Outcome("the late answer is discarded", .stores(.v2)), Outcome("the late answer is cached", .stores(.v3)),
          ]),
        Step(.publish(.v4)),
        Step(.load(.onboarding), .answers(.v4), .requestsCDN, .stores(.v4)),
      ]),
    Scenario(
      "paywall.input.empty-placement", given: .cached(.withFallback),
      then: [
        Step(.load(Placement("")), .fails, .storesNothing).resting(on: otherFallback),
        Step(.load(Placement(""), .returnCacheDataElseLoad), .fails, .storesNothing).resting(on: otherFallback),
        Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing),
        Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)),
      ]),
  ]

  private static let nameRows: [PaywallScenario] =
    oddNames.map { namePair($0.row, $0.name + "a", $0.name + "b", $0.source) }
    + likeNames.map { namePair($0.row, $0.one, $0.two, $0.source) }

  private static let spaceRows = spacesAround("a space at the end", "paywall ")

  /// Names that are easily confused or not found again, each paired with one that differs at its end.
  private static let oddNames: [(row: String, name: String, source: SourceLine)] = [
    ("emoji", "🎉 Angebot 👨‍👩‍👧 🇫🇷", SourceLine()),
    ("other scripts", "плейсмент/東京/مكان", SourceLine()),
    ("quotes", #"it's "quoted" \ 'twice'; --"#, SourceLine()),
    ("a path and a query", "../a/b?c=%20d&e#f", SourceLine()),
    ("a line break", "first\nsecond\r\nthird", SourceLine()),
    ("a megabyte", String(repeating: String(repeating: "n", count: 1 << 10), count: 1 << 10), SourceLine()),
  ]

  /// Names that look equal to a person or to a careless comparison.
  private static let likeNames: [(row: String, one: String, two: String, source: SourceLine)] = [
    ("two names differ in case", "From_Paywall", "from_paywall", SourceLine()),
    ("two names differ in spaces", "pay  wall", "pay wall", SourceLine()),
    ("two names differ in how a slash is written", "a%2Fb", "a/b", SourceLine()),
  ]

  private static func neither(
    _ row: String, _ fixture: PaywallFixture, _ expectations: Expectation<PaywallAction>..., line: Int = #line
  ) -> PaywallScenario {
    Scenario(
      "paywall.input.never-answers", "both layers are silent, and \(row)", given: fixture.silent(RemoteLayer.allCases),
      then: [
        Step(.begin(.load(.onboarding), as: "the load")),
        Step(.passTimeOuts),
        Step(.finish("the load"), [.requestsBoth] + expectations),
      ],
      source: SourceLine(line: line))
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
          Step(
            .load(spaced.placement),
            oneOf: [Outcome("found", .answers(fallback)), Outcome("removed from the name asked for alone", .fails)]),
          Step(
            .load(bare.placement),
            oneOf: [Outcome("a part of the name", .fails), Outcome("removed from both", .answers(fallback))]
          ).resting(on: otherFallback),
        ],
        source: source),
    ]
  }
}
