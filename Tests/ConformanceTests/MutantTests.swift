import CacheConformance
import CacheSpec
import MutantModules
import ReferenceModule
import Testing

@Suite("Broken modules")
struct MutantTests {
  @Test("A broken module fails on the rule that names its fault", arguments: Mutant.all)
  func isCaught(_ mutant: Mutant) async {
    #expect(!mutant.cases.isEmpty, "no scenario checks \(mutant.breaks)")
    #expect(await mutant.caught() > 0, "\(mutant) survived")
  }

  @Test("Every must and derived rule that is checked has a broken module", arguments: Module.reference.rules)
  func hasAMutant(_ rule: Rule) {
    guard rule.level == .must || rule.level == .derived, rule.uncheckable == nil else { return }
    #expect(Mutant.all.contains { $0.breaks == rule.id }, "\(rule.id) has no broken module")
  }
}
