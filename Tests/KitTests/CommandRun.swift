import Foundation
import TestSupport

/// How a command ended, and what it wrote.
struct CommandEnding {
  let status: Int32
  let output: String
  let errors: String
}

/// Runs an executable of this package to its end. What it writes is read on threads of their own, so that no other test
/// waits for it.
func runCommand(
  _ arguments: [String], of command: String = "toyspec", environment: [String: String] = [:]
) async throws -> CommandEnding {
  try await runCommand(arguments, of: built(command), environment: environment)
}

/// Runs an executable to its end, without the columns of the terminal that the tests run in.
func runCommand(
  _ arguments: [String], of executable: URL, environment: [String: String] = [:]
) async throws -> CommandEnding {
  let process = Process()
  process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "COLUMNS" }.merging(environment) { $1 }
  process.executableURL = executable
  process.arguments = arguments
  let (output, errors) = (Pipe(), Pipe())
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  async let printed = text(of: output.fileHandleForReading)
  async let complained = text(of: errors.fileHandleForReading)
  let (all, complaints) = await (printed, complained)
  process.waitUntilExit()
  return CommandEnding(status: process.terminationStatus, output: all, errors: complaints)
}

private func text(of file: FileHandle) async -> String {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: String(decoding: file.readDataToEndOfFile(), as: UTF8.self)) }.start()
  }
}
