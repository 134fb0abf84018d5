package import Foundation
import Synchronization

/// The folder for everything that a run and its workers leave on disk. It is removed with the run, however the run
/// ends.
package final class RunFolder: Sendable {
  private static let open = Mutex<Set<URL>>([])

  package let url: URL

  /// Creates the folder, checks that it can be used, and removes the folders that killed runs have left.
  ///
  /// - Throws: `RunError.noTemporaryFolder`.
  package init() throws(RunError) {
    let parent = FileManager.default.temporaryDirectory
    if let why = TemporaryFolders.objection(to: parent, longest: TemporaryFolders.longestPath) {
      throw .noTemporaryFolder(why)
    }
    TemporaryFolders.removeThoseOfDeadProcesses()
    url = TemporaryFolders.newURL()
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      let probe = url.appendingPathComponent("probe")
      try Data([0]).write(to: probe)
      try FileManager.default.removeItem(at: probe)
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw .noTemporaryFolder("\(parent.path) (\(error.localizedDescription))")
    }
    Self.open.withLock { _ = $0.insert(url) }
  }

  /// Throws if somebody has removed the folder. In that case the machine is to blame for failures, and no module is.
  func check() throws(RunError) {
    if !FileManager.default.fileExists(atPath: url.path) { throw .temporaryFolderVanished(url.path) }
  }

  package func remove() {
    Self.open.withLock { _ = $0.remove(url) }
    TemporaryFolders.remove(url)
  }

  /// Removes the folders of all runs of this process, when a signal interrupts it.
  static func removeAll() { for url in open.withLock(\.self) { TemporaryFolders.remove(url) } }
}

/// The kit's folders among the machine's temporary files. The name of each has the id of its process.
enum TemporaryFolders {
  private static let prefix = "cachespec-"

  /// The longest path for the folder of a run, in bytes. SQLite opens no file whose path has more than 512 bytes, and
  /// what a module stores is several folders below the run's folder.
  static let longestPath = 300

  /// Returns why the path of a folder is too long, or nil.
  static func objection(to folder: URL, longest: Int = longestPath + 100) -> String? {
    let length = folder.path.utf8.count
    return length > longest ? "the path of \(folder.path) has \(length) bytes, more than \(longest)" : nil
  }

  /// Returns the location of a new folder.
  ///
  /// - Parameter parent: the folder to create it in, or nil for the usual one.
  static func newURL(in parent: URL? = nil) -> URL {
    (parent ?? FileManager.default.temporaryDirectory)
      .appendingPathComponent("\(prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(13))")
  }

  /// Removes a folder, in several attempts: a process that was just killed may still be writing there.
  static func remove(_ url: URL) {
    for attempt in 0..<20 {
      if attempt > 0 { usleep(50_000) }
      try? FileManager.default.removeItem(at: url)
      if !FileManager.default.fileExists(atPath: url.path) { return }
    }
  }

  /// Removes the folders of this user's processes that were killed before they could remove them.
  static func removeThoseOfDeadProcesses() {
    #if os(macOS) || os(Linux)
      let files = FileManager.default
      let parent = files.temporaryDirectory
      for name in (try? files.contentsOfDirectory(atPath: parent.path)) ?? [] where name.hasPrefix(prefix) {
        guard let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }) else { continue }
        let url = parent.appendingPathComponent(name)
        let owner = try? files.attributesOfItem(atPath: url.path)[.ownerAccountID] as? NSNumber
        guard owner?.uint32Value == getuid(), kill(process, 0) != 0, errno == ESRCH else { continue }
        try? files.removeItem(at: url)
      }
    #endif
  }
}

#if os(macOS) || os(Linux)
  /// The descriptor to which the signal handler writes the numbers of signals.
  private let interrupting = Atomic<Int32>(-1)

  /// Ends a run that a signal interrupts: ends its workers, removes its folders, and exits as a failed run.
  package enum Interruption {
    /// Handles the signals that interrupt a run from now on.
    ///
    /// - Parameter tell: called with the name of the signal before the process ends.
    package static func take(_ tell: @escaping @Sendable (String) -> Void) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      interrupting.store(ends[1], ordering: .relaxed)
      readAll(from: ends[0]) { numbers in
        // Told last, because writing takes for ever if nobody reads.
        Workers.shared.endAll()
        RunFolder.removeAll()
        tell(signalName(Int32(numbers[0])))
        _exit(3)
      } atEnd: {
      }
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number) { number in
          let before = errno
          var byte = UInt8(truncatingIfNeeded: number)
          _ = write(interrupting.load(ordering: .relaxed), &byte, 1)
          errno = before
        }
      }
      // Writing to a worker or reader that is gone should fail with an error, not end this process.
      signal(SIGPIPE, SIG_IGN)
    }
  }
#endif
