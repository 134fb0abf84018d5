package import Foundation
import Synchronization

/// The folder that holds all that a run and its workers leave on the disk: it goes with the run, however that ends.
package final class RunFolder: Sendable {
  private static let open = Mutex<Set<URL>>([])

  package let url: URL

  /// Makes the folder, and shows that it can be used.
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

  /// Removes the folders of runs that are being interrupted.
  static func removeAll() {
    for url in open.withLock(\.self) { try? FileManager.default.removeItem(at: url) }
  }
}

#if os(macOS) || os(Linux)
  /// What a run does when a signal interrupts it: its workers end, its folders go, and it ends as a run that failed.
  package enum Interruption {
    /// Takes the signals that interrupt a run from now on.
    ///
    /// - Parameter tell: called before the process ends, with the number of the signal.
    package static func take(_ tell: @escaping @Sendable (Int32) -> Void) {
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
          // Held by its own handler: it lives as long as the process.
          _ = source
          tell(number)
          Workers.shared.endAll()
          RunFolder.removeAll()
          _exit(3)
        }
        source.resume()
      }
      // Writing to a worker that has ended, or to a reader that has gone, is an error to be read off the call.
      signal(SIGPIPE, SIG_IGN)
    }
  }
#endif
