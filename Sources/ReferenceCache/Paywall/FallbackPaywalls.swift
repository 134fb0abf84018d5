import Foundation

/// The fallback paywalls that an app ships with.
struct FallbackPaywalls: Sendable {
  let file: URL?

  /// The fallback of a placement, or nil if the file has none or no file is configured.
  func paywall(for placement: String) throws -> Paywall? {
    guard let file else { return nil }
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try Data(contentsOf: file))
    } catch {
      throw UnreadableFallback(file: file.lastPathComponent, reason: "it is missing, or cannot be opened")
    }
    guard let paywalls = Paywall.list(bytes: bytes) else {
      throw UnreadableFallback(file: file.lastPathComponent, reason: "it holds something else than paywalls")
    }
    return paywalls.first { $0.placement == placement }
  }
}

/// The fallback file cannot be used.
struct UnreadableFallback: Error, CustomStringConvertible {
  let file: String
  let reason: String

  var description: String { "reading \(file) failed: \(reason)" }
}
