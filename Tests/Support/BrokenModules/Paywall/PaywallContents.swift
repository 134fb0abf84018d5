/// Storage of paywalls whose contents are in a file of their own.
struct PaywallContents: CacheStorage {
  let base: any CacheStorage
  let contents: SeparateFile
  let check: ContentCheck

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try base.read(collection: collection, key: key).flatMap { joined($0, key) }
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try base.readAll(collection: collection).compactMap { key, value in joined(value, key).map { (key, $0) } }
  }

  func apply(_ changes: [StorageChange]) throws(StorageError) {
    try base.apply(changes)
    for case .write(_, let key, let value) in changes {
      contents[key] = PaywallCacheEntry(bytes: value)?.paywall.content
    }
  }

  func scrub() throws(StorageError) { try base.scrub() }
  func close() { base.close() }

  /// The entry with the content that is in the file, or nil if the module compares the two and they differ.
  private func joined(_ bytes: [UInt8], _ key: String) -> [UInt8]? {
    guard let entry = PaywallCacheEntry(bytes: bytes) else { return nil }
    let content = contents[key] ?? []
    if check == .compares, content != entry.paywall.content { return nil }
    var paywall = entry.paywall
    paywall.content = content
    return PaywallCacheEntry(paywall, loadedAt: entry.loadedAt).bytes
  }
}

extension PaywallParts {
  /// Keeps contents in a file of their own.
  mutating func keepContentsApart(_ check: ContentCheck) {
    let contents = world.world.storage.inMemory("contents") { SeparateFile() }
    storage = PaywallContents(base: storage, contents: contents, check: check)
  }
}
