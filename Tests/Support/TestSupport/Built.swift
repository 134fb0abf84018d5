public import Foundation

/// An executable of this package, in the same folder as the one that runs the tests.
public func built(_ name: String) -> URL {
  #if os(Linux)
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  #else
    // The tests are a bundle.
    let tests = (Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main).bundleURL
  #endif
  return tests.deletingLastPathComponent().appendingPathComponent(name)
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
