#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport

  /// A child process that writes to a cache, and prints the number of each change once it is stored.
  struct WriterProcess {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ arguments: [String]) throws {
      process.executableURL = built("toyspec")
      process.arguments = arguments
      process.standardOutput = output
      process.standardError = errors
      try process.run()
    }

    /// Kills the process once it has acknowledged this many changes.
    ///
    /// - Returns: all that it acknowledged.
    func kill(afterLines count: Int) throws -> [Int] {
      var text = Data()
      while text.count(where: { $0 == UInt8(ascii: "\n") }) < count {
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { break }
        text += more
      }
      _ = Foundation.kill(process.processIdentifier, SIGKILL)
      text += try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Self.numbers(in: text)
    }

    /// Waits for the process to end by itself.
    ///
    /// - Returns: its status, its error output, and all that it acknowledged.
    func ending() -> (status: Int32, complaint: String, acknowledged: [Int]) {
      let text = output.fileHandleForReading.readDataToEndOfFile()
      let complaint = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: complaint, as: UTF8.self), Self.numbers(in: text))
    }

    private static func numbers(in text: Data) -> [Int] {
      // Anything after the last line break is an incomplete line.
      String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .compactMap { Int($0) }
    }
  }
#endif
