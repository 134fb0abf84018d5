import Foundation
import TestSupport

/// How a command ended, and what it wrote.
struct CommandEnding {
  let status: Int32
  let output: String
  let errors: String
}

/// Runs an executable of this package.
func runCommand(
  _ arguments: [String], of command: String = "toyspec", environment: [String: String] = [:]
) throws -> CommandEnding {
  let process = Process()
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  process.executableURL = built(command)
  process.arguments = arguments
  let (output, errors) = (Pipe(), Pipe())
  process.standardOutput = output
  process.standardError = errors
  try process.run()
  let printed = output.fileHandleForReading.readDataToEndOfFile()
  let complained = errors.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return CommandEnding(
    status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
    errors: String(decoding: complained, as: UTF8.self))
}
