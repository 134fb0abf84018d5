import CacheVocabulary

extension ResponseSpec {
  /// A loader and its store.
  static let loadScenarios: [ResponseScenario] = [
    ResponseScenario(
      "response.load.stores", given: .bystanderStored + [Step(.serve(Representation("v1"), at: .a))],
      then: [
        Step(.find(.a), .answersNothing),
        Step(.load(.a), .answers("v1"), .asks(RequestSeen("/a"))),
        Step(.find(.a), .answers("v1")),
      ]),
    ResponseScenario(
      "response.load.serves-stored-by-hand", given: .freshStored,
      then: [Step(.load(.a), .answers("v1"), .asksNothing)]),
    ResponseScenario(
      "response.load.own-store", "different stores",
      given: .loaderAsks + [
        Step(.put(Representation("main's"), for: .a, in: .main)),
        Step(.put(Representation("other's"), for: .a, in: .other)),
        Step(.put(Representation("main's"), for: .b, in: .main)),
        Step(.serve(Representation("origin's"), at: .b)),
        Step(.configure(.main, SessionSetup(store: .main))),
        Step(.configure(.other, SessionSetup(store: .other))),
      ],
      then: [
        Step(.load(.a, by: .main), .answers("main's"), .asksNothing),
        Step(.load(.a, by: .other), .answers("other's"), .asksNothing),
        Step(.load(.b, by: .other), .answers("origin's"), .asks(RequestSeen("/b"))),
        Step(.load(.b, by: .main), .answers("main's"), .asksNothing),
      ]),
    ResponseScenario(
      "response.load.own-store", "the shared store",
      given: .loaderAsks + [
        Step(.put(Representation("shared"), for: .a, in: .shared)),
        Step(.put(Representation("shared too"), for: .b, in: .shared)),
        Step(.configure(.main, SessionSetup(store: .shared))),
        Step(.configure(.other, SessionSetup(store: .shared))),
      ],
      then: [
        Step(.load(.a, by: .main), .answers("shared"), .asksNothing),
        Step(.load(.a, by: .other), .answers("shared"), .asksNothing),
        Step(.load(.b, by: .other), .answers("shared too"), .asksNothing),
        Step(.find(.a, in: .main), .answersNothing),
      ]),
    ResponseScenario(
      "response.load.configured-store",
      given: .bystanderStored + [
        Step(.configure(.main, SessionSetup(store: .main))), Step(.put(Representation("v1"), for: .a)),
      ],
      then: [
        Step(.find(.a, in: .configured), .answers("v1")),
        Step(.put(Representation("v2"), for: .b, in: .configured)),
        Step(.find(.b, in: .main), .answers("v2")),
        Step(.load(.b), .answers("v2"), .asksNothing),
        Step(.find(.c, in: .configured), .answersNothing),
      ]),
    ResponseScenario(
      "response.load.no-store",
      given: .loaderAsks + [
        Step(.configure(.other, SessionSetup(store: nil))), Step(.serve(Representation("v1"), at: .a)),
      ],
      then: [
        Step(.load(.a, by: .other), .answers("v1"), .asks(RequestSeen("/a"))),
        Step(.load(.a, by: .other), .answers("v1"), .asks(RequestSeen("/a"))),
        Step(.find(.a), .answersNothing),
      ]),
  ]

  /// The delegate that is asked whether a response shall be cached.
  static let willCacheScenarios: [ResponseScenario] = [
    ResponseScenario(
      "response.will-cache.as-proposed", given: delegate(.asProposed),
      then: [
        Step(.load(.a), .answers("v1"), .tells("v1")),
        Step(.inspect(.a), .answers(containing: ["status 200", "v1", "cache-control: max-age=3600", "allowed"])),
      ]),
    ResponseScenario(
      "response.will-cache.none",
      given: delegate(.nothing) + [
        Step(.configure(.other, SessionSetup(delegate: .asProposed))), Step(.serve(Representation("v2"), at: .b)),
        Step(.load(.b, by: .other), .answers("v2"), .tells("v2")),
        Step(.find(.b), .answers("v2")),
      ],
      then: [
        Step(.load(.a), .answers("v1"), .tells("v1")),
        Step(.find(.a), .answersNothing),
      ]),
    ResponseScenario(
      "response.will-cache.changed", "storage policy and user info",
      given: delegate(.changed(.allowedInMemoryOnly, userInfo: ["by": "delegate"])),
      then: [
        Step(.load(.a), .answers("v1"), .tells("v1")),
        Step(
          .inspect(.a),
          .answers(containing: [
            "status 200", "v1", "cache-control: max-age=3600", "noting by=delegate", "allowedInMemoryOnly",
          ])),
        Step(.reopen()),
        Step(.find(.a), .answersNothing),
        Step(.find(.bystander), .answers("bystander")),
      ]),
    ResponseScenario(
      "response.will-cache.changed", "memory-only for https",
      given: delegate(.changed(.allowedInMemoryOnly, userInfo: [:])) + [
        Step(.serve(Representation("for-memory-only"), at: .secureA))
      ],
      then: [
        Step(.load(.secureA), .answers("for-memory-only"), .tells("for-memory-only")),
        Step(.find(.secureA), .answers("for-memory-only")),
        Step(.searchDisk("for-memory-only"), .answers("not on disk")),
        Step(.reopen()),
        Step(.find(.secureA), .answersNothing),
      ]),
    ResponseScenario(
      "response.will-cache.once", given: delegate(.asProposed),
      then: [
        Step(.load(.a), .answers("v1"), .asks(RequestSeen("/a")), .tells("v1")),
        Step(.load(.a), .answers("v1"), .asksNothing, .tellsNothing),
      ]),
    ResponseScenario(
      "response.will-cache.data-and-upload-only", given: delegate(.asProposed) + [posted],
      then: [
        Step(.load(.a, as: .data), .answers("v1"), .tells("v1")),
        Step(.load(HTTPRequest(.b, method: "POST", body: [1, 2, 3]), as: .upload), .answers("v2"), .tells("v2")),
        Step(.load(.c, as: .download), .answers("v3"), .tellsNothing),
      ]),
    ResponseScenario(
      "response.will-cache.not-in-background-or-ephemeral", "background", given: delegateIsAsked,
      then: quiet(.background)),
    ResponseScenario(
      "response.will-cache.not-in-background-or-ephemeral", "ephemeral", given: delegateIsAsked, then: quiet(.ephemeral)
    ),
  ]

  /// A main session whose delegate hands that back, and an origin that has version 1 of resource a.
  private static func delegate(_ answer: DelegateAnswer) -> [ResponseStep] {
    .bystanderStored + [
      Step(.configure(.main, SessionSetup(delegate: answer))),
      Step(.serve(Representation("v1"), at: .a)),
      Step(.serve(Representation("v3"), at: .c)),
    ]
  }

  private static let posted = ResponseStep(.serve(Representation("v2"), at: .b))

  /// The delegate of the main session is asked, and the origin has version 2 of resource b.
  private static let delegateIsAsked: [ResponseStep] =
    delegate(.asProposed) + [posted, Step(.load(.a), .answers("v1"), .tells("v1"))]

  /// The delegate of a session of this kind is not asked.
  private static func quiet(_ kind: SessionKind) -> [ResponseStep] {
    [
      Step(.configure(.other, SessionSetup(kind, delegate: .asProposed))),
      Step(.load(.b, by: .other), .answers("v2"), .tellsNothing),
    ]
  }
}
