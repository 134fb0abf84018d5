extension Ledger {
  static let adapty: [LedgerSection] = []
  static let revenueCat: [LedgerSection] = []
  static let revenueCatSource: [LedgerSection] = []
  static let apple: [LedgerSection] = []
  static let apollo: [LedgerSection] = []
}
