public import Foundation

/// A class of the tests, whose bundle is theirs. The process itself may be a helper of SwiftPM or Xcode that is elsewhere.
private final class Anchor {}

/// What was built beside the tests, such as an executable of this package.
public func built(_ name: String) -> URL {
  let bundle = Bundle(for: Anchor.self).bundleURL
  // An executable has no bundle of its own, and Foundation then takes its folder for one.
  let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
  return folder.appendingPathComponent(name)
}

/// Runs a command to its end on a thread of its own, so that no other test waits for it, and returns its exit status and all
/// that it prints.
public func run(_ command: [String], in folder: URL) async throws -> (status: Int32, output: String) {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = command
  process.currentDirectoryURL = folder
  let pipe = Pipe()
  (process.standardOutput, process.standardError) = (pipe, pipe)
  try process.run()
  let reading = pipe.fileHandleForReading
  let text = await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: String(decoding: reading.readDataToEndOfFile(), as: UTF8.self)) }.start()
  }
  process.waitUntilExit()
  return (process.terminationStatus, text)
}
