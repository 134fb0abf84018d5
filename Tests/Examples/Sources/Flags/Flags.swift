public import CacheConformance
import Foundation

/// The cache under test.
actor Flags: ClosableModule {
  private let world: OriginWorld<Flag, FlagState>
  private var known: [Flag: (state: FlagState, date: Date)] = [:]

  init(_ world: OriginWorld<Flag, FlagState>) { self.world = world }

  func read(_ flag: Flag) async throws -> FlagState {
    let now = world.world.now
    if let copy = known[flag], now.timeIntervalSince(copy.date) < 3600 { return copy.state }
    let state = try await world.ask(flag)
    known[flag] = (state, now)
    return state
  }

  func waitUntilIdle() {}
  func close() {}
}

public let flags = CacheModule(
  "flags", summary: "our cache of feature flags", command: "flagspec",
  [
    .chapters([FlagsSpec.chapter], answering: { _ in FlagState.off }, opening: { Flags($0) }) { action, app in
      switch action {
      case .world: return nil
      case .turnOn(let on):
        app.place.answer { on.contains($0) ? .on : .off }
        return nil
      case .read(let flag): return [.value(try await app.module.read(flag))]
      }
    }
  ])
