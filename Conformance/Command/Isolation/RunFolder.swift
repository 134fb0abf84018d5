package import CacheConformance
package import Foundation
import Synchronization

/// The folder for everything that a run and its workers leave on disk. It is removed with the run, however the run
/// ends.
package final class RunFolder: Sendable {
  /// The folders that are there, or nil once a signal has interrupted the process: then no more are created.
  private static let open = Mutex<Set<URL>?>([])

  package let url: URL

  /// Creates the folder, checks that it can be used, and removes the folders that killed runs have left.
  ///
  /// - Throws: `RunError.noTemporaryFolder`.
  package init() throws(RunError) {
    let parent = TemporaryFolders.parent
    if let why = TemporaryFolders.objection(to: parent, longest: TemporaryFolders.longestPath) {
      throw .noTemporaryFolder(why)
    }
    #if os(macOS) || os(Linux)
      if let lack = Machine.lackOfDisk(at: parent) { throw .noTemporaryFolder(lack.what) }
    #endif
    TemporaryFolders.removeThoseOfDeadProcesses()
    url = TemporaryFolders.newURL()
    do {
      try Self.open.withLock { open in
        guard open?.insert(url) != nil else { throw CancellationError() }
        try TemporaryFolders.create(at: url)
      }
      let probe = url.appendingPathComponent("probe")
      try Data([0]).write(to: probe)
      try FileManager.default.removeItem(at: probe)
    } catch {
      remove()
      throw .noTemporaryFolder("\(parent.path) (\(error.reasonOfSystem))")
    }
  }

  /// Throws if somebody has removed the folder. In that case the machine is to blame for failures, and no module is.
  func check() throws(RunError) {
    if !FileManager.default.fileExists(atPath: url.path) { throw .temporaryFolderVanished(url.path) }
  }

  package func remove() {
    Self.open.withLock { _ = $0?.remove(url) }
    TemporaryFolders.remove(url)
  }

  /// Removes the folders of all runs of this process, when a signal interrupts it.
  static func removeAll() {
    let all = open.withLock { open in
      defer { open = nil }
      return open ?? []
    }
    for url in all { TemporaryFolders.remove(url) }
  }
}
