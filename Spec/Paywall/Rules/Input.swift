/// Bad answers, silent layers, and odd names. The document says nothing of them; the rules follow from those of Adapty's
/// 'Understand the caching system in Adapty', under 'How the layers work together', that hold for every load.
extension PaywallSpec {
  static var inputTopic: Topic<PaywallAction> {
    Topic("paywall.input", premises: inputPremises) {
      Rule(
        "unusable-answer", .derived,
        "An answer that is empty, or has only half of its bytes, counts as a failure of that layer: the next layer is asked, and the cached copy stays.",
        from: together, because: "Follows from paywall.priority.kinds-of-failure: none of these is a paywall.",
        about: PaywallInput.bytes
      ).rows {
        for state in [RemoteState.empty, .cutShort] {
          Row("the CDN is \(state)", given: .cached(.withFallback).remote(state, of: [.cdn])) {
            Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2))
          }
        }
        Row("both layers are \(RemoteState.cutShort)", given: .cached(.withFallback).remote(.cutShort)) {
          Step(.load(.onboarding), .answers(.v1), .stores(.v1))
        }
      }
      Rule(
        "answers-twice", .derived,
        "When a layer answers one request twice, only one answer counts, and the next load behaves as usual.",
        from: together, because: "Follows from paywall.priority.cdn-first: a load has one answer.",
        about: PaywallInput.repetition
      ).rows {
        Row("the CDN answers each request twice", given: .cached().remote(.repeating, of: [.cdn])) {
          Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
          Step(.publish(.v4))
          Step(.load(.onboarding), .answers(.v4), .requestsCDN, .stores(.v4))
        }
      }
      Rule(
        "never-answers", .derived,
        "A layer that does not answer within the module's own time-out counts as failed: the next layer is asked.",
        from: together,
        because:
          "Follows from paywall.priority.kinds-of-failure: a load that waits for ever neither returns nor throws.",
        about: PaywallInput.silence
      ).rows {
        Row("the CDN is silent", given: .cached().silent([.cdn])) {
          Step(.begin(.load(.onboarding), as: "the load"))
          Step(.passTimeOuts)
          // A module that retries the CDN may do so after it has asked the server.
          Step(.finish("the load"), .answers(.v2), .requestsBoth, .stores(.v2))
        }
        neither("a copy is cached", .cached(.withFallback), .answers(.v1), .stores(.v1))
        neither("nothing is cached", .uncached(), .fails, .storesNothing)
      }
      Rule(
        "late-answer", .derived,
        "An answer that arrives after the time-out is returned neither by the load that gave up on it nor by the next load, which makes its requests as usual. It may be cached.",
        from: together, because: "Follows from paywall.input.never-answers: by then the next layer has answered.",
        about: PaywallInput.repetition
      ).rows {
        Row(
          given: .cached().silent([.cdn]).and(
            "a load has timed out on the CDN and returned the server's version",
            relyingOn: "paywall.input.never-answers",
            [
              Step(.begin(.load(.onboarding), as: "the load")), Step(.passTimeOuts),
              Step(.finish("the load"), .answers(.v2)),
            ])
        ) {
          Step(.requests(.releaseAll))
          Step(
            .inspect(.onboarding),
            oneOf: [
              Outcome("the late answer is discarded", .stores(.v2)), Outcome("the late answer is cached", .stores(.v3)),
            ])
          Step(.publish(.v4))
          Step(.load(.onboarding), .answers(.v4), .requestsCDN, .stores(.v4))
        }
      }
      Rule(
        "empty-placement", .derived,
        "A load of a placement with an empty name, which no layer knows, throws. Loads of other placements are unaffected.",
        from: together,
        because:
          "Follows from paywall.priority.error-when-all-fail and paywall.cache.per-placement, which hold for every name.",
        about: PaywallInput.name
      ).rows {
        Row(given: .cached(.withFallback)) {
          Step(.load(Placement("")), .fails, .storesNothing).premise(otherFallback)
          Step(.load(Placement(""), .returnCacheDataElseLoad), .fails, .storesNothing).premise(otherFallback)
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing)
          Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
        }
      }
      Rule(
        "placement-names", .derived,
        "A placement is loaded, cached and kept across a restart whatever its name (emoji, other scripts, quotes, slashes, a line break, a megabyte), separately from every name that differs in more than surrounding white space.",
        from: together, lifecycle,
        because: "Follows from paywall.cache.per-placement and paywall.lifecycle.survives-restart: a name is opaque.",
        about: PaywallInput.spelling
      ).rows {
        // Names that are easily confused or not found again, each paired with one that differs at its end.
        namePair("emoji", endingOtherwise: "🎉 Angebot 👨‍👩‍👧 🇫🇷")
        namePair("other scripts", endingOtherwise: "плейсмент/東京/مكان")
        namePair("quotes", endingOtherwise: #"it's "quoted" \ 'twice'; --"#)
        namePair("a path and a query", endingOtherwise: "../a/b?c=%20d&e#f")
        namePair("a line break", endingOtherwise: "first\nsecond\r\nthird")
        namePair("a megabyte", endingOtherwise: String(repeating: "n", count: 1 << 20))
        // Names that look equal to a person or to a careless comparison.
        namePair("two names differ in case", "From_Paywall", "from_paywall")
        namePair("two names differ in spaces", "pay  wall", "pay wall")
        namePair("two names differ in how a slash is written", "a%2Fb", "a/b")
      }
      Rule(
        "spaces-around-names", .open, "White space around a placement's name is a part of the name, or it is removed.",
        from: together, because: "The document names placements in code, and does not say what a name may contain."
      ).rows {
        spacesAround("a space at the end", "paywall ")
      }
    }
  }

  private static var inputPremises: [Premise<PaywallAction>] {
    [
      Premise("paywall.input.never-answers[the CDN is silent]") { if case .silence = $0 { true } else { false } },
      Premise("paywall.input.answers-twice[the CDN answers each request twice]") {
        if case .silence = $0 { true } else { false }
      },
      Premise("paywall.input.late-answer") { if case .silence = $0 { true } else { false } },
      .any("paywall.input.placement-names[two names differ in case]") { !$0.placement.hasPlainName },
      .any("paywall.input.placement-names[two names differ in spaces]") { !$0.placement.hasPlainName },
    ]
  }

  private static let otherFallback =
    "paywall.fallback.needs-configuration[the file has another placement's fallback]"

  private static func neither(
    _ row: String, _ fixture: PaywallFixture, _ expectations: Expectation<PaywallAction>..., line: Int = #line
  ) -> Row {
    Row("both layers are silent, and \(row)", given: fixture.silent(RemoteLayer.allCases), line: line) {
      Step(.begin(.load(.onboarding), as: "the load"))
      Step(.passTimeOuts)
      Step(.finish("the load"), [.requestsBoth] + expectations)
    }
  }

  private static func namePair(
    _ row: String, endingOtherwise name: String, line: Int = #line
  ) -> Row { namePair(row, name + "a", name + "b", line: line) }

  private static func namePair(
    _ row: String, _ first: String, _ second: String, line: Int = #line
  ) -> Row {
    let one = PaywallVersion(1, of: Placement(first))
    let two = PaywallVersion(2, of: Placement(second))
    return Row(row, given: .started().published(one, two), line: line) {
      Step(.load(one.placement), .answers(one), .requestsCDN(for: one.placement), .stores(one))
      Step(.inspect(two.placement), .storesNothing)
      Step(.load(two.placement), .answers(two), .requestsCDN(for: two.placement), .stores(two))
      Step(.restart)
      Step(.load(one.placement, .returnCacheDataElseLoad), .answers(one), .requestsNothing)
      Step(.load(two.placement, .returnCacheDataElseLoad), .answers(two), .requestsNothing)
    }
  }

  /// A name with white space around it is that name, or the one without.
  private static func spacesAround(_ row: String, _ name: String, line: Int = #line) -> [Row] {
    let spaced = PaywallVersion(1, of: Placement(name))
    let bare = PaywallVersion(2, of: Placement("paywall"))
    let fallback = PaywallVersion(0, of: spaced.placement)
    return [
      Row(row, given: .started().published(spaced, bare), line: line) {
        Step(
          .load(spaced.placement),
          oneOf: [
            Outcome("a part of the name", .answers(spaced), .requestsCDN(for: spaced.placement), .stores(spaced)),
            Outcome("removed", .answers(bare), .requestsCDN(for: bare.placement), .stores(bare)),
          ])
        Step(.load(bare.placement), .answers(bare), .requestsCDN(for: bare.placement), .stores(bare))
      },
      Row(
        "\(row), in the fallback file", given: .started(AppSetup(fallback: .holding([.v0, fallback]))).offline,
        line: line
      ) {
        Step(
          .load(spaced.placement),
          oneOf: [Outcome("found", .answers(fallback)), Outcome("removed from the name asked for alone", .fails)])
        Step(
          .load(bare.placement),
          oneOf: [Outcome("a part of the name", .fails), Outcome("removed from both", .answers(fallback))]
        ).premise(otherFallback)
      },
    ]
  }
}
