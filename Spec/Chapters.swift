// Whoever reads all chapters needs the words that they are written in.
@_exported public import CustomerRules
@_exported public import DashboardRules
@_exported public import NormalizedRules
@_exported public import PaywallRules
@_exported public import ResponseRules

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
