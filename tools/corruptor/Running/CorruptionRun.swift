import Foundation

/// Many corruptions of one store. They run in child processes, so that a crash or a hang costs only one corruption.
struct CorruptionRun {
  let kind: StoreKind
  let options: Options

  private static let batch = 500

  func run() throws -> Tally {
    var tally = Tally()
    let end = options.first + options.count
    var next = options.first
    while next < end { next = try runBatch(next..<min(next + Self.batch, end), &tally) }
    return tally
  }

  /// Runs corruptions in a child process until they are done or one of them ends it.
  ///
  /// - Returns: the number of the next corruption.
  private func runBatch(_ numbers: Range<Int>, _ tally: inout Tally) throws -> Int {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let child = try ChildProcess([
      "corrupt-here", "--store", kind.rawValue, "--seed", "\(options.seed)", "--from", "\(numbers.lowerBound)",
      "--count",
      "\(numbers.count)", "--folder", folder.path,
    ])
    var begun: (number: Int, name: String)?
    while true {
      switch child.next(within: .seconds(options.timeLimit)) {
      case .line(let line):
        let words = line.split(separator: "\t", maxSplits: 1).map(String.init)
        guard words.count == 2 else { continue }
        switch words[0] {
        case "begin": begun = (Int(words[1].prefix { $0 != " " }) ?? 0, words[1])
        case "finding": say(words[1], begun?.name)
        case "end":
          if let counts = Tally(message: words[1]) { tally.add(counts) }
        default: break
        }
      case .ended:
        guard let ending = child.ending() else { return numbers.upperBound }
        guard let begun else {
          throw RunError(description: "the \(kind) cannot be populated: the child process \(ending)")
        }
        tally[.corruptions] += 1
        tally.find(.crashes, ending)
        say("crash: \(ending)", begun.name)
        return begun.number + 1
      case .silent:
        child.kill()
        guard let begun else { throw RunError(description: "the \(kind) cannot be populated in time") }
        tally[.corruptions] += 1
        tally.find(.hangs, begun.name)
        say("hang: nothing within \(options.timeLimit) s", begun.name)
        return begun.number + 1
      }
    }
  }

  private func say(_ text: String, _ corruption: String?) {
    let number = corruption?.prefix { $0 != " " } ?? "?"
    complain(
      "\(kind) \(corruption ?? "?"): \(text)\n"
        + "  again: corruptor corrupt --store \(kind) --seed \(options.seed) --from \(number) --count 1")
  }
}

/// The work of the child process: populates a store once, and reports the beginning, findings and counts of each
/// corruption.
struct CorruptionWork<Store: AttackedStore> {
  let kind: StoreKind
  let options: Options
  let folder: URL

  func run() throws {
    let population = try Population(Store.self, in: folder.appendingPathComponent("populated"))
    for number in options.first..<options.first + options.count {
      var round = CorruptionRound<Store>(
        population, seed: options.seed, kind: kind, number: number, in: folder.appendingPathComponent("damaged"))
      tell("begin\t\(number) (\(round.name))")
      try round.run()
      let findings = round.tally.findings
      for finding in findings.prefix(3) { tell("finding\t\(finding)") }
      if findings.count > 3 { tell("finding\tand \(findings.count - 3) more") }
      tell("end\t\(round.tally.message)")
    }
  }
}
