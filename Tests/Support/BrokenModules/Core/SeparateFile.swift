import Synchronization

/// Bytes by key that stand for a file of their own: damage may reach it and leave the module's other storage intact, or
/// the other way round.
final class SeparateFile: InMemoryStorage {
  private let bytes: Mutex<[String: [UInt8]]>

  init(_ bytes: [String: [UInt8]] = [:]) { self.bytes = Mutex(bytes) }

  subscript(key: String) -> [UInt8]? {
    get { bytes.withLock { $0[key] } }
    set { bytes.withLock { $0[key] = newValue } }
  }

  func removeAll() { bytes.withLock { $0 = [:] } }

  func storedCopies() -> [[UInt8]] { bytes.withLock { Array($0.values) } }
  func damage(_ damage: StorageDamage) { bytes.withLock { $0 = $0.mapValues(damage.applied) } }
  func snapshot() -> any InMemoryStorage { SeparateFile(bytes.withLock(\.self)) }
}

/// Whether a module that keeps a content in a separate file notices that the file has changed.
enum ContentCheck {
  /// It does: a changed content counts as none.
  case compares
  /// It does not: it takes what is left of the file for the whole content.
  case trusts
}
