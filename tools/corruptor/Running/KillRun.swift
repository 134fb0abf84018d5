import Foundation
import ReferenceCache
import CacheSpec

/// Many kills of a process that changes one store, with a check of the store after each.
struct KillRun {
  let kind: StoreKind
  let options: Options
  let keysAStep: Int
  let removed: (Int) -> [Int]

  func run() throws -> Tally {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var ledger = KillLedger(StepSequence(seed: options.seed, keysAStep: keysAStep, removed: removed))
    var generator = SeededGenerator(options.seed, kind.number, 1)
    var tally = Tally()
    for number in 0...options.count {
      // The last process is killed only after it has reported the contents of the store.
      let isLast = number == options.count
      let patience = generator.number(below: generator.chance(30) ? 2000 : 40_000)
      try runOnce(isLast ? nil : .microseconds(patience), in: folder, &ledger, &tally)
      if !isLast { tally[.kills] += 1 }
      let old = versions(inFilesOf: folder).filter { $0 < ledger.cleared }
      if !old.isEmpty {
        find(.wrong, "bytes of \(old.count) versions are left after clearing \(ledger.cleared)", &tally)
      }
      // Sometimes the next process has to create its file anew.
      if !isLast, generator.chance(10) {
        try StoreFiles(parts: [:]).write(to: folder.appendingPathComponent("cache.sqlite"))
        ledger.startAnew()
      }
    }
    return tally
  }

  /// Starts a process, and kills it once this much time has passed since its first line or, if `patience` is nil, once
  /// it has reported the contents.
  private func runOnce(
    _ patience: Duration?, in folder: URL, _ ledger: inout KillLedger, _ tally: inout Tally
  ) throws {
    let child = try ChildProcess([
      "kill-here", "--store", kind.rawValue, "--seed", "\(options.seed)", "--from", "\(ledger.last + 1)", "--folder",
      folder.path,
    ])
    var end: ContinuousClock.Instant?
    var told: [Int: Int] = [:]
    var isKilled = false
    while true {
      let left =
        isKilled ? .seconds(10) : end.map { ContinuousClock.now.duration(to: $0) } ?? .seconds(options.timeLimit)
      switch child.next(within: max(.zero, left)) {
      case .line(let line):
        if end == nil, let patience { end = .now + patience }
        if hear(line, &told, &ledger, &tally), patience == nil { return child.kill() }
      case .silent:
        if end == nil { find(.hangs, "nothing came within \(options.timeLimit) s", &tally) }
        if isKilled { throw RunError(description: "a killed process did not end") }
        child.kill()
        isKilled = true
      case .ended:
        if !isKilled { find(.crashes, child.ending() ?? "it ended by itself", &tally) }
        return
      }
    }
  }

  /// Parses a line of the child process.
  ///
  /// - Returns: whether it has reported the complete contents of the store.
  private func hear(_ line: String, _ told: inout [Int: Int], _ ledger: inout KillLedger, _ tally: inout Tally) -> Bool
  {
    let words = line.split(separator: " ").map(String.init)
    let numbers = words.dropFirst().compactMap { Int($0) }
    switch words.first {
    case "opening", nil: break
    case "holds" where numbers.count == 2: told[numbers[0]] = numbers[1]
    case "ready":
      let verdicts = ledger.verdicts(on: told)
      for (verdict, text) in verdicts {
        tally.add(verdict, text)
        if verdict != .right { say(text) }
      }
      ledger.settle(told)
      return true
    case "begin" where numbers.count == 1: ledger.begin(numbers[0])
    case "done" where numbers.count == 1:
      ledger.acknowledge(numbers[0])
      tally[.acknowledged] += 1
    case "error":
      tally[.errors] += 1
      find(.stuck, line, &tally)
    default: find(.wrong, line, &tally)
    }
    return false
  }

  private func find(_ count: Count, _ text: String, _ tally: inout Tally) {
    tally.find(count, text)
    say("\(count.rawValue): \(text)")
  }

  private func say(_ text: String) { complain("\(kind): \(text) (seed \(options.seed))") }
}

/// The work of the child process: reports the contents of the store, and then changes it endlessly.
struct KillWork<Store: AttackedStore> {
  let options: Options
  let folder: URL

  func run() {
    tell("opening")
    do throws(StorageError) {
      let store = try Store(file: folder.appendingPathComponent("cache.sqlite"))
      tellWhatIsHeld(in: store)
      let sequence = StepSequence(seed: options.seed, keysAStep: Store.keysAStep, removed: Store.removed)
      for number in options.first... {
        tell("begin \(number)")
        switch sequence.step(number) {
        case .write(let keys): try store.write(keys, version: number)
        case .remove(let keys): try store.remove(keys)
        case .clear: try store.clear()
        }
        tell("done \(number)")
      }
    } catch {
      tell("error \(error)")
    }
  }

  private func tellWhatIsHeld(in store: Store) {
    for key in 0..<StepSequence.keys + 4 {
      switch store.answer(key) {
      case .nothing: break
      case .version(let version): tell("holds \(key) \(version)")
      case .stranger(let text): tell("stranger under key \(key): \(text)")
      case .failure(let text): tell("error \(text)")
      }
    }
    tell("ready")
  }
}
