#if os(Linux) || os(macOS)
  import Foundation
  import ReferenceCache
  import TestSupport
  import Testing

  @Suite("A process killed while it writes a graph")
  struct GraphCrashTests {
    @Test("After each of a hundred kills the file opens, and transactions are whole or absent")
    func killedAHundredTimes() async throws {
      try await offThePool {
        let folder = try TemporaryFolder()
        var last = 0
        for round in 0..<100 {
          let writer = try GraphWriter(["write", folder.file.path, "\(last + 1)"])
          let acknowledged = try writer.kill(afterLines: 1 + round % 5)
          let kept = try await number(in: folder.file)
          #expect(kept >= acknowledged, "round \(round): \(acknowledged) was committed, \(kept) is there")
          #expect(acknowledged > last, "round \(round): nothing was written")
          last = kept
        }
      }
    }

    /// The number in the name of all five droids.
    private func number(in file: URL) async throws -> Int {
      let cache = client(try SQLiteRecordStore(file: file), server: .null)
      let names = try await cache.transaction { transaction in
        try (1...5).map { try transaction.read(characterName, key: "\($0)")["name"] }
      }
      await cache.close()
      #expect(Set(names).count == 1, "half a transaction: \(names)")
      guard case .integer(let number)?? = names.first else { return 0 }
      return Int(number)
    }
  }

  /// The child process that writes.
  struct GraphWriter {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ arguments: [String]) throws {
      process.executableURL = built("graphwriter")
      process.arguments = arguments
      process.standardOutput = output
      process.standardError = errors
      try process.run()
    }

    /// Kills the process once it has acknowledged this many transactions.
    ///
    /// - Returns: the last one that it acknowledged.
    func kill(afterLines count: Int) throws -> Int {
      var text = Data()
      while text.count(where: { $0 == UInt8(ascii: "\n") }) < count {
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { break }
        text += more
      }
      _ = Foundation.kill(process.processIdentifier, SIGKILL)
      text += try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      // Anything after the last line break is an incomplete line.
      return lines.dropLast().last.flatMap { Int($0) } ?? 0
    }

    /// Waits for the process to end by itself, and returns its status and its error output.
    func ending() -> (status: Int32, complaint: String) {
      let complaint = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: complaint, as: UTF8.self))
    }
  }
#endif
