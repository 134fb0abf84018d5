import Foundation

#if os(macOS) || os(Linux)
  /// The signals that end a process, by their names in POSIX. The numbers and the texts of `strsignal` differ from
  /// platform to platform.
  private let signalNames: [Int32: String] = [
    SIGABRT: "SIGABRT", SIGALRM: "SIGALRM", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
    SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGPROF: "SIGPROF", SIGQUIT: "SIGQUIT",
    SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGUSR1: "SIGUSR1",
    SIGUSR2: "SIGUSR2", SIGVTALRM: "SIGVTALRM", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
  ]

  /// Returns the name of a signal, or its number if it has no name in POSIX.
  package func signalName(_ number: Int32) -> String { signalNames[number] ?? "\(number)" }
#endif
