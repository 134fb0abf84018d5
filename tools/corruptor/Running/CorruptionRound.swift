import Foundation
import ReferenceCache
import CacheSpec

/// One corruption: a copy of a populated store is damaged, read, written to, read again and cleared.
struct CorruptionRound<Store: AttackedStore> {
  private let file: URL
  private let attack: Attack
  private var ledger: Ledger
  private var generator: SeededGenerator
  /// The files when the store was last opened.
  private var before = StoreFiles(parts: [:])
  private(set) var tally = Tally()

  private static var firstNewVersion: Int { 100 }

  /// Prepares a corruption, which depends only on the population, the seed and the number.
  init(_ population: Population, seed: Int, kind: StoreKind, number: Int, in folder: URL) {
    file = folder.appendingPathComponent("cache.sqlite")
    ledger = population.ledger
    generator = SeededGenerator(seed, kind.number, number)
    attack = Attack(on: population, table: Store.table, by: &generator)
  }

  /// A description of the damage, for people.
  var name: String { attack.name }

  /// Uses the store as an app would.
  mutating func run() throws {
    tally[.corruptions] += 1
    try attack.sound.write(to: file)
    if attack.isInUse { try damageInUse() } else { try attack.damage(file) }
    guard var store = open() else { return }
    if readAll(store) {
      guard let reopened = reopen(store, "reading") else { return }
      store = reopened
    }
    guard let written = writeAll(to: store) else { return }
    written.close()
    guard let last = open() else { return }
    if readAll(last) { tally.find(.stuck, "reading what was written fails after opening anew") }
    clear(last)
  }

  /// Damages the files of an open store that is read and written to. Its writes may be lost with the file, so only the
  /// values that are read are judged.
  private mutating func damageInUse() throws {
    guard let store = open() else { return }
    for _ in 0..<generator.number(below: 30) { judge(store, generator.number(below: Population.keys)) }
    try attack.damage(file)
    _ = readAll(store)
    for step in 0..<5 {
      let keys = (0..<Store.keysAStep).map { _ in generator.number(below: Population.keys + 20) }
      let version = Self.firstNewVersion - 10 + step
      for key in keys { ledger.doubt(key, version) }
      do throws(StorageError) { try store.write(keys, version: version) } catch { tally[.errors] += 1 }
    }
    _ = readAll(store)
    store.close()
  }

  // MARK: Opening

  /// Opens the store. If that fails, a second attempt must succeed, unless the file is another app's and was left
  /// unchanged.
  private mutating func open() -> Store? {
    before = (try? StoreFiles(at: file)) ?? before
    do throws(StorageError) {
      return try Store(file: file)
    } catch {
      tally[.errors] += 1
      if error.advice.hasPrefix("choose another path") {
        if let now = try? StoreFiles(at: file), now[.file] != before[.file] {
          tally.find(.wrong, "another app's file was changed")
        }
        return nil
      }
      do throws(StorageError) {
        return try Store(file: file)
      } catch {
        tally.find(.stuck, "\(error)")
        return nil
      }
    }
  }

  /// Reopens the store after an error, which must make it work.
  private mutating func reopen(_ store: Store, _ action: String) -> Store? {
    store.close()
    guard let reopened = open() else { return nil }
    if readAll(reopened) { tally.find(.stuck, "\(action) still fails after opening anew") }
    return reopened
  }

  // MARK: Reading

  /// Reads every key, and some that were never stored.
  ///
  /// - Returns: whether there was an error.
  private mutating func readAll(_ store: Store) -> Bool {
    let errors = tally[.errors]
    for key in 0..<Population.keys + 40 { judge(store, key) }
    do throws(StorageError) {
      for (key, name, value) in try store.list() {
        guard let key else {
          tally.find(.wrong, "\(name) is listed, which was never stored")
          continue
        }
        judge(Store.answer(value, key), key, "\(name), listed,")
      }
    } catch {
      tally[.errors] += 1
    }
    return tally[.errors] > errors
  }

  private mutating func judge(_ store: Store, _ key: Int) { judge(store.answer(key), key, "key \(key)") }

  private mutating func judge(_ answer: Answer, _ key: Int, _ name: String) {
    let verdict = ledger.verdict(on: answer, for: key, bringsBack: attack.bringsBack)
    tally.add(verdict, "\(name) came as \(answer), and may be of \(ledger.versions(of: key).sorted())")
  }

  // MARK: Writing

  /// Writes new values under existing and new keys, and reads them back. A write that fails must succeed after the
  /// store is reopened.
  private mutating func writeAll(to first: Store) -> Store? {
    var store = first
    for step in 0..<12 {
      let keys = (0..<Store.keysAStep).map { _ in generator.number(below: Population.keys + 20) }
      let version = Self.firstNewVersion + step
      if write(keys, version, to: store) { continue }
      store.close()
      guard let reopened = open() else { return nil }
      store = reopened
      if !write(keys, version, to: store) { tally.find(.stuck, "writing still fails after opening anew") }
    }
    guard readAll(store) else { return store }
    return reopen(store, "reading what was written")
  }

  private mutating func write(_ keys: [Int], _ version: Int, to store: Store) -> Bool {
    do throws(StorageError) {
      try store.write(keys, version: version)
      for key in keys { ledger.owe(key, version) }
      return true
    } catch {
      tally[.errors] += 1
      for key in keys { ledger.doubt(key, version) }
      return false
    }
  }

  // MARK: Clearing

  /// Clears the store. Afterwards nothing may be read from it, and no file may contain any of its bytes.
  private mutating func clear(_ store: Store) {
    var store = store
    do throws(StorageError) {
      try store.clear()
    } catch {
      tally[.errors] += 1
      store.close()
      guard let reopened = open() else { return }
      store = reopened
      do throws(StorageError) { try store.clear() } catch { tally.find(.stuck, "clearing still fails: \(error)") }
    }
    ledger.clear()
    store.close()
    let left = versions(inFilesOf: file.deletingLastPathComponent())
    if !left.isEmpty { tally.find(.wrong, "bytes of versions \(left.sorted()) are left in the files after clearing") }
    guard let last = open() else { return }
    _ = readAll(last)
    last.close()
  }
}
