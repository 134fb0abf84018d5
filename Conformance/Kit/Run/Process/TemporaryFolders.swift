package import Foundation

/// The package's folders among the machine's temporary files. The name of each says which process made it.
package enum TemporaryFolders {
  /// The folder for everything in this package that is temporary.
  package static let parent = parent(in: ProcessInfo.processInfo.environment)

  /// Foundation ignores `TMPDIR` on Apple's platforms, where the processes of one user would then share a folder.
  static func parent(in environment: [String: String]) -> URL {
    guard let path = environment["TMPDIR"], !path.isEmpty else { return FileManager.default.temporaryDirectory }
    return URL(fileURLWithPath: path, isDirectory: true)
  }

  /// How the name of each folder begins.
  package static let prefix = "cachespec-"

  /// The longest path for the folder of a run, in bytes. SQLite opens no file whose path has more than 512 bytes, and
  /// what a module stores is several folders below the run's folder.
  package static let longestPath = 300

  /// Returns why the path of a folder is too long, or nil.
  package static func objection(to folder: URL, longest: Int = longestPath + 100) -> String? {
    let length = folder.path.utf8.count
    return length > longest ? "the path of \(folder.path) has \(length) bytes, more than \(longest)" : nil
  }

  /// Returns the location of a new folder or file.
  ///
  /// - Parameter parent: the folder to create it in.
  package static func newURL(in parent: URL = parent) -> URL {
    parent.appendingPathComponent(
      "\(name(of: ProcessInfo.processInfo.processIdentifier))\(UUID().uuidString.prefix(13))")
  }

  /// Creates a folder that other users cannot read.
  package static func create(at url: URL) throws {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  #if canImport(Darwin)
    /// The folder for folders with sockets, because the system limits the path of a socket to about a hundred bytes.
    package static var parentOfSockets: URL { parent.path.utf8.count < 52 ? parent : shortParent }

    private static let shortParent = URL(fileURLWithPath: "/tmp")
    private static let parents = [parent, shortParent]
  #else
    /// The folder for folders with sockets.
    package static var parentOfSockets: URL { parent }

    private static let parents = [parent]
  #endif

  /// The beginning of the names of a process' folders. Processes in several containers, or on several machines, may
  /// share a folder for temporary files, and then several have the same id.
  static func name(of process: Int32) -> String { "\(prefix)\(processSpace)-\(process)-" }

  /// Six digits for the processes among which ids are unique: those of a kernel since its start, in one namespace.
  private static let processSpace: String = {
    #if os(Linux)
      let names = [
        try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8),
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid"),
      ]
    #else
      var bytes = [CChar](repeating: 0, count: 64)
      var count = bytes.count
      let names = [sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 ? String(cString: bytes) : nil]
    #endif
    let sum = names.compactMap(\.self).joined().utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(0x100_0000 | (sum ^ sum >> 32) & 0xFF_FFFF, radix: 16).suffix(6).lowercased()
  }()

  /// Removes a folder, in several attempts: a process that was just killed may still be writing there.
  package static func remove(_ url: URL) {
    for attempt in 0..<20 {
      if attempt > 0 { usleep(50_000) }
      try? FileManager.default.removeItem(at: url)
      if !FileManager.default.fileExists(atPath: url.path) { return }
    }
  }

  /// Removes the folders of this user's processes that were killed before they could remove them.
  package static func removeThoseOfDeadProcesses() {
    #if os(macOS) || os(Linux)
      removeThose { process in kill(process, 0) != 0 && errno == ESRCH }
    #endif
  }

  /// Removes what a process that has ended left beside the folder of its run.
  package static func removeThose(of process: Int32) {
    #if os(macOS) || os(Linux)
      removeThose { $0 == process }
    #endif
  }

  #if os(macOS) || os(Linux)
    private static func removeThose(_ isDead: (pid_t) -> Bool) {
      let files = FileManager.default
      let prefix = "\(prefix)\(processSpace)-"
      for parent in parents {
        for name in (try? files.contentsOfDirectory(atPath: parent.path)) ?? [] where name.hasPrefix(prefix) {
          guard let process = pid_t(name.dropFirst(prefix.count).prefix { $0 != "-" }), isDead(process) else {
            continue
          }
          let url = parent.appendingPathComponent(name)
          let owner = try? files.attributesOfItem(atPath: url.path)[.ownerAccountID] as? NSNumber
          if owner?.uint32Value == getuid() { try? files.removeItem(at: url) }
        }
      }
    }
  #endif
}
