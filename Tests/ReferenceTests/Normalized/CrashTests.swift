#if os(Linux) || os(macOS)
  import Foundation
  import ReferenceCache
  import Testing

  @Suite("A process killed while it writes a graph")
  struct GraphCrashTests {
    @Test("After each of a hundred kills the file opens, and transactions are whole or absent")
    func killedAHundredTimes() async throws {
      try await offThePool {
        let folder = try TemporaryFolder()
        var last = 0
        for round in 0..<100 {
          let writer = try WriterProcess(["write-graph", folder.file.path, "\(last + 1)"])
          let acknowledged = try writer.kill(afterLines: 1 + round % 5).last ?? 0
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
#endif
