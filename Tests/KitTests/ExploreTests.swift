import CacheConformanceCommand
import CacheSpec
import Synchronization
import TestSupport
import Testing

@testable import CacheConformance

@Suite("Exploring")
struct ExploreTests {
  private func explore(_ module: CacheModule, _ change: (inout ExploreOptions) -> Void = { _ in }) async throws
    -> Exploration
  {
    var options = ExploreOptions(runs: 20, steps: 10)
    change(&options)
    return try #require(try await module.explore(options).first)
  }

  @Test("A correct module passes, and the report says what was covered")
  func nothing() async throws {
    let exploration = try await explore(.honest)
    #expect(exploration.isClean)
    let text = exploration.text()
    #expect(text.hasPrefix("honest: toy, seed 1: 20 runs, 200 steps, "))
    #expect(text.contains("  2 kinds of step, 4 pairs of kinds in a row\n  1 of 5 rules was judged, and "))
    #expect(text.contains("never judged: toy.tells-once, toy.unseen, toy.halves\n  nothing was found"))
  }

  @Test("A broken rule is reported once, in the fewest and simplest steps, with Swift source")
  func shrinks() async throws {
    let exploration = try await explore(.liar)
    let find = try #require(exploration.finds.first)
    #expect(exploration.finds.count == 1 && !exploration.isClean)
    #expect(find.result.rule.id == "toy.doubles" && find.result.scenario.steps == ["double 3"])
    let text = exploration.text()
    #expect(text.contains("  then      double 3: 7\n  expected  6\n  actual    7\n"))
    #expect(
      text.contains("  rerun     swift run cachespec explore liar --only toy --seed 1 --steps 10 --run \(find.run)\n"))
    #expect(
      find.swift == """
        Scenario(
          "toy.doubles", "seed 1, run \(find.run)",
          then: [
            Step(
              .double(3),
              .answer(.exactly([.value(6)])).demanded(by: "toy.doubles")),
          ])
        """)
  }

  @Test("A seed draws the same runs each time, and another seed draws others")
  func seeds() async throws {
    func firstRun(_ seed: Int) async throws -> Int? { try await explore(.liar) { $0.seed = seed }.finds.first?.run }
    func steps(_ seed: Int) async throws -> [String: Int] { try await explore(.honest) { $0.seed = seed }.kinds }
    #expect(try await firstRun(1) == firstRun(1))
    #expect(try await steps(1) == steps(1))
    #expect(try await steps(1) != steps(2))
  }

  @Test("Steps that need a capability that the module lacks are not drawn, and known deviations are counted")
  func passesOver() async throws {
    let deaf = CacheModule.toy("deaf", lacking: [.listening: "it is deaf"]) { $0 * 2 }
    #expect(try await explore(deaf).kinds.keys.sorted() == ["double"])
    let exploration = try await explore(.liar(with: "toy.doubles[two and three]"))
    #expect(exploration.isClean && exploration.deviations["toy.doubles"] ?? 0 > 1)
  }

  @Test("A deviation of a row that does not fail excuses no run")
  func excusesNothing() async throws {
    let exploration = try await explore(.liar(with: "toy.doubles[four]"))
    #expect(exploration.finds.map(\.result.rule.id) == ["toy.doubles"])
  }

  @Test("Saved runs break the rule again when replayed, under the seed and the number that they had")
  func replays() async throws {
    let exploration = try await explore(.liar) { $0.seed = 3 }
    let kept = try SavedRuns(SavedRuns.text(of: [exploration]))
    let again = try await explore(.liar) { $0.saved = kept }
    #expect(again.runs == 1 && again.finds.first?.result.scenario.steps == ["double 3"])
    let run = try #require(exploration.finds.first).run
    #expect(again.text().contains("--only toy --seed 3 --steps 10 --run \(run)\n"))
    #expect(try await explore(.honest) { $0.saved = kept }.isClean)
  }

  @Test("A file without valid runs is an error that names the line")
  func mistakes() async throws {
    #expect(throws: SavedRuns.Mistake.self) { try SavedRuns("") }
    let error = #expect(throws: SavedRuns.Mistake.self) { try SavedRuns("run\ttoy\t0\t1\t2\t3\ndouble\tthree") }
    #expect(error?.description.hasPrefix("line 2: 'double\tthree' is no step of a run; ") == true)
    let earlier = #expect(throws: SavedRuns.Mistake.self) { try SavedRuns("run\ttoy\t1\t2\t3\ndouble\t3") }
    #expect(earlier?.description.hasSuffix("is no step of a run; write the runs anew with explore --write") == true)
    let kept = try SavedRuns("run\ttoy\t0\t1\t2\t3\ndouble\t9")
    let other = await #expect(throws: SavedRuns.Mistake.self) { try await explore(.honest) { $0.saved = kept } }
    #expect(other?.description.hasPrefix("line 1: toy has no such run; ") == true)
  }

  @Test("A file with the line ends of another system is read")
  func lineEnds() throws {
    let text = "# two\nrun\ttoy\t0\t1\t2\t3\ndouble\t1\t# double 1\n"
    #expect(try SavedRuns(text.replacing("\n", with: "\r\n")).runs.map(\.steps) == SavedRuns(text).runs.map(\.steps))
  }

  @Test("The numbers of runs may be any, and no run has fewer than no steps")
  func numbers() async throws {
    let endless = try await explore(.liar) { ($0.runs, $0.endsAtFirstFind) = (.max, true) }
    #expect(endless.finds.count == 1)
    #expect(try await explore(.honest) { $0.run = .max }.runs == 1)
    #expect(try await explore(.honest) { $0.runs = .min }.runs == 0)
    #expect(try await explore(.honest) { $0.steps = .min }.steps == 0)
  }

  @Test("A hang is reported, and exploring goes on")
  func hangs() async throws {
    let exploration = try await explore(.sleeper) {
      ($0.runs, $0.steps, $0.timeLimit) = (3, 10, .milliseconds(200))
    }
    #expect(exploration.runs == 3 && !exploration.isClean)
    #expect(exploration.finds.first?.result.verdict == .hung(seconds: 0.6))
    #expect(exploration.text().contains("\n  during    double 4\n"))
  }

  @Test("A hang is cut when the time is up, and what was not looked into fails the exploration")
  func cutsHangs() async throws {
    let began = ContinuousClock.now
    let exploration = try await explore(.sleeper) {
      ($0.runs, $0.duration, $0.timeLimit, $0.isolation) = (.max, .seconds(4), .seconds(600), isolation("sleeper"))
    }
    // The step would take ten minutes.
    #expect(ContinuousClock.now - began < .seconds(300))
    #expect(!exploration.untried.isEmpty || !exploration.isClean, "\(exploration.text())")
    let alone = try await explore(
      .toy("asleep") { _ in
        await forEver()
        return nil
      }
    ) {
      ($0.runs, $0.duration, $0.timeLimit) = (.max, .seconds(1), .seconds(600))
    }
    #expect(ContinuousClock.now - began < .seconds(300))
    #expect(Array(alone.failures.keys) == ["no run had come to an end when the time was up"])
  }

  @Test("The scenarios of suspected rules are cut when the time for them is up, and the fault keeps its rule")
  func cutsSuspects() async throws {
    let asleep = CacheModule.toy("asleep") { _ in
      await forEver()
      return nil
    }
    var options = ExploreOptions()
    options.timeLimit = .seconds(600)
    let fault = Fault.breach(Evidence(unmet: ["toy.doubles"]))
    let began = ContinuousClock.now
    let causes = await Causes(of: [fault], in: asleep, options, until: began + .milliseconds(200))
    // Each scenario of the rule would take ten minutes.
    #expect(ContinuousClock.now - began < .seconds(300))
    #expect(causes.told == [.rule("toy.doubles"): [fault]])
  }

  @Test("The more faults there are, the more of the time is left for finds, and everything ends with it")
  func dividesItsTime() throws {
    let began = ContinuousClock.now
    let time = ExploreTime(.seconds(60), since: began)
    let ends = try (0...3).map { try #require(time.endOfDrawing(faults: $0)) - began }
    #expect(ends == [.seconds(54), .seconds(30), .seconds(20), .seconds(20)])
    #expect(time.end == began + .seconds(60) && time.isUp(at: began + .seconds(60)))
    #expect(time.endOfPart(of: 4, at: began + .seconds(20)) == began + .seconds(30))
    for second in 0..<54 {
      let run = try #require(time.endOfDrawnRun(faults: 0, at: began + .seconds(second)))
      #expect(run.afterStep < run.cut && run.cut == began + .seconds(54))
    }
    // What is drawn last has half a second to end its step.
    let last = try #require(time.endOfDrawnRun(faults: 0, at: began + .milliseconds(53_400)))
    #expect(last.afterStep == began + .milliseconds(53_500))
    #expect(time.isDrawing(faults: 0, at: began + .milliseconds(53_400)))
    #expect(!time.isDrawing(faults: 0, at: began + .milliseconds(53_600)))
    #expect(time.isDrawing(faults: 1, at: began + .seconds(29)) && !time.isDrawing(faults: 1, at: began + .seconds(30)))
    #expect(time.endOfDrawnRun(faults: 0, at: began)?.afterStep == began + .seconds(20))
    #expect(ExploreTime(nil).end == nil && ExploreTime(nil).endOfDrawnRun(faults: 0) == nil)
  }

  @Test("Where a run of a batch ends its process, the others are followed too")
  func continuesAfterACrash() async throws {
    let exploration = try await explore(.aborter) { ($0.runs, $0.isolation) = (40, isolation("aborter")) }
    #expect(exploration.runs == 40)
    #expect(exploration.finds.map(\.result.verdict.kind) == [.crashed], "\(exploration.text())")
    #expect(exploration.finds.first?.result.scenario.steps.count == 1)
  }

  @Test("A run is made no simpler by an action that the module declines")
  func declinesSimplerActions() async throws {
    let chapter = Chapter<Whisper>(
      name: "whisper", title: "Whispers", rules: [Rule("whisper.heard", .must, "It is heard.", from: Whisper.page)],
      models: [AnyModel(WhisperModel())], scenarios: [])
    let module = CacheModule(
      "mute", summary: "hears nothing", lacking: [.listening: "it is deaf"],
      [ChapterImplementation(chapters: [chapter]) { (_) -> any Checker<Whisper> in DeafChecker() }])
    let find = try #require(try await explore(module).finds.first)
    #expect(find.result.scenario.steps == ["whisper 1"] && find.result.verdict.kind == .violated)
  }

  @Test("A run that fails without a step that a rule needs is told by the rule that it still breaks")
  func takesOutWhatARuleNeeds() async throws {
    let chapter = Chapter<Whisper>(
      name: "whisper", title: "Whispers",
      rules: [
        Rule("whisper.heard", .must, "It is heard.", from: Whisper.page),
        Rule("whisper.shouted", .must, "It is heard once something was shouted.", from: Whisper.page),
      ],
      models: [AnyModel(ShoutModel())], scenarios: [])
    let module = CacheModule(
      "mute", summary: "hears nothing",
      [ChapterImplementation(chapters: [chapter]) { (_) -> any Checker<Whisper> in DeafChecker() }])
    let finds = try await explore(module).finds
    #expect(finds.map(\.result.rule.id) == ["whisper.heard"], "\(finds.map(\.result.scenario.steps))")
  }

  @Test("A fault that depends on the order of tasks is found, and repeats when replayed")
  func drawsSchedules() async throws {
    let exploration = try await explore(.hurried) { $0.isolation = isolation("hurried") }
    let find = try #require(exploration.finds.first)
    #expect(exploration.finds.count == 1 && find.schedule != 0 && find.result.scenario.stepCount == 1)
    #expect(exploration.text().contains("schedule  the row alone may pass"))
    let kept = try SavedRuns(SavedRuns.text(of: [exploration]))
    let again = try await explore(.hurried) { ($0.saved, $0.isolation) = (kept, isolation("hurried")) }
    #expect(again.finds.count == 1)
  }

  @Test("A module that blocks its thread does not hang when jobs run one at a time")
  func blocks() async throws {
    #expect(try await explore(.blocker) { ($0.runs, $0.steps, $0.isolation) = (2, 5, isolation("blocker")) }.isClean)
  }

  private func isolation(_ toy: String) -> Isolation {
    Isolation(executable: built("toyspec"), arguments: ["work", toy])
  }

  @Test("A breach that does not repeat is reported apart from finds")
  func isSeenOnce() async throws {
    let hasErred = Mutex(false)
    let exploration = try await explore(
      .toy("racy") { number in
        let errs = hasErred.withLock { hasErred in
          defer { if number == 3 { hasErred = true } }
          return number == 3 && !hasErred
        }
        return errs ? 7 : number * 2
      })
    #expect(exploration.isClean)
    #expect(exploration.text().contains("once    in one run it broke toy.doubles, but not in three"))
  }
}

