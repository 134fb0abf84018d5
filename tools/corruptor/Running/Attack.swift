import Foundation
import CacheSpec

/// The effect of one corruption on the files of a populated store.
struct Attack {
  /// The files before the corruption.
  let sound: StoreFiles
  /// Whether the store is open during the corruption.
  let isInUse: Bool
  /// Whether replaced or removed values may come back.
  let bringsBack: Bool
  /// A description for people.
  let name: String

  private var damaged: StoreFiles
  private var statements: [String] = []

  /// Makes a random attack.
  init(on population: Population, table: TableLayout, by generator: inout SeededGenerator) {
    let damages = (0..<(generator.chance(25) ? 2 : 1)).map { _ in FileDamage.any(by: &generator) }
    bringsBack = damages.contains { $0.bringsBack }
    // Truncating an index ends the process that has it mapped, which SQLite cannot prevent.
    isInUse = generator.chance(20) && !damages.contains { $0.touchesIndex }
    name = damages.map(\.name).joined(separator: ", and ") + (isInUse ? ", in use" : "")
    let isOpen = damages.contains { $0.needsLog } || generator.chance(35)
    let earlier = generator.chance(50) ? population.early : population.middle
    sound = isOpen ? population.open : population.closed
    damaged = sound
    for damage in damages {
      // The early copy is of a closed file and has no log, so the middle one is used.
      let copy = if case .log = damage { population.middle } else { earlier }
      statements += damage.inflict(on: &damaged, earlier: copy, table: table, by: &generator)
    }
  }

  /// Changes the files in place, as another process does while they are open.
  func damage(_ file: URL) throws {
    for part in StoreFiles.Part.allCases where damaged.parts[part] != sound.parts[part] {
      let url = URL(fileURLWithPath: file.path + part.suffix)
      guard let bytes = damaged.parts[part] else {
        try FileManager.default.removeItem(at: url)
        continue
      }
      if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
      let handle = try FileHandle(forUpdating: url)
      try handle.write(contentsOf: Data(bytes))
      try handle.truncate(atOffset: UInt64(bytes.count))
      try handle.close()
    }
    if !statements.isEmpty { execute(statements, on: file) }
  }
}
