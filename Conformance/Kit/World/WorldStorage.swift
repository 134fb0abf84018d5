import CacheVocabulary
public import Foundation
import Synchronization

/// An object that simulates a disk. A module that stores in memory keeps its data in one, so that a restart finds what
/// was left.
public protocol InMemoryStorage: AnyObject, Sendable {
  /// Returns every stored copy as bytes.
  func storedCopies() -> [[UInt8]]
  /// Damages every stored copy.
  func damage(_ damage: StorageDamage)
  /// Returns an object that holds what this one holds now, for the app that starts after a sudden end.
  func snapshot() -> any InMemoryStorage
}

/// A place in a world's storage where a cache keeps what it has on disk.
public struct StorePlace: Sendable {
  /// The name of the place. A module that stores in memory keeps its object in the world under this name.
  public let name: String
  fileprivate let storage: WorldStorage

  /// The directory, created when it is first asked for.
  public var directory: URL { get throws { try storage.directory(name) } }
}

/// What cannot be read in a run of the app, and what stands in its place meanwhile.
private struct Lock {
  /// The folder that the files were moved to, and their paths in it and in the storage.
  let folder: URL
  let paths: [String]
  let objects: [String: (readable: any InMemoryStorage, standIn: any InMemoryStorage, copies: [[UInt8]])]
}

/// The storage of a world, which a restart keeps and a reinstall wipes: a directory, and objects that simulate one.
public final class WorldStorage: Sendable {
  private struct State {
    var root: URL?
    var objects: [String: any InMemoryStorage] = [:]
    var failure: (any Error)?
    /// The folders of the apps that ended suddenly.
    var left: [URL] = []
    /// The folder that another process left, with which the app starts when it is next killed.
    var inheritance: URL?
    var lock: Lock?

    /// Returns the directory with this name, or for nil the one that contains all others, and creates it if needed.
    mutating func directory(_ name: String?) throws -> URL {
      do {
        let root = try root ?? Self.newRoot()
        self.root = root
        let directory = name.map { root.appendingPathComponent($0, isDirectory: true) } ?? root
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory
      } catch {
        failure = error
        throw error
      }
    }

    mutating func unlock() throws {
      guard let lock, let root else { return }
      self.lock = nil
      let files = FileManager.default
      for path in lock.paths {
        let file = root.appendingPathComponent(path)
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue else { continue }
        try files.removeItem(at: file)
        try files.moveItem(at: lock.folder.appendingPathComponent(path), to: file)
      }
      for (name, object) in lock.objects where object.standIn.storedCopies() == object.copies {
        objects[name] = object.readable
      }
    }

    /// Makes a folder among the temporary files. If there is no folder for temporary files, that is an error of the
    /// machine.
    private static func newRoot() throws -> URL {
      let root = TemporaryFolders.newURL()
      if let why = TemporaryFolders.objection(to: root) { throw UnusableFolder(description: why) }
      try TemporaryFolders.create(at: root)
      return root
    }
  }

  private let state = Mutex(State())

  init() {}

  /// Returns the directory with this name, and creates it if needed.
  ///
  /// - Throws: An error of the machine, which is never the module's fault. The scenario then has no verdict on the
  ///   module.
  public func directory(_ name: String) throws -> URL { try state.withLock { try $0.directory(name) } }

  /// Why a directory could not be made or is no longer there, or nil.
  package var failure: (any Error)? {
    let (failure, root) = state.withLock { ($0.failure, $0.root) }
    if let failure { return failure }
    return root.flatMap {
      FileManager.default.fileExists(atPath: $0.path)
        ? nil
        : UnusableFolder(
          description: "somebody removed \($0.path), the folder of the scenario's world")
    }
  }

  /// Returns the place with this name for a cache.
  public func place(_ name: String) -> StorePlace { StorePlace(name: name, storage: self) }

  /// Returns the object of this type in memory under this name, and creates it if needed.
  public func inMemory<Object: InMemoryStorage>(_ name: String, make: () -> Object) -> Object {
    let key = "\(Object.self) \(name)"
    return state.withLock { state in
      if let object = state.objects[key] as? Object { return object }
      let object = make()
      state.objects[key] = object
      return object
    }
  }

  /// Removes everything, as uninstalling the app does. The folders of apps that ended suddenly go with the world.
  package func wipe() {
    let root = state.withLock { state in
      defer { state = State(left: state.left) }
      return state.root
    }
    if let root { try? FileManager.default.removeItem(at: root) }
  }

  /// Damages stored files without the module's knowledge. An object that simulates a disk counts as one file.
  package func damage(_ damage: StorageDamage, of which: DamagedFiles = .all) throws {
    let onDisk = try files().map { file in
      let bytes = try [UInt8](Data(contentsOf: file))
      return (size: bytes.count, damage: { try Data(damage.applied(to: bytes)).write(to: file) })
    }
    let inMemory = state.withLock { $0.objects.sorted { $0.key < $1.key }.map(\.value) }.map { object in
      (size: object.storedCopies().reduce(0) { $0 + $1.count }, damage: { object.damage(damage) })
    }
    let all = onDisk + inMemory
    let largest = all.indices.max { all[$0].size < all[$1].size }
    for index in all.indices where which == .all || (index == largest) == (which == .largest) {
      try all[index].damage()
    }
  }

