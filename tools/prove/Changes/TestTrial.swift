import Foundation

/// Runs the tests of the reference with one mutant after another active: what several processes and foreign files need
/// is shown by tests alone, which have processes and files of their own.
struct TestTrial: Sendable {
  let reference: InstrumentedReference
  /// How long the tests may take.
  private let timeLimit: Double

  /// The factor by which the tests may take longer with a mutant on, and beside others.
  private static let leeway = 3.0

  /// Links the tests, and runs them without a mutant.
  ///
  /// - Throws: `ProveError.baseline` if they do not pass.
  init(_ reference: InstrumentedReference) async throws {
    self.reference = reference
    try await reference.linkTests()
    let clock = ContinuousClock()
    let start = clock.now
    let ending = try await Self.run(reference, mutant: 0, timeLimit: nil)
    guard ending.status == 0 else { throw ProveError.baseline(ending.output) }
    timeLimit = Double(start.duration(to: clock.now).components.seconds + 1) * Self.leeway
  }

  /// Whether a test notices a mutant.
  func notices(_ number: Int) async throws -> Bool {
    try await Self.run(reference, mutant: number, timeLimit: timeLimit).status != 0
  }

  private static func run(
    _ reference: InstrumentedReference, mutant: Int, timeLimit: Double?
  ) async throws -> Command.Ending {
    try await Command(
      executable: reference.tests,
      arguments: ["--testing-library", "swift-testing", "--filter", "ReferenceTests"],
      environment: [Switchboard.variable: String(mutant)], timeLimit: timeLimit
    ).run()
  }
}
