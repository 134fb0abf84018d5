package import Foundation
import Synchronization

/// The folder for everything that a run and its workers leave on disk. It is removed with the run, however that ends.
package final class RunFolder: Sendable {
  private static let open = Mutex<Set<URL>>([])

  package let url: URL

  /// Creates the folder, and checks that it can be used.
  ///
  /// - Throws: `RunError.noTemporaryFolder`.
  package init() throws(RunError) {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("cachespec-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let probe = url.appendingPathComponent("probe")
      try Data([0]).write(to: probe)
      try FileManager.default.removeItem(at: probe)
    } catch {
      throw .noTemporaryFolder("\(url.deletingLastPathComponent().path) (\(error.localizedDescription))")
    }
    Self.open.withLock { _ = $0.insert(url) }
  }

  package func remove() {
    Self.open.withLock { _ = $0.remove(url) }
    try? FileManager.default.removeItem(at: url)
  }

  /// Removes the folders of runs that are interrupted.
  static func removeAll() {
    for url in open.withLock(\.self) { try? FileManager.default.removeItem(at: url) }
  }
}

#if os(macOS) || os(Linux)
  /// Ends a run that a signal interrupts: its workers end, its folders are removed, and it exits as a failed run.
  package enum Interruption {
    /// Handles the signals that interrupt a run from now on.
    ///
    /// - Parameter tell: called with the number of the signal before the process ends.
    package static func take(_ tell: @escaping @Sendable (Int32) -> Void) {
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
          // The handler retains its source, which therefore lives as long as the process.
          _ = source
          tell(number)
          Workers.shared.endAll()
          RunFolder.removeAll()
          _exit(3)
        }
        source.resume()
      }
      // Writing to a worker or reader that is gone should fail with an error, not end this process.
      signal(SIGPIPE, SIG_IGN)
    }
  }
#endif
