import CacheVocabulary

/// The resources and the set-ups that the chapter's scenarios share.
extension String {
  static let a = "http://origin.test/a"
  static let b = "http://origin.test/b"
  static let c = "http://origin.test/c"
  static let bystander = "http://origin.test/bystander"
  static let unstored = "http://origin.test/unstored"
  static let secureA = "https://origin.test/a"
  static let file = "file:///note.txt"
}

extension HTTPRequest {
  static let a = HTTPRequest(.a)
  static let b = HTTPRequest(.b)
  static let c = HTTPRequest(.c)
  static let bystander = HTTPRequest(.bystander)
  static let unstored = HTTPRequest(.unstored)
  static let secureA = HTTPRequest(.secureA)
  static let file = HTTPRequest(.file)

  /// The same request with another policy.
  func with(_ policy: RequestPolicy?) -> Self {
    var copy = self
    copy.policy = policy
    return copy
  }
}

extension [ResponseStep] {
  /// Another response is stored: a module that answers everything alike shows itself.
  static let bystanderStored: Self = [
    Step(.put(Representation("bystander"), for: .bystander)),
    Step(.find(.bystander), .answers("bystander")),
  ]

  /// The loader asks the origin for what is stored nowhere: that it asks nothing in another case says something.
  static let loaderAsks: Self =
    bystanderStored + [
      Step(.serve(Representation("unstored"), at: .unstored)),
      Step(.load(.unstored.with(.returnCacheDataElseLoad)), .answers("unstored"), .asks(RequestSeen("/unstored"))),
    ]

  /// Beside that, the origin has version 2 of resource a.
  static let originHasV2: Self = loaderAsks + [Step(.serve(Representation("v2"), at: .a))]

  /// Beside that, version 1 of resource a is stored by hand.
  static func stored(_ representation: Representation) -> Self {
    originHasV2 + [Step(.put(representation, for: .a)), Step(.find(.a), .answers(representation.version))]
  }

  /// Version 1 is stored, and fresh.
  static let freshStored: Self = stored(Representation("v1").withTag)
  /// Version 1 is stored, and stale.
  static let staleStored: Self = stored(.stale("v1").withTag)
}

extension Expectation {
  private static let plain = Fact(RequestSeen("/a"))
  private static let conditional = Fact(RequestSeen("/a", conditional: true))
  private static let head = Fact(RequestSeen("/a", method: "HEAD"))
  private static let conditionalHead = Fact(RequestSeen("/a", method: "HEAD", conditional: true))

  /// The origin is asked for resource a, in any of the ways that check what is stored: a conditional GET, the HEAD
  /// that the platform describes, with a GET behind it, or a GET that simply loads.
  static let checks = Expectation(
    .asked, .oneOf([[plain]] + waysOfConfirming),
    words: "asked whether /a changed (a conditional GET, a HEAD, or a plain GET)")

  /// The same, without the GET that simply loads.
  static let confirms = Expectation(
    .asked, .oneOf(waysOfConfirming), words: "asked whether /a changed (a conditional GET, or a HEAD)")

  /// The origin is asked for resource a without a condition.
  static let asksPlainly = Expectation(
    .asked, .oneOf([[plain], [head, plain]]), words: "asked for /a without a condition")

  private static let waysOfConfirming = [
    [conditional], [head], [conditionalHead], [head, plain], [conditionalHead, plain],
  ]
}
