import CacheConformance
package import PaywallRules

extension Placement: WrittenInSwift {
  package var swiftSource: String { "Placement(\(name.debugDescription))" }
}

extension PaywallVersion: WrittenInSwift {
  package var swiftSource: String {
    let parts = [
      "\(number)", placement == .onboarding ? nil : "of: \(placement.swiftSource)",
      padding == 0 ? nil : "padding: \(padding)",
      content == .bytes ? nil : "content: \(CacheConformance.swiftSource(of: content))",
    ]
    return "PaywallVersion(\(parts.compactMap(\.self).joined(separator: ", ")))"
  }
}
