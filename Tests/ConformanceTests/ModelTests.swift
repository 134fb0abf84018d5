import BrokenModules
import CacheConformance
import ShippedModules
import Testing

@Suite("Models")
struct ModelTests {
  @Test("The models find no fault where the tables find none")
  func agreeOnWhatIsSound() async throws {
    let proof = try await ModelProof(isOfReference: true)
    #expect(proof.falseAlarms.isEmpty, "\(proof.text)")
  }

  @Test("Exploring finds a broken module, and reports it in at most ten steps")
  func findsWhatIsBroken() async throws {
    let proof = try await ExploreProof(of: "customer", named: "that customer info was invalidated", ExploreOptions())
    #expect(proof.text.hasPrefix("1 broken modules: 1 are found, "), "\(proof.text)")
  }
}
