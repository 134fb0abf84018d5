import Foundation

/// The user and their customer info as they are stored: the values that survive a restart.
struct CustomerStorage: Sendable {
  /// The user of an installation.
  struct User: Hashable, Sendable {
    let id: AppUserID
    /// Whether the cache generated the id.
    let isAnonymous: Bool
  }

  private static let collection = "customer"
  private static let userKey = "user"
  private static let infoKey = "info"
  /// The version of this layout. Copies with another version are ignored.
  private static let format: Int64 = 2

  private let storage: any CacheStorage

  init(_ storage: any CacheStorage) { self.storage = storage }

  /// The user, or nil if none is stored or it cannot be read.
  func user() throws(StorageError) -> User? {
    guard
      let bytes = try storage.read(collection: Self.collection, key: Self.userKey),
      var reader = ByteReader(sealed: bytes), reader.readInteger() == Self.format,
      let id = reader.readText(), let isAnonymous = reader.readInteger()
    else { return nil }
    return User(id: AppUserID(id), isAnonymous: isAnonymous == 1)
  }

  /// A user's customer info, or nil if none is stored for them or it cannot be read.
  func info(of user: AppUserID) throws(StorageError) -> CachedCopy<CustomerInfoModel>? {
    guard
      let bytes = try storage.read(collection: Self.collection, key: Self.infoKey),
      var reader = ByteReader(sealed: bytes), reader.readInteger() == Self.format,
      let date = reader.readDate(), let id = reader.readText(), id == user.text, let version = reader.readText(),
      let entitlements = reader.readList({ $0.readText() })
    else { return nil }
    return CachedCopy(
      value: CustomerInfoModel(user, version, entitlements: entitlements),
      date: date, runningTime: nil)
  }

  /// Stores the user's customer info.
  func store(_ copy: CachedCopy<CustomerInfoModel>) throws(StorageError) {
    var writer = ByteWriter()
    writer.write(Self.format)
    writer.write(copy.date.timeIntervalSinceReferenceDate)
    writer.write(copy.value.appUserID.text)
    writer.write(copy.value.version)
    writer.write(Int64(copy.value.entitlements.count))
    for entitlement in copy.value.entitlements { writer.write(entitlement) }
    try storage.apply([.write(collection: Self.collection, key: Self.infoKey, value: writer.sealed)])
  }

  /// Removes the customer info.
  func removeInfo() throws(StorageError) {
    try storage.apply([.remove(collection: Self.collection, key: Self.infoKey)])
  }

  /// Stores who the user is, and removes everything of the previous one. `scrub` removes its last traces.
  func switchUser(to user: User) throws(StorageError) {
    var writer = ByteWriter()
    writer.write(Self.format)
    writer.write(user.id.text)
    writer.write(Int64(user.isAnonymous ? 1 : 0))
    try storage.apply([
      .removeAll(collection: Self.collection),
      .write(collection: Self.collection, key: Self.userKey, value: writer.sealed),
    ])
  }

  /// Removes the traces that removed values have left in logs and free space.
  func scrub() throws(StorageError) { try storage.scrub() }

  func close() { storage.close() }
}
