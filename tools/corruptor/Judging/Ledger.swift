/// What a store answered when a key was read.
enum Answer: Equatable {
  /// It holds nothing under the key.
  case nothing
  /// The value that was stored under this key as this version.
  case version(Int)
  /// A value that was never stored under this key.
  case stranger(String)
  /// An error of the store's own type.
  case failure(String)
}

/// What an answer comes to.
enum Verdict: Equatable {
  case right, miss, error
  /// An answer that must never come.
  case wrong
  /// A write was accepted, and is not there.
  case lost
}

/// What was stored under each key, and so what may come out.
struct Ledger {
  private struct Account {
    /// The version that is stored; nil where nothing is.
    var latest: Int?
    /// The versions that were replaced or removed, and may be on the medium still.
    var earlier: Set<Int> = []
    /// Whether a read has to give the latest, and nothing less.
    var isOwed = false
    /// Whether a write failed, after which any of its versions may be there.
    var isUnsure = false
  }

  private var accounts: [Int: Account] = [:]

  /// A version was stored under a key.
  mutating func write(_ key: Int, _ version: Int) { put(version, under: key) { _ in } }

  /// A version was stored under a key after the damage: it has to be there from now on.
  mutating func owe(_ key: Int, _ version: Int) { put(version, under: key) { $0.isOwed = true } }

  /// Storing a version under a key failed: it may be there or not.
  mutating func doubt(_ key: Int, _ version: Int) {
    accounts[key, default: Account()].earlier.insert(version)
    accounts[key]?.isUnsure = true
    accounts[key]?.isOwed = false
  }

  /// What was stored under a key was removed.
  mutating func remove(_ key: Int) { put(nil, under: key) { _ in } }

  /// Everything was removed, and no medium may give any of it back.
  mutating func clear() { accounts = [:] }

  private mutating func put(_ version: Int?, under key: Int, _ change: (inout Account) -> Void) {
    let old = accounts[key] ?? Account()
    var account = Account(latest: version, earlier: old.earlier)
    if let latest = old.latest { account.earlier.insert(latest) }
    change(&account)
    accounts[key] = account
  }

  /// Versions that were ever stored under a key and not cleared, for people.
  func versions(of key: Int) -> Set<Int> {
    guard let account = accounts[key] else { return [] }
    return account.latest.map { account.earlier.union([$0]) } ?? account.earlier
  }

  /// Judges an answer.
  ///
  /// - Parameter bringsBack: whether the damage put earlier bytes back.
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
