public import CacheConformance
public import CacheSpec
import Foundation

/// A chapter as small as can be, for testing the kit itself: a module doubles numbers and tells a listener.
public enum ToyAction: ScenarioAction {
  case double(Int)
  case listen

  public static var rules: [Rule] { ToySpec.rules }
  public var requires: Set<Capability> { self == .listen ? [.listening] : [] }
  public var description: String {
    switch self {
    case .double(let number): "double \(number)"
    case .listen: "listen"
    }
  }
}

extension Capability {
  public static let listening = Capability("listening", "tells a listener")
}

public enum ToySpec {
  private static let document = Document(name: "Toy", title: "The toy's manual", link: "https://toy.test/manual")

  public static let rules = [
    Rule("toy.doubles", .must, "Doubling answers twice the number.", from: Citation(document, "Doubling")),
    Rule("toy.tells-once", .must, "A listener is told once.", from: Citation(document, "Listening")),
    Rule(
      "toy.zero", .open, "What doubling zero answers.", from: Citation(document, "Doubling"),
      because: "The manual leaves zero out."),
    Rule(
      "toy.unseen", .must, "The toy dreams.", from: Citation(document, "Dreams"), uncheckable: "dreams leave no trace"),
  ]

  public static let scenarios: [Scenario<ToyAction>] = [
    Scenario(
      "toy.doubles", "two", given: [Step(.double(1), .answers("2"))],
      then: [Step(.double(2), .answers("4")), Step(.double(3), .answers("6"))], source: line(1)),
    Scenario("toy.doubles", "four", then: [Step(.double(4), .answers("8"))], source: line(2)),
    Scenario(
      "toy.tells-once", given: [Step(.listen)], then: [Step(.double(2), .answers("4"), .tells("4"))], source: line(3)),
    Scenario(
      "toy.zero",
      then: [
        Step(.double(0), oneOf: [Outcome("nothing", .answersNothing), Outcome("zero", .answers("0"))])
      ], source: line(4)),
  ]

  public static let chapter = Chapter(name: "toy", title: "A toy", rules: rules, scenarios: scenarios)

  private static func line(_ line: Int) -> SourceLine {
    SourceLine(fileID: "Toy/Table.swift", filePath: "/toy/Table.swift", line: line, column: 1)
  }
}

/// What a toy does when it is asked to double a number.
public typealias ToyBehaviour = @Sendable (Int) async throws -> [Fact]

/// Performs the toy's actions.
struct ToyChecker: Checker {
  let behaviour: ToyBehaviour
  let toldTwice: Bool

  func perform(_ action: ToyAction) async throws -> Observation {
    switch action {
    case .listen: return Observation()
    case .double(let number):
      do {
        let facts = try await behaviour(number)
        return Observation([.answer: facts, .told: toldTwice ? facts + facts : facts])
      } catch let error as WorldError {
        throw error
      } catch {
        return Observation([.answer: [Fact(failure: error)], .told: []])
      }
    }
  }

  func tearDown() async {}
}

/// A failure of the toy's world.
public struct WorldError: Error, CustomStringConvertible {
  public let description = "the sky fell"
  public init() {}
}

/// A failure of the toy.
public struct ToyError: Error, CustomStringConvertible {
  public let description = "the spring broke"
  public init() {}
}

extension Subject where Action == ToyAction {
  /// A toy that behaves so.
  public static func toy(
    lacking: [Capability: String] = [:], toldTwice: Bool = false, making failure: (any Error & Sendable)? = nil,
    _ behaviour: @escaping ToyBehaviour
  ) -> Self {
    Self(lacking: lacking) {
      if let failure { throw failure }
      return ToyChecker(behaviour: behaviour, toldTwice: toldTwice)
    }
  }

  public static let honest = toy { [Fact($0 * 2)] }
  public static let liar = toy { [Fact($0 == 3 ? 7 : $0 * 2)] }
  public static let thrower = toy { number in
    if number == 4 { throw ToyError() }
    return [Fact(number * 2)]
  }
  public static let sleeper = toy { number in
    if number == 4 { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    return [Fact(number * 2)]
  }
  public static let spinner = toy { number in
    var spins: UInt = 0
    while number == 4 { spins &+= 1 }
    return [Fact(number * 2)]
  }
  public static let deadlocker = toy { number in
    let lock = NSLock()
    if number == 4 { lock.withLock { lock.withLock {} } }
    return [Fact(number * 2)]
  }
  public static let trapper = toy { number in
    let numbers = [number]
    return [Fact(numbers[number == 4 ? 1 : 0] * 2)]
  }
  public static let aborter = toy { number in
    if number == 4 { abort() }
    return [Fact(number * 2)]
  }
  public static let quitter = toy { number in
    if number == 4 { exit(0) }
    return [Fact(number * 2)]
  }
  public static let chatterbox = toy { number in
    print("doubling \(number)")
    return [Fact(number * 2)]
  }
}

extension Module {
  /// A module of one toy.
  public static func toy(_ name: String, _ subject: Subject<ToyAction>) -> Module {
    Module(name, "a toy", [Suite(ToySpec.chapter, subject)])
  }

  /// The toys that child processes are tested with.
  public static let toys = [
    toy("honest", .honest), toy("liar", .liar), toy("sleeper", .sleeper), toy("spinner", .spinner),
    toy("deadlocker", .deadlocker), toy("trapper", .trapper), toy("aborter", .aborter), toy("quitter", .quitter),
    toy("chatterbox", .chatterbox),
  ]
}
