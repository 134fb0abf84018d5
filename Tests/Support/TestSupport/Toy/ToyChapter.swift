package import CacheConformance
package import CacheSpec
import Foundation
import Synchronization

/// A minimal chapter for testing the kit itself: a module doubles numbers and notifies a listener.
package enum ToyAction: ScenarioAction {
  package typealias Answer = Doubled
  package typealias Request = NoValue
  package typealias Notification = Doubled

  case double(Int)
  case listen

  package static var chapters: [Chapter<Self>] { [ToySpec.chapter] }
  package static var draw: (any Draw<Self>)? { ToyDraw() }
  package var requires: Set<Capability> { self == .listen ? [.listening] : [] }
  package var description: String {
    switch self {
    case .double(let number): "double \(number)"
    case .listen: "listen"
    }
  }
}

/// A toy doubles every number but zero, of which the manual says nothing, and tells a listener.
package struct ToyModel: Model {
  package let start = false

  package init() {}

  package func continuations(of isListening: Bool, on action: ToyAction) -> [Continuation<ToyAction, Bool>] {
    guard case .double(let number) = action else { return [Continuation(to: true)] }
    if number == 0 { return [Continuation(to: isListening)] }
    let doubled = Expectation<ToyAction>.answers(Doubled(2 * number)).demanded(by: "toy.doubles")
    return [Continuation(to: isListening, [doubled])]
  }
}

/// Draws numbers to double, and now and then a listener.
struct ToyDraw: Draw {
  var choices: [Choice<ToyAction>] {
    [Choice("double", 4, [2, 1, 0, 3, 4]) { .double($0) }, Choice("listen", 1) { .listen }]
  }

  mutating func note(_ action: ToyAction) {}
}

/// The answer to doubling.
package struct Doubled: ObservedValue, ExpressibleByIntegerLiteral, WrittenInSwift {
  let number: Int
  init(_ number: Int) { self.number = number }
  package init(integerLiteral number: Int) { self.init(number) }
  package var description: String { "\(number)" }
  package var swiftSource: String { "\(number)" }
}

extension Capability {
  package static let listening = Capability("listening", "tells a listener")
}

extension Fixture where Action == ToyAction {
  /// A toy that has doubled one.
  static let warm = Self(
    "one was doubled", relyingOn: "toy.doubles", [Step(.double(1), .answers(2))], filePath: "/toy/Table.swift",
    line: 9)
}

package enum ToySpec {
  private static let document = Document(
    name: "Toy", title: "The toy's manual", link: "https://toy.test/manual",
    sections: ["Listening", "Doubling", "Halving"].map { Document.Section($0) })

  package static let rules = [
    Rule("toy.doubles", .must, "Doubling answers twice the number.", from: Citation(document, "Doubling")),
    Rule("toy.tells-once", .must, "A listener is told once.", from: Citation(document, "Listening")),
    Rule(
      "toy.zero", .open, "What doubling zero answers.", from: Citation(document, "Doubling"),
      because: "The manual leaves zero out."),
    Rule(
      "toy.unseen", .must, "The toy dreams.", from: Citation(document, "Dreams"), uncheckable: "dreams leave no trace"),
    Rule("toy.halves", .must, "Halving undoes doubling.", from: Citation(document, "Halving"), since: .v2),
  ]

  package static var scenarios: [Scenario<ToyAction>] { chapter.scenarios }

  package static func scenario(_ id: String) -> Scenario<ToyAction> {
    scenarios.first { $0.id == id } ?? Scenario("toy.none", then: [], source: line(0))
  }

  package static let chapter = Chapter(
    name: "toy", title: "A toy",
    story: [
      StoryStep("Asked", .init("A toy doubles and halves.", "toy.doubles", "toy.halves"))
    ], rules: rules, models: [AnyModel(ToyModel())],
    scenarios: [
      Scenario(
        "toy.doubles", "two and three", given: .warm,
        then: [Step(.double(2), .answers(4)), Step(.double(3), .answers(6))], source: line(1)),
      Scenario("toy.doubles", "four", then: [Step(.double(4), .answers(8))], source: line(2)),
      Scenario(
        "toy.tells-once", given: Fixture("somebody listens", [Step(.listen)]),
        then: [Step(.double(2), .answers(4), .notifies(4))], source: line(3)),
      Scenario(
        "toy.zero",
        then: [Step(.double(0), oneOf: [Outcome("nothing", .answersNothing), Outcome("zero", .answers(0))])],
        source: line(4)),
      Scenario("toy.halves", given: .warm, then: [Step(.double(5), .answers(10))], source: line(5)),
    ])

  /// Scenarios that start from the same fixture, and one that starts without one.
  package static let many = Chapter(
    name: "toy", title: "A toy that doubles much", rules: rules,
    scenarios: (2...10).map { number in
      Scenario(
        "toy.doubles", "\(number)", given: .warm, then: [Step(.double(number), .answers(Doubled(2 * number)))],
        source: line(number))
    } + [Scenario("toy.doubles", "eleven", then: [Step(.double(11), .answers(22))], source: line(11))])

  /// Scenarios in which another rule demands an answer, and one of that rule.
  package static let crossRule = Chapter<ToyAction>(
    name: "toy", title: "A toy that doubles on the way", rules: rules,
    scenarios: [
      Scenario("toy.doubles", "four", then: [Step(.double(4), .answers(8))], source: line(2)),
      Scenario(
        "toy.tells-once",
        then: [Step(.double(6), .answers(12).demanded(by: "toy.doubles")), Step(.double(2), .notifies(4))],
        source: line(3)),
      Scenario(
        "toy.halves", then: [Step(.double(6), .answers(12).demanded(by: "toy.doubles"), .notifies(12))],
        source: line(5)),
    ])

  private static func line(_ line: Int) -> SourceLine {
    SourceLine(fileID: "Toy/Table.swift", filePath: "/toy/Table.swift", line: line, column: 1)
  }
}

