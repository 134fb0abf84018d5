import Testing

@testable import corruptor
import CacheSpec

@Suite("The corruptor")
struct CorruptorTests {
  @Test("An answer is judged by what was stored under its key, and by what the damage put back")
  func verdicts() {
    var ledger = Ledger()
    ledger.write(1, 1)
    ledger.clear()
    ledger.write(1, 2)
    ledger.write(1, 3)
    ledger.write(2, 2)
    ledger.remove(2)
    // key, answer, verdict if the damage restores nothing, verdict if it does
    let rows: [(Int, Answer, Verdict, Verdict)] = [
      (1, .version(3), .right, .right),
      (1, .version(2), .wrong, .right),
      (1, .version(1), .wrong, .wrong),
      (1, .version(4), .wrong, .wrong),
      (1, .nothing, .miss, .miss),
      (1, .failure("locked"), .error, .error),
      (1, .stranger("another key's"), .wrong, .wrong),
      (2, .nothing, .right, .right),
      (2, .version(2), .wrong, .right),
      (3, .nothing, .right, .right),
      (3, .version(2), .wrong, .wrong),
    ]
    for (key, answer, sound, put) in rows {
      #expect(ledger.verdict(on: answer, for: key, bringsBack: false) == sound, "\(key) \(answer)")
      #expect(ledger.verdict(on: answer, for: key, bringsBack: true) == put, "\(key) \(answer)")
    }
  }

  @Test("A write that was accepted after the damage must be there, and one that was refused may be")
  func owed() {
    var ledger = Ledger()
    ledger.write(1, 1)
    ledger.owe(1, 2)
    ledger.owe(2, 2)
    #expect(ledger.verdict(on: .version(2), for: 1, bringsBack: true) == .right)
    #expect(ledger.verdict(on: .version(1), for: 1, bringsBack: true) == .lost)
    #expect(ledger.verdict(on: .nothing, for: 2, bringsBack: true) == .lost)
    ledger.doubt(1, 3)
    for version in 1...3 { #expect(ledger.verdict(on: .version(version), for: 1, bringsBack: false) == .right) }
    #expect(ledger.verdict(on: .nothing, for: 1, bringsBack: false) == .miss)
  }

  @Test("After a kill the store has every acknowledged change, and the next one whole or not at all")
  func kills() {
    let sequence = StepSequence(seed: 1, keysAStep: 4, removed: { [$0] })
    var ledger = KillLedger(sequence)
    let writes = (1...100).filter { if case .write = sequence.step($0) { true } else { false } }
    ledger.begin(writes[0])
    ledger.acknowledge(writes[0])
    ledger.begin(writes[1])
    let acknowledged = sequence.state(after: writes[0], from: [:])
    let begun = sequence.state(after: writes[1], from: acknowledged)
    func verdicts(_ state: [Int: Int]) -> Set<String> { Set(ledger.verdicts(on: state).map { "\($0.verdict)" }) }
    #expect(verdicts(acknowledged) == ["right"])
    #expect(verdicts(begun) == ["right"])
    #expect(verdicts([:]) == ["lost"])
    var half = acknowledged
    if let key = begun.first(where: { acknowledged[$0.key] == nil }) { half[key.key] = key.value }
    #expect(verdicts(half) == ["wrong"])
  }

  private var files: StoreFiles {
    var bytes = [UInt8](repeating: 0, count: 3 * 4096)
    bytes.set(4096, at: 16, width: 2)
    for page in 0..<3 { bytes[page * 4096 + 500] = UInt8(page + 1) }
    return StoreFiles(parts: [.file: bytes])
  }

  @Test("Every kind of damage can be done to any files, even to empty ones, and a seed repeats it exactly")
  func damages() {
    let table = TableLayout(name: "entries", key: ["collection", "key"])
    for damage in FileDamage.all {
      for sound in [files, StoreFiles(parts: [:]), StoreFiles(parts: [.file: [1], .log: [2], .index: [3]])] {
        let copies = (0..<2).map { _ in
          var (copy, generator) = (sound, SeededGenerator(1))
          let statements = damage.inflict(on: &copy, earlier: files, table: table, by: &generator)
          return "\(copy.parts.sorted { $0.key.rawValue < $1.key.rawValue }) \(statements)"
        }
        #expect(copies[0] == copies[1], "\(damage.name)")
      }
    }
  }

  @Test("Damage flips one bit, swaps pages or puts back one earlier page")
  func someDamages() {
    for seed in 1...20 {
      var generator = SeededGenerator(seed)
      var flipped = files
      BytesDamage.bitFlipped.inflict(on: &flipped[.file], by: &generator)
      #expect(zip(flipped[.file], files[.file]).count { $0 != $1 } == 1)
      var swapped = files
      PageDamage.swapped.inflict(on: &swapped, earlier: files, by: &generator)
      let pages = (0..<3).map { swapped[.file][$0 * 4096 + 500] }
      #expect(pages.sorted() == [1, 2, 3])
      var older = files
      older[.file][500] = 9
      older[.file][4596] = 9
      older[.file][8692] = 9
      var putBack = files
      PageDamage.earlier.inflict(on: &putBack, earlier: older, by: &generator)
      #expect((0..<3).count { putBack[.file][$0 * 4096 + 500] == 9 } == 1)
    }
  }

  @Test("A stored value tells its version, and a tally survives being sent between processes")
  func messages() {
    let text = Array(Contents.text(7, 42).utf8)
    #expect(Contents.versions(in: [0, 91] + text + [0]) == [42])
    var tally = Tally()
    tally.find(.lost, "one")
    tally.add(.right, "")
    #expect(Tally(message: tally.message)?.line == tally.line)
    #expect(!tally.isClean)
  }

  @Test(
    "Arguments that make no sense are usage errors",
    arguments: [
      (["corupt"], "unknown command 'corupt'; the commands are corrupt and kill"),
      (["kill", "--count", "0"], "--count takes a whole number from 1, not '0'"),
      (["kill", "--seed"], "--seed needs a value"),
      (["corrupt", "--store", "disk"], "unknown store 'disk'; the stores are responses, storage, graph and all"),
      (["corrupt", "--fast"], "unknown option '--fast'"),
    ])
  func usage(_ arguments: [String], _ complaint: String) {
    #expect(throws: UsageError(description: complaint)) { try Options(arguments) }
  }
}
