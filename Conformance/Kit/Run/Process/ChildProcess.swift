package import Foundation
import Synchronization

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
    package let call: String
    package let code: Int32

    package init(_ call: String, _ code: Int32 = errno) { (self.call, self.code) = (call, code) }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
  }

  /// A child process with one channel for commands, one for reports, and one for its output.
  ///
  /// A worker's standard streams belong to the module, so a worker has other descriptors for commands and reports. A
  /// program gets its commands on standard input and sends its reports on standard output, and its output is what it
  /// writes to standard error.
  ///
  /// The child inherits no other descriptor, except on Linux those that this process opened without `O_CLOEXEC`.
  ///
  /// A child leads a session of its own, and everything in the session ends with the child, however either of them ends.
  /// A worker is such a child. What a worker starts stays in the worker's session, so that it ends with the worker even
  /// if a signal ends that first: a program of a worker leads only a process group.
  package final class ChildProcess: Sendable {
    /// The descriptors of the channels in the child.
    package static let commands: Int32 = 3
    package static let reports: Int32 = 4

    package let processIdentifier: pid_t
    private let isProgram: Bool
    private let leadsSession: Bool
    /// Whether the child has been waited for. From then on, another process may have its id.
    private let isReaped = Mutex(false)
    /// The descriptor to write commands to.
    package let commands: Int32
    /// The descriptor to read reports from.
    package let reports: Int32
    /// The descriptor to read the child's output from.
    package let output: Int32

    /// Starts an executable.
    ///
    /// - Parameters:
    ///   - isProgram: whether the child gets commands on standard input and sends reports on standard output.
    ///   - leadsSession: whether the child leads a session of its own, or only a process group.
    /// - Throws: `SystemCallError`.
    package init(
      _ executable: String, _ arguments: [String], environment: [String: String], isProgram: Bool = false,
      leadsSession: Bool = true
    ) throws(SystemCallError) {
      (self.isProgram, self.leadsSession) = (isProgram, leadsSession)
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
          isProgram: isProgram, leadsSession: leadsSession)
        for descriptor in [commands.read, reports.write, output.write] { close(descriptor) }
        (self.commands, self.reports, self.output) = (commands.write, reports.read, output.read)
      } catch {
        closeAll()
        throw error
      }
    }

    private static func spawn(
      _ executable: String, _ arguments: [String], _ environment: [String: String], commands: Int32, reports: Int32,
      output: Int32, isProgram: Bool, leadsSession: Bool
    ) throws(SystemCallError) -> pid_t {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        let newSession = Int32(POSIX_SPAWN_SETSID)
        let others = Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        // POSIX_SPAWN_SETSID, which Swift does not import. The value is the same in glibc and musl (spawn.h).
        let newSession: Int32 = 0x80
        let others: Int32 = 0
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
      let leads = leadsSession ? newSession : Int32(POSIX_SPAWN_SETPGROUP)
      let flags = leads | others | Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
      posix_spawnattr_setflags(&attributes, Int16(flags))
      let argv = ([executable] + arguments).map { strdup($0) } + [nil]
      let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for text in argv + envp { free(text) } }
      var identifier = pid_t()
      let code = posix_spawn(&identifier, executable, &actions, &attributes, argv, envp)
      guard code == 0 else { throw SystemCallError("starting \(executable)", code) }
      return identifier
    }

    /// Ends the child and everything in its session or group.
    package func kill() {
      isReaped.withLock { isReaped in
        if !isReaped { killAll() }
      }
    }

    private func killAll() {
      killpg(processIdentifier, SIGKILL)
      if leadsSession { Self.endSession(processIdentifier) }
    }

    /// Ends everything else in the session that this process leads, if it leads one.
    package static func endOwnSession() { if getsid(0) == getpid() { endSession(getpid()) } }

    /// Ends every process of a session but this one, whatever groups they have made. A process may start another one
    /// before it ends, so this looks again until it finds nothing new.
    private static func endSession(_ session: pid_t) {
      var ended: Set<pid_t> = [getpid()]
      for _ in 0..<100 {
        let more = allProcesses.filter { !ended.contains($0) && getsid($0) == session }
        if more.isEmpty { return }
        for process in more { _ = Foundation.kill(process, SIGKILL) }
        ended.formUnion(more)
      }
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
    package var isRunning: Bool {
      isReaped.withLock { isReaped in
        var found = siginfo_t()
        return !isReaped && waitid(P_PID, id_t(processIdentifier), &found, WEXITED | WNOHANG | WNOWAIT) == 0
          && found.si_signo == 0
      }
    }

    /// Waits for the child, ends what it started, and returns how it ended. To be called once, outside the thread pool.
    package func wait() -> String {
      var found = siginfo_t()
      while waitid(P_PID, id_t(processIdentifier), &found, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      var status: Int32 = 0
      isReaped.withLock { isReaped in
        // Until the child is reaped, no other process, group or session can have its id.
        killAll()
        while waitpid(processIdentifier, &status, 0) < 0, errno == EINTR {}
        isReaped = true
      }
      let (signal, exitStatus) = (status & 0x7F, (status >> 8) & 0xFF)
      if signal != 0 { return "signal \(signalName(signal))" }
      // A shell runs a program, and ends with 128 and the number of the signal that ended the program.
      let told = isProgram && exitStatus > 128 ? " (\(signalName(exitStatus - 128)) if a signal ended it)" : ""
      return Self.exit(exitStatus) + told
    }

    /// How a process is said to have ended with this exit status.
    static func exit(_ status: Int32) -> String { "exit status \(status)" }
  }
#endif

/// Writes all bytes to a descriptor.
///
/// - Returns: The error code, or nil.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
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
package func readAll(
  from descriptor: Int32, _ take: @escaping @Sendable ([UInt8]) -> Void, atEnd: @escaping @Sendable () -> Void
) {
  startThread {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      take(Array(buffer[..<count]))
    }
    atEnd()
  }
}

/// Splits bytes into lines.
package struct LineCutter {
  private var rest: [UInt8] = []
  /// The longest line, in bytes. A longer line is not a message, and is dropped.
  package static let longest = 16 << 20
  /// Whether a line was dropped.
  private(set) var hasDropped = false

  package init() {}

  /// Adds bytes, and returns the lines that they complete.
  package mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
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
