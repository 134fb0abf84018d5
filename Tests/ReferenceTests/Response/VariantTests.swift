import Foundation
import Testing

@testable import ReferenceCache

@Suite("The reference's variants of one URL")
struct VariantTests {
  private static let url = "http://origin.test/a"

  private static func request(_ fields: HeaderFields) -> RequestMessage { RequestMessage(url, fields: fields) }

  private static func response(_ body: String, _ fields: HeaderFields) -> StoredResponse {
    StoredResponse(ResponseMessage(url: url, fields: fields, body: Array(body.utf8)))
  }

  private static func open(
    _ storage: MemoryStorage = MemoryStorage(), memory: Int = 1 << 20, limit: Int = 16
  ) throws -> ResponseStore {
    try ResponseStore(storage: storage, capacity: ByteCounts(memory: memory, disk: 1 << 20), variantLimit: limit)
  }

  /// The body that is stored for a request, and whether the request's header fields select it.
  private static func found(_ store: ResponseStore, _ fields: HeaderFields) throws -> String? {
    let request = request(fields)
    guard let entry = try store.entry(for: request) else { return nil }
    let body = String(decoding: entry.stored.response.body, as: UTF8.self)
    return entry.isSelected(by: request) ? body : "none, but \(body)"
  }

  @Test("Each variant answers its own requests, from memory, from disk and when opened again", arguments: [0, 1 << 20])
  func keepsSeveral(memory: Int) throws {
    let storage = MemoryStorage()
    var store = try Self.open(storage, memory: memory)
    for flavor in ["sweet", "sour", "salt"] {
      try store.store(Self.response(flavor, ["Vary": "X-Flavor"]), for: Self.request(["X-Flavor": flavor]))
    }
    for _ in 1...2 {
      for flavor in ["sweet", "sour", "salt"] { #expect(try Self.found(store, ["X-Flavor": flavor]) == flavor) }
      #expect(try Self.found(store, ["X-Flavor": "bitter"]) == "none, but salt")
      store = try Self.open(storage, memory: memory)
    }
  }

  @Test("Of a thousand variants the newest are kept, and only they count as bytes in use", arguments: [1, 2, 16])
  func isBounded(limit: Int) throws {
    let storage = MemoryStorage()
    let store = try Self.open(storage, limit: limit)
    for number in 0..<1000 {
      try store.store(
        Self.response("\(number % 10)", ["Vary": "X-Number"]), for: Self.request(["X-Number": "\(1000 + number)"]))
    }
    let kept = try (0..<1000).filter { try Self.found(store, ["X-Number": "\(1000 + $0)"])?.count == 1 }
    #expect(kept == Array((1000 - limit)..<1000))
    #expect(storage.values.count == 2 * limit)
    let reopened = try Self.open(storage)
    #expect(store.usage == ByteCounts(memory: reopened.usage.disk, disk: reopened.usage.disk))
  }

  @Test("Removing the response to any request for a URL removes all variants from memory and from storage")
  func removesAll() throws {
    let storage = MemoryStorage()
    let store = try Self.open(storage)
    for flavor in ["sweet", "sour"] {
      try store.store(Self.response(flavor, ["Vary": "X-Flavor"]), for: Self.request(["X-Flavor": flavor]))
    }
    let other = RequestMessage("http://origin.test/b")
    try store.store(StoredResponse(ResponseMessage(url: other.url)), for: other)
    try store.removeResponse(for: Self.request([:]))
    for flavor in ["sweet", "sour"] { #expect(try Self.found(store, ["X-Flavor": flavor]) == nil) }
    #expect(storage.values.count == 2)
    #expect(try store.storedResponse(for: other) != nil)
  }

  @Test("A new response replaces the stored one that matches its request")
  func replaces() throws {
    let storage = MemoryStorage()
    let store = try Self.open(storage)
    try store.store(Self.response("by both", ["Vary": "X-A, X-B"]), for: Self.request(["X-A": "1", "X-B": "1"]))
    try store.store(Self.response("by one", ["Vary": "X-A"]), for: Self.request(["X-A": "1", "X-B": "2"]))
    #expect(storage.values.count == 4)
    try store.store(Self.response("by none", [:]), for: Self.request(["X-A": "1", "X-B": "1"]))
    #expect(try Self.found(store, ["X-A": "1", "X-B": "1"]) == "by none")
    #expect(storage.values.count == 2)
  }

  @Test("Of matching variants, one with Vary is preferred, then the newest")
  func chooses() throws {
    let store = try Self.open()
    func date(_ day: Int) -> String { "Sun, 0\(day) Nov 1994 08:49:37 GMT" }
    try store.store(Self.response("none", ["Date": date(9)]), for: Self.request(["X-A": "2"]))
    try store.store(Self.response("newer", ["Vary": "X-A", "Date": date(7)]), for: Self.request(["X-A": "1"]))
    // Each was stored for a request that the other one does not answer.
    try store.store(
      Self.response("older", ["Vary": "X-B", "Date": date(6)]), for: Self.request(["X-A": "3", "X-B": "1"]))
    #expect(try Self.found(store, ["X-A": "1", "X-B": "1"]) == "newer")
    try store.store(
      Self.response("last", ["Vary": "X-C", "Date": date(7)]), for: Self.request(["X-A": "3", "X-B": "2", "X-C": "1"]))
    #expect(try Self.found(store, ["X-A": "1", "X-B": "1", "X-C": "1"]) == "last")
  }

  @Test("A response that may not be stored removes the matching variant only")
  func refuses() throws {
    let store = try Self.open(limit: 2)
    for flavor in ["sweet", "sour"] {
      try store.store(Self.response(flavor, ["Vary": "X-Flavor"]), for: Self.request(["X-Flavor": flavor]))
    }
    var refused = Self.response("none", ["Vary": "X-Flavor"])
    refused.storagePolicy = .notAllowed
    try store.store(refused, for: Self.request(["X-Flavor": "salt"]))
    #expect(try Self.found(store, ["X-Flavor": "sweet"]) == "sweet")
    try store.store(refused, for: Self.request(["X-Flavor": "sweet"]))
    #expect(try Self.found(store, ["X-Flavor": "sweet"]) == "none, but sour")
  }

  @Test("A damaged variant is no answer, and leaves the others")
  func survivesDamage() throws {
    let storage = MemoryStorage()
    let store = try Self.open(storage, memory: 0)
    for flavor in ["sweet", "sour"] {
      try store.store(Self.response(flavor, ["Vary": "X-Flavor"]), for: Self.request(["X-Flavor": flavor]))
    }
    let key = try #require(Self.request([:]).storeKeys(16).dropFirst().first)
    storage.apply([.write(collection: "response.bodies", key: key, value: [1, 2, 3])])
    #expect(try Self.found(store, ["X-Flavor": "sour"]) == "none, but sweet")
    #expect(try Self.found(store, ["X-Flavor": "sweet"]) == "sweet")
    #expect(storage.values.count == 2)
  }

  @Test("No URL has the same key as another, or as a variant of another")
  func keysAreApart() {
    for url in ["\(Self.url)\n1", "\(Self.url)%0A1", "\(Self.url) 1", "http://urigin.test/a", "http://rigin.test/a"] {
      #expect(Set(RequestMessage(url).storeKeys(16)).isDisjoint(with: Self.request([:]).storeKeys(16)))
    }
  }
}
