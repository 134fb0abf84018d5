import CacheConformance
import CacheSpec
import ShippedModules
import Testing

@Suite("Broken modules")
struct FaultTests {
  /// Other tests take processors too.
  private static func options(_ selection: Selection?) -> RunOptions {
    var options = RunOptions(selection: selection)
    options.timeLimit = .seconds(60)
    return options
  }

  @Test("A broken module violates the rules that name its fault", arguments: Chapters.faults)
  func isCaught(_ fault: Fault) async throws {
    for rule in fault.rules {
      let report = try await fault.module.run(Self.options(Selection(rule.text)))
      #expect(report.count(.violated) > 0, "\(fault.name) survived \(rule): \(report.summary)")
    }
  }

  @Test("What a broken module cannot be tried on is blocked by a rule that it breaks", arguments: Chapters.faults)
  func blocksWithACause(_ fault: Fault) async throws {
    let report = try await fault.module.run(Self.options(nil))
    let broken = Set(report.results.filter { $0.verdict.kind.isTheModulesFault }.map(\.scenario.rule.id))
    for result in report.results {
      switch result.verdict {
      case .blocked(let rule, _): #expect(broken.contains(rule), "\(result.scenario.id) is blocked by \(rule)")
      case .setupFailed(let why): Issue.record("\(fault): \(result.scenario.id): \(why)")
      default: break
      }
    }
  }

  @Test("Every must and derived rule that is checked has a broken module", arguments: CacheModule.reference[0].rules)
  func hasAFault(_ rule: Rule) {
    guard rule.level == .must || rule.level == .derived, rule.uncheckable == nil else { return }
    #expect(Chapters.faults.contains { $0.rules.contains(rule.id) }, "\(rule.id) has no broken module")
  }
}

extension Verdict.Kind {
  fileprivate var isTheModulesFault: Bool { self == .violated || self == .crashed || self == .hung }
}
