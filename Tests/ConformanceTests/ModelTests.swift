import ShippedModules
import Testing

@Suite("Models")
struct ModelTests {
  @Test("The models find no fault where the tables find none")
  func agreeOnWhatIsSound() async throws {
    let proof = try await ModelProof(isSample: true)
    #expect(proof.falseAlarms.isEmpty, "\(proof.text)")
  }
}