  /// Makes everything that is stored unreadable until it is unlocked: in the place of each file is a folder, which even
  /// a process without limits can neither read nor write, and objects that simulate a disk hold other bytes.
  func lock() throws {
    let files = try files()
    try state.withLock { state in
      let root = try state.directory(nil)
      let folder = TemporaryFolders.newURL(in: root.deletingLastPathComponent())
      state.left.append(folder)
      let paths = files.map { String($0.path.dropFirst(root.path.count + 1)) }
      for path in paths {
        let aside = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: aside.deletingLastPathComponent(), withIntermediateDirectories: true)
        let file = root.appendingPathComponent(path)
        try FileManager.default.moveItem(at: file, to: aside)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      }
      let objects = state.objects.mapValues { readable in
        let standIn = readable.snapshot()
        standIn.damage(.overwritten)
        return (readable: readable, standIn: standIn, copies: standIn.storedCopies())
      }
      state.objects = objects.mapValues(\.standIn)
      state.lock = Lock(folder: folder, paths: paths, objects: objects)
    }
  }

  /// Makes readable again what was locked, if anything was. What the app removed or replaced meanwhile stays so.
  func unlock() throws { try state.withLock { try $0.unlock() } }

  /// Returns whether these bytes appear anywhere in the storage.
  package func contains(_ bytes: [UInt8]) throws -> Bool {
    let wanted = Data(bytes)
    for file in try files() where try Data(contentsOf: file).range(of: wanted) != nil { return true }
    let objects = state.withLock { Array($0.objects.values) }
    return objects.contains { object in object.storedCopies().contains { Data($0).range(of: wanted) != nil } }
  }

  /// Returns the folder with everything that is stored, or nil if objects in memory hold some of it.
  func remains() throws -> URL? { try state.withLock { $0.objects.isEmpty ? try $0.directory(nil) : nil } }

  /// Uses the folder that contains this one. The kit at the other end of a pipe has made both, and removes them.
  package func use(folder: String) {
    let root = URL(fileURLWithPath: folder, isDirectory: true).deletingLastPathComponent()
    state.withLock { $0.root = root }
  }

  /// Makes the app start with what another process left, when it is next killed.
  func takeOver(_ folder: URL) { state.withLock { $0.inheritance = folder } }

  /// Continues with a copy of what is stored at this instant, so that what an abandoned app still writes is never read.
  func leaveBehind() throws {
    try state.withLock { state in
      state.objects = state.objects.mapValues { $0.snapshot() }
      guard let source = state.inheritance ?? state.root else { return }
      let copy = TemporaryFolders.newURL(in: source.deletingLastPathComponent())
      do {
        try Self.copy(source, to: copy)
      } catch {
        state.failure = error
        throw error
      }
      if let root = state.root { state.left.append(root) }
      state.root = copy
      state.inheritance = nil
      try state.unlock()
    }
  }

  /// Copies a folder. The copy may fail because a file is written or removed meanwhile, so there are several attempts.
  private static func copy(_ source: URL, to copy: URL, attempts: Int = 5) throws {
    do {
      try FileManager.default.copyItem(at: source, to: copy)
      try copyDates(from: source, to: copy)
    } catch {
      guard attempts > 1 else { throw error }
      try? FileManager.default.removeItem(at: copy)
      try Self.copy(source, to: copy, attempts: attempts - 1)
    }
  }

  /// Gives the copied files the dates of the originals: a cache may depend on them, and Foundation for Linux does not
  /// copy them.
  private static func copyDates(from source: URL, to copy: URL) throws {
    let files = FileManager.default
    for path in files.enumerator(atPath: source.path)?.compactMap({ $0 as? String }) ?? [] {
      let date = try files.attributesOfItem(atPath: source.appendingPathComponent(path).path)[.modificationDate]
      guard let date else { continue }
      try files.setAttributes([.modificationDate: date], ofItemAtPath: copy.appendingPathComponent(path).path)
    }
  }

  func tearDown() {
    let left = state.withLock(\.left)
    wipe()
    for folder in left { try? FileManager.default.removeItem(at: folder) }
  }

  /// Returns the number of files.
  package func fileCount() throws -> Int { try files().count }

  /// Returns the size of what is stored in files, in bytes.
  package func byteCount() throws -> Int {
    try files().reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
  }

  /// Returns every file that stores something, sorted by path.
  ///
  /// The index of an SQLite log (`-shm`) stores nothing: whoever opens the database next makes it anew from the log. On
  /// Apple's platforms it outlives the connections, and at 32 KB it would be the largest file of a small cache.
  private func files() throws -> [URL] {
    guard let root = state.withLock(\.root) else { return [] }
    let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: [.isRegularFileKey])
    let all = walk?.compactMap { $0 as? URL } ?? []
    return try all.filter { try $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true && !isIndex($0) }
      .sorted { $0.path < $1.path }
  }
}

/// Returns whether a file is the index of the log of the SQLite database beside it.
private func isIndex(_ file: URL) -> Bool {
  file.path.hasSuffix("-shm") && FileManager.default.fileExists(atPath: String(file.path.dropLast("-shm".count)))
}

/// The error when the folder of a world cannot be used.
private struct UnusableFolder: Error, CustomStringConvertible {
  let description: String
}

extension StorageDamage {
  /// Returns the bytes after the damage.
  public func applied(to bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .truncated: Array(bytes.prefix(bytes.count / 2))
    case .shortened: bytes.dropLast(Self.databasePageSize(in: bytes) ?? 4)
    case .emptied: []
    case .overwritten: Array(repeating: 0x58, count: bytes.count)
    }
  }

  /// The page size of an SQLite database, in bytes.
  ///
  /// SQLite reads a page that ends early as if it ended in zeros, which only checksums could reveal. Damage therefore
  /// cuts a whole page off a database, which SQLite notices.
  private static func databasePageSize(in bytes: [UInt8]) -> Int? {
    guard bytes.count > 18, bytes.starts(with: "SQLite format 3\0".utf8) else { return nil }
    // The format writes 65,536, which does not fit in two bytes, as 1.
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    return size == 1 ? 65_536 : size
  }
}