/// A toy's reaction when it is asked to double a number.
package typealias ToyBehaviour = @Sendable (Int) async throws -> Int?

/// Performs the toy's actions.
struct ToyChecker: Checker {
  let behaviour: ToyBehaviour
  let tellsTwice: Bool
  let end: @Sendable () async -> Void

  func perform(_ action: ToyAction) async throws -> StepObservation<ToyAction> {
    guard case .double(let number) = action else { return StepObservation() }
    do {
      let fact = Fact(try await behaviour(number).map { Doubled($0) })
      var observation = StepObservation<ToyAction>(answer: [fact])
      observation.notifications = tellsTwice ? [fact, fact] : [fact]
      return observation
    } catch let error as WorldError {
      throw error
    } catch {
      return StepObservation(failure: error)
    }
  }

  func tearDown() async { await end() }
}

/// A failure of the toy's world.
package struct WorldError: Error, CustomStringConvertible {
  package let description = "the sky fell"
  package init() {}
}

/// A failure of the toy.
package struct ToyError: Error, CustomStringConvertible {
  package let description = "the spring broke"
  package init() {}
}

extension CacheModule {
  /// A toy with this behaviour.
  package static func toy(
    _ name: String, lacking: [Capability: String] = [:], deviations: [KnownDeviation] = [], tellsTwice: Bool = false,
    making failure: (any Error & Sendable)? = nil, in chapters: [Chapter<ToyAction>]? = nil,
    ending end: @escaping @Sendable () async -> Void = {}, _ behaviour: @escaping ToyBehaviour
  ) -> Self {
    CacheModule(
      name, summary: "a toy", command: "toyspec", lacking: lacking, deviations: deviations,
      [
        ChapterImplementation(chapters: chapters) { (_) -> any Checker<ToyAction> in
          if let failure { throw failure }
          return ToyChecker(behaviour: behaviour, tellsTwice: tellsTwice, end: end)
        }
      ])
  }

  package static let honest = toy("honest") { $0 * 2 }
  package static let liar = toy("liar") { $0 == 3 ? 7 : $0 * 2 }
  /// Fails even to double one.
  package static let broken = toy("broken") { $0 == 1 ? 3 : $0 * 2 }
  package static let thrower = toy("thrower") { number in
    if number == 4 { throw ToyError() }
    return number * 2
  }
  package static let sleeper = toy("sleeper") { number in
    if number == 4 { await forEver() }
    return number * 2
  }
  package static let slow = toy("slow") { number in
    try await Task.sleep(for: .seconds(1))
    return number * 2
  }
  package static let spinner = toy("spinner") { number in
    var spins: UInt = 0
    while number == 4 { spins &+= 1 }
    return number * 2
  }
  package static let deadlocker = toy("deadlocker") { number in
    let lock = NSLock()
    if number == 4 { lock.withLock { lock.withLock {} } }
    return number * 2
  }
  package static let trapper = toy("trapper") { number in
    let numbers = [number]
    return numbers[number == 4 ? 1 : 0] * 2
  }
  package static let aborter = toy("aborter") { number in
    if number == 4 { abort() }
    return number * 2
  }
  package static let quitter = toy("quitter") { number in
    if number == 4 { exit(0) }
    return number * 2
  }
  package static let chatterbox = toy("chatterbox") { number in
    print("doubling \(number)")
    return number * 2
  }

