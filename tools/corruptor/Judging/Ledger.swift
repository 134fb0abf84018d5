/// A store's answer when a key is read.
enum Answer: Equatable {
  /// Nothing is stored under the key.
  case nothing
  /// A version that was stored under this key.
  case version(Int)
  /// A value that was never stored under this key.
  case stranger(String)
  /// An error of the store's own type.
  case failure(String)
}

/// The verdict on an answer.
enum Verdict: Equatable {
  case right, miss, error
  /// An answer that must never occur.
  case wrong
  /// A write was accepted, but its value is missing.
  case lost
}

/// The versions that were stored under each key, and that may therefore be read.
struct Ledger {
  private struct Account {
    /// The version that is stored, or nil if none is.
    var latest: Int?
    /// The versions that were replaced or removed, but may still be on the medium.
    var earlier: Set<Int> = []
    /// Whether a read must return the latest version.
    var isOwed = false
    /// Whether a write failed, after which any of its versions may be stored.
    var isUnsure = false
  }

  private var accounts: [Int: Account] = [:]

  /// Records that a version was stored under a key.
  mutating func write(_ key: Int, _ version: Int) { put(version, under: key) { _ in } }

  /// Records that a version was stored under a key after the damage, and must be readable from then on.
  mutating func owe(_ key: Int, _ version: Int) { put(version, under: key) { $0.isOwed = true } }

  /// Records that storing a version under a key failed, so that it may or may not be stored.
  mutating func doubt(_ key: Int, _ version: Int) {
    accounts[key, default: Account()].earlier.insert(version)
    accounts[key]?.isUnsure = true
    accounts[key]?.isOwed = false
  }

  /// Records that the value of a key was removed.
  mutating func remove(_ key: Int) { put(nil, under: key) { _ in } }

  /// Records that everything was removed, and must never come back from the medium.
  mutating func clear() { accounts = [:] }

  private mutating func put(_ version: Int?, under key: Int, _ change: (inout Account) -> Void) {
    let old = accounts[key] ?? Account()
    var account = Account(latest: version, earlier: old.earlier)
    if let latest = old.latest { account.earlier.insert(latest) }
    change(&account)
    accounts[key] = account
  }

  /// The versions that were ever stored under a key and not cleared, for people.
  func versions(of key: Int) -> Set<Int> {
    guard let account = accounts[key] else { return [] }
    return account.latest.map { account.earlier.union([$0]) } ?? account.earlier
  }

  /// Judges an answer.
  ///
  /// - Parameter bringsBack: whether the damage restored earlier bytes.
  func verdict(on answer: Answer, for key: Int, bringsBack: Bool) -> Verdict {
    let account = accounts[key] ?? Account()
    switch answer {
    case .failure: return .error
    case .stranger: return .wrong
    case .nothing: return account.latest == nil ? .right : account.isOwed ? .lost : .miss
    case .version(let version):
      if version == account.latest { return .right }
      guard account.earlier.contains(version) else { return .wrong }
      if account.isOwed { return .lost }
      return bringsBack || account.isUnsure ? .right : .wrong
    }
  }
}
