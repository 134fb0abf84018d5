import CacheConformance
import Foundation

/// Another program that is run to its end.
struct Command: Sendable {
  let executable: URL
  let arguments: [String]
  var environment: [String: String] = [:]
  var timeLimit: Duration?

  /// How it ended.
  struct Ending: Sendable {
    /// The exit status, or nil if a signal or the time limit ended it.
    let status: Int32?
    let output: String
  }

  /// Runs it. The output goes to a file, because a child process that survives would keep a pipe open.
  ///
  /// - Throws: Foundation's error if it cannot be started.
  func run() async throws -> Ending {
    let file = TemporaryFolders.newURL()
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    let ended = await end(of: process)
    try handle.close()
    let output = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    return Ending(status: try ended.get(), output: output)
  }

  private func end(of process: Process) async -> Result<Int32?, any Error> {
    await withCheckedContinuation { continuation in
      process.terminationHandler = { process in
        let status = process.terminationReason == .exit ? process.terminationStatus : nil
        continuation.resume(returning: .success(status))
      }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        return continuation.resume(returning: .failure(error))
      }
      guard let timeLimit else { return }
      let identifier = process.processIdentifier
      // SIGTERM comes first, so that the program can end its own child processes.
      for (delay, signal) in [(timeLimit.seconds, SIGTERM), (timeLimit.seconds + 2, SIGKILL)] {
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak process] in
          if process?.isRunning == true { kill(identifier, signal) }
        }
      }
    }
  }
}
