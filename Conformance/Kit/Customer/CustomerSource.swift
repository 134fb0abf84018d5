import CacheConformance
import CustomerRules

extension AppUserID: WrittenInSwift {
  package var swiftSource: String { text.debugDescription }
}

extension CustomerSetup: WrittenInSwift {
  package var swiftSource: String { "CustomerSetup(\(CacheConformance.swiftSource(of: appUserID as Any)))" }
}
