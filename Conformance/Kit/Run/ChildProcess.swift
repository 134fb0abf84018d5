import Foundation

#if os(macOS) || os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// A system call that failed.
  package struct SystemCallError: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    init(_ call: String, _ code: Int32 = errno) { (self.call, self.code) = (call, code) }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
  }

  /// A child process in its own session, with one channel for commands, one for reports, and one for its output.
  ///
  /// A worker's standard streams belong to the module, so a worker has other descriptors for commands and reports. A
  /// program gets its commands on standard input and sends its reports on standard output, and its output is what it
  /// writes to standard error.
  ///
  /// The child inherits no other descriptor, except on Linux those that this process opened without `O_CLOEXEC`.
  /// Everything that the child starts ends with its session.
  final class ChildProcess: Sendable {
    /// The descriptors of the channels in the child.
    static let commands: Int32 = 3
    static let reports: Int32 = 4

    let processIdentifier: pid_t
    /// The descriptor to write commands to.
    let commands: Int32
    /// The descriptor to read reports from.
    let reports: Int32
    /// The descriptor to read the child's output from.
    let output: Int32

    /// Starts an executable.
    ///
    /// - Parameter isProgram: whether the child gets commands on standard input and sends reports on standard output.
    /// - Throws: `SystemCallError`.
    init(
      _ executable: String, _ arguments: [String], environment: [String: String], isProgram: Bool = false
    ) throws(SystemCallError) {
      var opened: [Int32] = []
      func closeAll() { for descriptor in opened { close(descriptor) } }
      func channel() throws(SystemCallError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemCallError("opening a pipe") }
        // Moved above the descriptors that the child is given, and closed on exec.
        let high = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
        for end in ends { close(end) }
        opened += high.filter { $0 >= 0 }
        guard high.allSatisfy({ $0 >= 0 }) else { throw SystemCallError("opening a pipe") }
        return (high[0], high[1])
      }
      do {
        let (commands, reports, output) = (try channel(), try channel(), try channel())
        processIdentifier = try Self.spawn(
          executable, arguments, environment, commands: commands.read, reports: reports.write, output: output.write,
          isProgram: isProgram)
        for descriptor in [commands.read, reports.write, output.write] { close(descriptor) }
        (self.commands, self.reports, self.output) = (commands.write, reports.read, output.read)
      } catch {
        closeAll()
        throw error
      }
    }

    private static func spawn(
      _ executable: String, _ arguments: [String], _ environment: [String: String], commands: Int32, reports: Int32,
      output: Int32, isProgram: Bool
    ) throws(SystemCallError) -> pid_t {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        let session = Int32(POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT)
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        // POSIX_SPAWN_SETSID, which Swift does not import. The value is the same in glibc and musl (spawn.h).
        let session: Int32 = 0x80
      #endif
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
      if isProgram {
        posix_spawn_file_actions_adddup2(&actions, commands, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, reports, STDOUT_FILENO)
      } else {
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, commands, Self.commands)
        posix_spawn_file_actions_adddup2(&actions, reports, Self.reports)
      }
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      // The child must not inherit this process's signal handling, so that signals end it like any other program.
      var (signals, blocked) = (sigset_t(), sigset_t())
      sigfillset(&signals)
      sigemptyset(&blocked)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setsigmask(&attributes, &blocked)
      posix_spawnattr_setflags(&attributes, Int16(session | Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)))
      let argv = ([executable] + arguments).map { strdup($0) } + [nil]
      let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for text in argv + envp { free(text) } }
      var identifier = pid_t()
      let code = posix_spawn(&identifier, executable, &actions, &attributes, argv, envp)
      guard code == 0 else { throw SystemCallError("starting \(executable)", code) }
      return identifier
    }

    /// Ends the child and everything in its session, because processes that it starts may have their own groups.
    func kill() {
      killpg(processIdentifier, SIGKILL)
      for other in Self.allProcesses where getsid(other) == processIdentifier { _ = Foundation.kill(other, SIGKILL) }
    }

    /// The visible processes of this machine.
    private static var allProcesses: [pid_t] {
      #if canImport(Darwin)
        var processes = [pid_t](repeating: 0, count: max(0, Int(proc_listallpids(nil, 0))) + 64)
        let count = proc_listallpids(&processes, Int32(processes.count * MemoryLayout<pid_t>.stride))
        return Array(processes.prefix(max(0, Int(count))))
      #else
        return (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
      #endif
    }

    /// Whether the child is still running. It may have ended before `wait` returns.
    var isRunning: Bool {
      var found = siginfo_t()
      return waitid(P_PID, id_t(processIdentifier), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_signo == 0
    }

    /// Waits for the child, ends what it started, and returns how it ended. To be called once, outside the thread pool.
    func wait() -> String {
      var status: Int32 = 0
      while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
      kill()
      let signal = status & 0x7F
      return signal == 0
        ? "exit status \((status >> 8) & 0xFF)" : "signal \(signal), \(String(cString: strsignal(signal)))"
    }
  }
#endif

/// Writes all bytes to a descriptor.
///
/// - Returns: The error code, or nil.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 {
      if errno == EINTR { continue }
      return errno
    }
    rest = rest.dropFirst(count)
  }
  return nil
}

/// Reads a descriptor to its end on a separate thread, so that no task blocks in a system call.
func readAll(
  from descriptor: Int32, _ take: @escaping @Sendable ([UInt8]) -> Void, atEnd: @escaping @Sendable () -> Void
) {
  let thread = Thread {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      take(Array(buffer[..<count]))
    }
    atEnd()
  }
  thread.start()
}

/// Splits bytes into lines.
struct LineCutter {
  private var rest: [UInt8] = []
  /// The longest line, in bytes. A longer line is not a message, and is dropped.
  static let longest = 16 << 20
  /// Whether a line was dropped.
  private(set) var hasDropped = false

  /// Adds bytes, and returns the lines that they complete.
  mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = bytes.startIndex
    // The C library searches, because a search in Swift without optimization takes a second for a few megabytes.
    bytes.withUnsafeBytes { buffer in
      while start < buffer.count, let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start)
      {
        let end = base.distance(to: UnsafeRawPointer(found))
        lines.append(rest + bytes[start..<end])
        rest = []
        start = end + 1
      }
    }
    rest += bytes[start...]
    if rest.count > Self.longest { (rest, hasDropped) = ([], true) }
    return lines
  }
}