/// Words, of which the simplest needs what a module may lack.
private enum Whisper: ScenarioAction {
  typealias Answer = Doubled
  typealias Request = NoValue

  case whisper(Int)
  case shout

  static let page = Citation(Document(name: "Whisper", title: "Whispers", link: "https://toy.test/whispers"), "All")
  static var draw: (any Draw<Self>)? { WhisperDraw() }
  var requires: Set<Capability> { self == .whisper(0) ? [.listening] : [] }
  var description: String { if case .whisper(let number) = self { "whisper \(number)" } else { "shout" } }
}

extension CacheModule {
  /// The liar, which breaks one row, with a deviation on record.
  fileprivate static func liar(with id: String) -> Self {
    var liar = Self.liar
    liar.deviations = [KnownDeviation(id, because: "it is tired", link: "https://toy.test/1")]
    return liar
  }
}

private struct WhisperDraw: Draw {
  var choices: [Choice<Whisper>] {
    [Choice("whisper", 1, [0, 1, 2, 3]) { .whisper($0) }, Choice("shout", 1) { .shout }.including("whisper")]
  }
  mutating func note(_ action: Whisper) {}
}

private struct WhisperModel: Model {
  let start = false
  func continuations(of state: Bool, on action: Whisper) -> [Continuation<Whisper, Bool>] {
    [Continuation(to: state, action == .shout ? [] : [.answers(1).demanded(by: "whisper.heard")])]
  }
}

/// What is whispered after a shout has a rule of its own; the first thing that happens has none.
private struct ShoutModel: Model {
  enum State { case silent, whispered, shouted }
  let start = State.silent
  func continuations(of state: State, on action: Whisper) -> [Continuation<Whisper, State>] {
    let next: State = action == .shout || state == .shouted ? .shouted : .whispered
    if action == .shout || state == .silent { return [Continuation(to: next)] }
    return [
      Continuation(
        to: next, [.answers(1).demanded(by: state == .shouted ? "whisper.shouted" : "whisper.heard")])
    ]
  }
}

private struct DeafChecker: Checker {
  func perform(_ action: Whisper) -> StepObservation<Whisper> { StepObservation(answer: [.nothing]) }
  func tearDown() {}
}
