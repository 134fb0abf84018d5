/// Runs the tests of the reference with one mutant after another active.
///
/// They notice mutants that no scenario can, because several processes and files of other apps occur in tests alone.
struct TestTrial: Sendable {
  let reference: InstrumentedReference
  private let timeLimit: Duration

  /// How many times as long as without a mutant the tests may take: several processes share the machine.
  private static let leeway = 3

  /// Links the tests, and sets the time limit by a run without a mutant.
  ///
  /// - Throws: `ProveError.baseline` if they do not pass.
  init(_ reference: InstrumentedReference) async throws {
    self.reference = reference
    try await reference.linkTests()
    let start = ContinuousClock.now
    let ending = try await Self.run(reference, mutant: nil, timeLimit: nil)
    guard ending.status == 0 else { throw ProveError.baseline(ending.output) }
    timeLimit = (start.duration(to: .now) + .seconds(1)) * Self.leeway
  }

  /// Returns whether a test fails, crashes or does not end in time while the mutant with this number is active.
  func notices(_ mutant: Int) async throws -> Bool {
    try await Self.run(reference, mutant: mutant, timeLimit: timeLimit).status != 0
  }

  private static func run(
    _ reference: InstrumentedReference, mutant: Int?, timeLimit: Duration?
  ) async throws -> Command.Ending {
    try await Command(
      executable: reference.tests,
      arguments: ["--testing-library", "swift-testing", "--filter", "ReferenceTests"],
      environment: mutant.map { [Switchboard.variable: String($0)] } ?? [:], timeLimit: timeLimit
    ).run()
  }
}
