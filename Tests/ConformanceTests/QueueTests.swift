import CacheConformanceModules
import CacheSpecChapters
import Foundation
import Testing

@testable import BrokenModules
@testable import CacheConformance

/// Tests that a module's verdicts do not depend on how far its calls have come when a held request is answered.
@Suite("Modules with queues of their own")
struct QueueTests {
  /// A product's own queue, which is busy for a while with each call.
  private final class BusyQueue: Sendable {
    private let queue = DispatchQueue(label: "a product's own")

    func hop() async {
      await withCheckedContinuation { continuation in
        queue.async {
          Thread.sleep(forTimeInterval: 0.002)
          continuation.resume()
        }
      }
    }
  }

  /// The reference whose calls go through a queue, with a change.
  private static func queued(_ change: @escaping CustomerParts.Change = { _ in }) -> CacheModule {
    let implementation = CustomerParts.changed(on: .memory) { parts in
      try change(&parts)
      let queue = BusyQueue()
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        await queue.hop()
        return try await customerInfo(cache, policy)
      }
      parts.purchase = { [purchase = parts.purchase] cache, product in
        await queue.hop()
        try await purchase(cache, product)
      }
      // Fetches what the next user owns, as products do.
      parts.logOut = { [logOut = parts.logOut, background = parts.background] cache in
        try await logOut(cache)
        background.begin {
          await queue.hop()
          _ = try await cache.customerInfo(.fetchCurrent)
        }
      }
    }
    return CacheModule("queued", summary: "the reference behind a queue", [implementation])
  }

  /// The result of a scenario, which runs several times if it is violated.
  private static func result(of id: String, in module: CacheModule) async throws -> ScenarioResult {
    let scenarios = CustomerAction.chapters.flatMap(\.scenarios)
    let scenario = try #require(scenarios.first { $0.id == id })
    return try #require(await module.result(of: scenario, timeLimit: .seconds(60)))
  }

  private static let coalesces = "customer.get.coalesces[with nothing cached]"
  private static let late =
    "customer.logout.late-answer-discarded[under way=a purchase,leaving by=logging out, in the next run]"

  @Test("Reads that share no request are found each time, though they reach the cache one after another")
  func lateReads() async throws {
    let separate = try await Self.result(of: Self.coalesces, in: Self.queued { $0.joinsReads = false })
    #expect(separate.verdict.kind == .violated && separate.unsteadiness == nil, "\(separate.description(check: ""))")
    #expect(try await Self.result(of: Self.coalesces, in: Self.queued()).verdict.kind == .passed)
  }

  @Test("A purchase that is cached for the next user is found each time, though that user's own fetch comes late")
  func latePurchase() async throws {
    let mixing = Self.queued(CustomerAction.cachePurchasesForWhoeverIsTheUser)
    let mixed = try await Self.result(of: Self.late, in: mixing)
    #expect(mixed.verdict.kind == .violated && mixed.unsteadiness == nil, "\(mixed.description(check: ""))")
    #expect(try await Self.result(of: Self.late, in: Self.queued()).verdict.kind == .passed)
  }
}
