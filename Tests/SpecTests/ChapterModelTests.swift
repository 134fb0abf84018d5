import Testing

@testable import CustomerRules
@testable import NormalizedRules
@testable import PaywallRules
@testable import ResponseRules

@Suite("The chapters' models")
struct ChapterModelTests {
  private func breaches<Action>(
    _ chapter: Chapter<Action>, lacking: Set<Capability> = [], _ steps: [(Action, StepObservation<Action>)]
  ) -> [String] {
    var run = ModelRun(chapter.models, lacking: lacking)
    return steps.flatMap { run.take($0, $1) }.map(\.description)
  }

  @Test("Room on disk is room only for a store that has a disk", arguments: [true, false])
  func roomOnDisk(_ hasDisk: Bool) {
    let steps: [(ResponseAction, StepObservation<ResponseAction>)] = [
      (.setCapacity(ByteCounts(memory: 0, disk: 1 << 20)), StepObservation()),
      (.put(.v1, for: .a, in: .main), StepObservation()),
      (.find(.a, in: .main), StepObservation(answer: [.nothing])),
    ]
    let told = breaches(ResponseSpec.chapter, lacking: hasDisk ? [] : [.disk], steps)
    #expect(told.count == (hasDisk ? 1 : 0))
  }

  @Test("What exceeds the memory of a store in memory is turned away, if it has a capacity", arguments: [true, false])
  func largerThanMemory(_ hasCapacity: Bool) {
    let large = Representation(ResponseBody("large", size: 1_300_000))
    let steps: [(ResponseAction, StepObservation<ResponseAction>)] = [
      (.put(large, for: .a, in: .main), StepObservation()),
      (.find(.a, in: .main), StepObservation(answer: [.value(.body(large.body))])),
    ]
    let told = breaches(ResponseSpec.chapter, lacking: hasCapacity ? [.disk] : [.disk, .capacity], steps)
    #expect(told.count == (hasCapacity ? 1 : 0))
  }

  @Test("A log-in that fails while requests are held may have asked for the new user, and may leave the old one")
  func failedLogIn() {
    var failed = StepObservation<CustomerAction>(answer: [.failure("no connection")])
    failed.requests = [.value(CustomerRequest(.customerInfo, .bob))]
    var purchase = StepObservation<CustomerAction>()
    purchase.requests = [.value(CustomerRequest(.purchase("plus"), .alice))]
    let steps: [(CustomerAction, StepObservation<CustomerAction>)] = [
      (.app(.configure(CustomerSetup(.alice))), StepObservation(answer: [])),
      (.requests(.customerInfo, .hold), StepObservation()), (.network(.down), StepObservation()),
      (.callMeanwhile(.logIn(.bob)), failed), (.begin(.purchase("plus"), times: 1), purchase),
    ]
    #expect(breaches(CustomerSpec.chapter, steps) == [])
  }

  @Test("A file that was removed need not be there before something is stored again")
  func removedFile() {
    let steps: [(NormalizedAction, StepObservation<NormalizedAction>)] = [
      (.makeClient(ClientSetup(.id, kind: .sqlite, file: "graph")), StepObservation(answer: [])),
      (.file(.removed), StepObservation()), (.file(.inspected), StepObservation(answer: [.nothing])),
    ]
    #expect(breaches(NormalizedSpec.chapter, steps) == [])
  }

  @Test("What is preloaded first may be a minute older than what is preloaded last", arguments: [true, false])
  func preloadedFirst(_ mayBeOlder: Bool) {
    let (first, maxAge) = (Placement("first"), Duration.seconds(1800))
    var asks = StepObservation<PaywallAction>()
    asks.requests = [.value(PaywallRequest(.cdn, for: first))]
    let steps: [(PaywallAction, StepObservation<PaywallAction>)] = [
      (.start(AppSetup()), StepObservation()),
      (.publish(PaywallVersion(1, of: first), on: [.cdn, .server]), StepObservation()),
      (.preload([first, Placement("last")]), StepObservation()),
      (.world(.advance(maxAge - .seconds(mayBeOlder ? 59 : 61))), StepObservation()),
      (.call(.load(first, .returnCacheDataIfNotExpiredElseLoad(maxAge: maxAge))), asks),
    ]
    let told = breaches(PaywallSpec.chapter, steps).filter { $0.hasPrefix("paywall.policy.max-age-young") }
    #expect(told.count == (mayBeOlder ? 0 : 1))
  }

  @Test("What follows a transaction of unknown effect is followed too")
  func transactionsInTurn() {
    // Two droids of one key and two names: it is not known which is stored.
    let twice = TransactionStep.update(.listDroids, .append("droids", .character("2001", "Beeper")))
    let droids = GraphValue.object(["droids": .list([.character("2001", "R2-D2")])])
    let renamed = TransactionStep.updateObject(.characterName, key: "2001", .set("name", to: "Artoo"))
    let listed = GraphValue.object(["droids": .list(Array(repeating: .character("2001", "Artoo"), count: 3))])
    let steps: [(NormalizedAction, StepObservation<NormalizedAction>)] = [
      (.serve(droids, to: .listDroids), StepObservation()),
      (.fetch(.listDroids, .fetchIgnoringCacheData), StepObservation()),
      (.transact([twice]), StepObservation(answer: [])),
      (.transactInTurn([[renamed], [twice]]), StepObservation(answer: [])),
      (.transact([renamed]), StepObservation(answer: [])),
      (.peek(.listDroids), StepObservation(answer: [.value(.data(listed))])),
    ]
    #expect(breaches(NormalizedSpec.chapter, steps) == [])
  }
}
