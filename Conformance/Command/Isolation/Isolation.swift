package import CacheConformance
package import Foundation

/// How scenarios run in child processes: the executable, its arguments, and what the scenarios share.
///
/// Given these arguments, the executable has to act as a worker; the command line of this package does.
package struct Isolation: Sendable {
  /// What scenarios share.
  package enum Sharing: Sendable {
    /// All scenarios run in one process, several at once.
    case all
    /// The scenarios of a worker run in one process, one after another.
    case worker
    /// Each scenario has its own process.
    case nothing
  }

  /// The executable.
  package let executable: URL
  /// The arguments that make the executable a worker for the module.
  package let arguments: [String]
  /// Variables of the worker in addition to those of this process.
  package var environment: [String: String] = [:]
  /// What scenarios share.
  package var sharing: Sharing

  /// Creates an isolation with an executable and the arguments that make it a worker.
  package init(executable: URL, arguments: [String], sharing: Sharing = .worker) {
    self.executable = executable
    self.arguments = arguments
    self.sharing = sharing
  }

  /// The executable that is running.
  package static var thisExecutable: URL {
    #if os(Linux)
      // The link is resolved here, because in the child it would refer to the child.
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
  }
}

extension Isolation: ProcessIsolation {
  package var sharesProcess: Bool { sharing == .all }

  package func run(_ planned: [PlannedCase], _ options: RunOptions) async throws -> Execution {
    #if os(macOS) || os(Linux)
      return try await Supervisor(isolation: self, options: options).run(planned)
    #else
      throw RunError.cannotIsolate("this platform starts no child processes")
    #endif
  }

  package func follower() throws -> any RunFollower {
    #if os(macOS) || os(Linux)
      return try FollowingProcesses(self)
    #else
      throw RunError.cannotIsolate("this platform starts no child processes")
    #endif
  }
}
