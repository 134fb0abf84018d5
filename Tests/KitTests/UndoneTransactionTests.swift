import Foundation
import TestSupport
import Testing

@Suite("Transactions that are not undone")
struct UndoneTransactionTests {
  @Test(
    "A client that says that it undoes no transaction violates no rule about undoing, in Swift and as a program",
    arguments: [
      ["check", "step-by-step"], ["check", "--exec", "'\(built("toyspec").path)' serve step-by-step"],
    ])
  func isNotAssessed(_ arguments: [String]) async throws {
    let only = ["--only", "normalized.transaction.failure", "--time-limit", "60"]
    let check = try await runCommand(arguments + only, of: "toyspec")
    #expect(check.status == 0 && check.output.contains("3 not assessed"), "\(check.output) \(check.errors)")
  }

  @Test("Exploring such a client finds nothing")
  func findsNothing() async throws {
    let arguments = ["explore", "step-by-step", "--runs", "300", "--time-limit", "60"]
    let explored = try await runCommand(arguments, of: "toyspec")
    #expect(explored.status == 0, "\(explored.output)")
  }
}
