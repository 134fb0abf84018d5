/// Whether the app ships with a fallback for the placement, version 0.
enum PaywallFallbackCell: String, CaseIterable, DescribedByRawValue {
  case set
  case notSet = "not set"

  var setup: AppSetup { self == .set ? .withFallback : .plain }
}

/// A row of a table whose last columns are the outcome of a load.
protocol PaywallOutcomeRow: TableRow {
  /// The outcome.
  var outcome: PaywallOutcome { get }
}

extension PaywallOutcomeRow {
  static var outcomes: [String] { ["answer", "requests", "cached afterwards"] }
  var expected: [String] { outcome.texts }
}

/// The outcome of a load.
struct PaywallOutcome {
  /// What the caller gets.
  enum Answer: String {
    case fromCDN = "the CDN's version"
    case fromServer = "the server's version"
    case cached = "the cached copy"
    case fallback = "the fallback"
    case error = "an error"

    fileprivate var expectation: Expectation<PaywallAction> {
      switch self {
      case .fromCDN: .answers(.v3)
      case .fromServer: .answers(.v2)
      case .cached: .answers(.v1)
      case .fallback: .answers(.v0)
      case .error: .fails
      }
    }
  }

  /// What is cached afterwards.
  enum Stored: String {
    case fromCDN = "the CDN's version"
    case fromServer = "the server's version"
    case unchanged = "the same copy"
    case nothing = "nothing"

    fileprivate var expectation: Expectation<PaywallAction> {
      switch self {
      case .fromCDN: .stores(.v3)
      case .fromServer: .stores(.v2)
      case .unchanged: .stores(.v1)
      case .nothing: .storesNothing
      }
    }
  }

  let answer: Answer
  let requests: [RemoteLayer]
  let stored: Stored

  var texts: [String] {
    let isWithoutNetwork = requests == RemoteLayer.allCases && answer != .fromServer
    let layers =
      requests.isEmpty
      ? "none" : isWithoutNetwork ? "CDN → perhaps server" : requests.map(\.description).joined(separator: " → ")
    return [answer.rawValue, layers, stored.rawValue]
  }

  /// The expectations of the outcome. The order of the layers, and what is cached, are demanded by rules of their own.
  var expectations: [Expectation<PaywallAction>] {
    switch answer {
    case .fromCDN:
      [answer.expectation, request, stored.expectation.demanded(by: "paywall.cache.holds-most-recent")]
    case .fromServer:
      [.requestsSomething, answer.expectation.demanded(by: "paywall.priority.server-after-cdn"), request]
        + [stored.expectation.demanded(by: "paywall.priority.server-after-cdn")]
    case .fallback: [answer.expectation, request, .keepsFallbackOut]
    case .cached, .error: [answer.expectation, request, stored.expectation]
    }
  }

  private var request: Expectation<PaywallAction> {
    if requests.isEmpty { return .requestsNothing }
    return switch answer {
    case .fromCDN: .requestsCDN
    case .fromServer: .requestsServer
    case .cached, .fallback, .error: .triesNetwork
    }
  }
}