  /// Never gets past the fixture that the scenarios of `many` start from.
  package static let stuck = toy("stuck", in: [ToySpec.many]) { number in
    if number == 1 { await forEver() }
    return number * 2
  }
  /// Never finishes closing.
  package static let clinging = toy("clinging", in: [ToySpec.many], ending: forEver) { $0 * 2 }
  package static let stuckAndTrapped = toy("stuck-and-trapped", in: [ToySpec.many]) { number in
    let numbers = [number]
    return numbers[number == 1 ? 1 : 0] * 2
  }
  /// Gets past the fixture only sometimes.
  package static func hesitant(_ isStuck: @escaping @Sendable () -> Bool) -> Self {
    toy("hesitant", in: [ToySpec.many]) { number in
      if number == 1, isStuck() { await forEver() }
      return number * 2
    }
  }

  /// Relies on two tasks to begin in the order in which they were made.
  package static let hurried = toy("hurried") { number in
    let doubled = Doubled()
    let doubling = Task { await doubled.double(number) }
    let reading = Task { await doubled.number }
    await doubling.value
    return await reading.value
  }
  private actor Doubled {
    private(set) var number = 0
    func double(_ number: Int) { self.number = number * 2 }
  }
  /// Blocks its thread until a task of its own has run.
  package static let blocker = toy("blocker") { number in
    let isDone = DispatchSemaphore(value: 0)
    Task { isDone.signal() }
    waitBlocking(for: isDone)
    return number * 2
  }
  private static func waitBlocking(for semaphore: DispatchSemaphore) { semaphore.wait() }

  /// Doubles the last number that any instance was given.
  package static let sharer = toy("sharer") { number in
    lastNumber.withLock { $0 = number }
    try await Task.sleep(for: .milliseconds(20))
    return lastNumber.withLock(\.self) * 2
  }
  private static let lastNumber = Mutex(0)

  /// Does not answer for four in a process in which other numbers were doubled before.
  package static let shy = toy("shy") { number in
    let hasCompany = wasDoubled.withLock { before in
      defer { before = true }
      return before
    }
    if number == 4, hasCompany { await forEver() }
    return number * 2
  }
  private static let wasDoubled = Mutex(false)

  /// Doubles four wrongly every second time in a run, like a race that goes either way.
  package static let racer = toy("racer") { number in
    guard number == 4 else { return number * 2 }
    return try timesInThisRun("racer") % 2 == 1 ? 9 : 8
  }
  /// Doubles four wrongly if a coin says so, which is tossed anew each time in a run. Its seed is in the environment.
  package static let coin = toy("coin") { number in
    guard number == 4 else { return number * 2 }
    let seed = ProcessInfo.processInfo.environment["COIN"].flatMap { Int($0) } ?? 1
    return coinFails(seed: seed, toss: try timesInThisRun("coin")) ? 9 : 8
  }
  /// Whether a toss, counted from 1, makes the coin double wrongly.
  package static func coinFails(seed: Int, toss: Int) -> Bool {
    var generator = SeededGenerator(seed, toss)
    return generator.chance(50)
  }
  /// Is in a world that fails the first time in a run, as if other scenarios had used up the machine's resources.
  package static let crowded = toy("crowded") { number in
    if number == 4, try timesInThisRun("crowded") == 1 { throw WorldError() }
    return number * 2
  }
  /// Removes the run's folder, and loses its world with it.
  package static let evicted = toy("evicted") { number in
    guard number == 4 else { return number * 2 }
    try removeRunFolder(TemporaryFolders.parent)
    throw WorldError()
  }

  /// Returns how many times this was called in a run, whose child processes share a folder for temporary files.
  private static func timesInThisRun(_ name: String) throws -> Int {
    let folder = TemporaryFolders.parent
    try Data().write(to: folder.appendingPathComponent("\(name)-\(UUID().uuidString)"))
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.hasPrefix("\(name)-") }
  }

  /// The toys that child processes are tested with.
  package static let toys = [
    honest, liar, sleeper, spinner, deadlocker, trapper, aborter, quitter, chatterbox, broken, sharer, stuck,
    stuckAndTrapped, clinging, slow, shy, racer, coin, crowded, evicted, hurried, blocker,
  ]
}
