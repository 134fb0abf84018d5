import CacheConformance
import Foundation

/// Attacks the files of the reference, with a seed. See `Options.help`.
@main
struct Corruptor {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      exit(try run(options) ? 0 : 1)
    } catch let error as UsageError {
      complain("\(error); 'corruptor --help' says more")
      exit(2)
    } catch {
      complain("\(error)")
      exit(3)
    }
  }

  /// - Returns: whether no failure was found.
  private static func run(_ options: Options) throws -> Bool {
    guard let action = options.action else {
      tell(Options.help)
      return true
    }
    switch action {
    case .corrupt: return try attack(options) { try CorruptionRun(kind: $0, options: options).run() }
    case .kill: return try attack(options) { try killing($0, options) }
    case .corruptHere, .killHere:
      guard let folder = options.folder, let kind = options.stores.first else {
        throw UsageError(description: "\(action.rawValue) needs a folder")
      }
      try work(action, kind, options, URL(fileURLWithPath: folder))
      return true
    }
  }

  /// Attacks each store, and prints a line about each.
  private static func attack(_ options: Options, _ run: (StoreKind) throws -> Tally) throws -> Bool {
    var isClean = true
    for kind in options.stores {
      let start = ContinuousClock.now
      let tally = try run(kind)
      tell("\(kind): \(tally.line), in \((ContinuousClock.now - start).components.seconds) s")
      isClean = isClean && tally.isClean
    }
    return isClean
  }

  private static func killing(_ kind: StoreKind, _ options: Options) throws -> Tally {
    func run<Store: AttackedStore>(_ type: Store.Type) throws -> Tally {
      try KillRun(kind: kind, options: options, keysAStep: type.keysAStep, removed: type.removed).run()
    }
    switch kind {
    case .responses: return try run(ResponsesUnderAttack.self)
    case .storage: return try run(StorageUnderAttack.self)
    case .graph: return try run(GraphUnderAttack.self)
    }
  }

  private static func work(_ action: Options.Action, _ kind: StoreKind, _ options: Options, _ folder: URL) throws {
    func run<Store: AttackedStore>(_ type: Store.Type) throws {
      if action == .killHere { return KillWork<Store>(options: options, folder: folder).run() }
      try CorruptionWork<Store>(kind: kind, options: options, folder: folder).run()
    }
    switch kind {
    case .responses: try run(ResponsesUnderAttack.self)
    case .storage: try run(StorageUnderAttack.self)
    case .graph: try run(GraphUnderAttack.self)
    }
  }
}

/// An error after which a run cannot continue.
struct RunError: Error, CustomStringConvertible {
  let description: String
}

/// Prints a finding to standard error.
func complain(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data("corruptor: \(text)\n".utf8)) }

/// Makes a new folder for a run.
func temporaryFolder() throws -> URL {
  let folder = TemporaryFolders.newURL()
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}
