#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An error whose description is a sentence for people: what was being done to what, and what to do next. Foundation
/// shows it as `localizedDescription` too.
public protocol DescribedError: LocalizedError, CustomStringConvertible, Sendable {}

extension DescribedError {
  public var errorDescription: String? { description }
  // Foundation's own defaults are not visible in files that do not import it.
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
}
