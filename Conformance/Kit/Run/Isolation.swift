public import Foundation

/// How scenarios are run in child processes: which executable is started, with which arguments, and what they share.
///
/// The executable has to work for its parent when it is given these arguments; the command line of this package does.
public struct Isolation: Sendable {
  /// What scenarios share.
  @nonexhaustive
  public enum Sharing: Sendable {
    /// All run in one process, several at once.
    case all
    /// Those of a worker run in one process, one after another.
    case worker
    /// Each has a process of its own.
    case nothing
  }

  /// The executable.
  public let executable: URL
  /// What makes it a worker for the module.
  public let arguments: [String]
  /// What scenarios share.
  public var sharing: Sharing

  /// Takes an executable and the arguments that make it a worker.
  public init(executable: URL, arguments: [String], sharing: Sharing = .worker) {
    self.executable = executable
    self.arguments = arguments
    self.sharing = sharing
  }

  /// The executable that is running.
  public static var thisExecutable: URL {
    #if os(Linux)
      // The link is resolved here: in the child it would name the child.
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
  }
}
