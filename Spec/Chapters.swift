/// The chapters of the specification: the one list that everything else follows from.
package enum Chapters {
  /// Every chapter, in the order in which pages and reports go through them.
  package static let all: [any SpecifiedChapter] = [
    PaywallSpec.chapter,
    CustomerSpec.chapter,
    ResponseSpec.chapter,
    HTTPSpec.chapter,
    NormalizedSpec.chapter,
    DashboardSpec.chapter,
  ]
}

/// The name of a chapter: the first part of the ids of its rules.
public struct ChapterName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name as text.
  public let text: String

  public init(stringLiteral text: String) { self.text = text }

  public var description: String { text }

  /// Paywalls in layers.
  public static let paywall: Self = "paywall"
  /// Customer info and offerings.
  public static let customer: Self = "customer"
  /// Responses under request policies.
  public static let response: Self = "response"
  /// Responses over HTTP.
  public static let http: Self = "http"
  /// Normalized records of a graph.
  public static let normalized: Self = "normalized"
  /// A dashboard of charts.
  public static let dashboard: Self = "dashboard"
}
