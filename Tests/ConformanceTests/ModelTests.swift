import CacheConformance
import ShippedModules
import Testing

@Suite("Models")
struct ModelTests {
  @Test("The models find no fault where the tables find none")
  func agreeOnWhatIsSound() async throws {
    let proof = try await ModelProof(isSample: true)
    #expect(proof.falseAlarms.isEmpty, "\(proof.text)")
  }

  @Test("Exploring the reference finds nothing", arguments: CacheModule.reference)
  func explore(_ reference: CacheModule) async throws {
    var options = ExploreOptions()
    options.runs = 100
    let explorations = try await reference.explore(options)
    #expect(!explorations.isEmpty)
    for exploration in explorations { #expect(exploration.isClean, "\(exploration.text(of: reference.fullName))") }
  }

  @Test("Exploring finds what is broken, and tells it in a few steps")
  func findsWhatIsBroken() async throws {
    let proof = try await ExploreProof(named: "blind to how a user was identified", ExploreOptions())
    #expect(proof.falseAlarms.isEmpty, "\(proof.text)")
  }
}
