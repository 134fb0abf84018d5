#if os(Linux) || os(macOS)
  import CacheSpec
  import Foundation
  import ReferenceCache
  import Testing

  @Suite("Several processes on one store")
  struct SeveralProcessesTests {
    /// What the processes find.
    enum Start: CaseIterable {
      case nothing, store, damagedStore, noDatabase
    }

    @Test(
      "What a process was told is stored is there, whoever opens, closes, empties a damaged file or is killed",
      arguments: 0..<20)
    func nothingIsLost(_ round: Int) async throws {
      try await offThePool {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(round)
        let start = Start.allCases[round % Start.allCases.count]
        try prepare(folder.file, start, &random)
        let names = (1...2 + round % 3).map { "writer \($0)" }
        let writers = try names.map { try WriterProcess(["write-entries", folder.file.path, $0, "60"]) }
        var acknowledged = [names[0]: try writers[0].kill(afterLines: random.number(below: 50))]
        for (name, writer) in zip(names, writers).dropFirst() {
          let (status, complaint, numbers) = writer.ending()
          #expect(status == 0, "\(start), \(name): \(complaint)")
          #expect(numbers.count == 60)
          acknowledged[name] = numbers
        }
        let storage = try SQLiteStorage(file: folder.file)
        if start == .store { #expect(try storage.read(collection: "before", key: "1") == [1]) }
        for (name, numbers) in acknowledged {
          let stored = Dictionary(
            try storage.readAll(collection: name).map { ($0.key, $0.value) }, uniquingKeysWith: { one, _ in one })
          let lost = numbers.filter { stored["\($0)"] != Array("\(name): \($0)".utf8) }
          #expect(lost == [], "\(start), \(name): \(lost.count) of \(numbers.count) lost")
        }
      }
    }

    /// Puts there what the processes find.
    private func prepare(_ file: URL, _ start: Start, _ random: inout SeededGenerator) throws {
      if start == .nothing { return }
      let storage = try SQLiteStorage(file: file)
      try storage.apply((1...200).map { .write(collection: "before", key: "\($0)", value: [UInt8($0)]) })
      storage.close()
      if start == .store { return }
      var bytes = try Data(contentsOf: file)
      let place = start == .noDatabase ? 0 : 100 + random.number(below: bytes.count - 1000)
      bytes.replaceSubrange(place..<place + 900, with: Data(repeating: 0x58, count: 900))
      try bytes.write(to: file)
    }
  }
#endif
