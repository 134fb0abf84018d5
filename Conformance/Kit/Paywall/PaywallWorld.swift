public import CacheConformance
package import PaywallRules
public import Foundation
import Synchronization

/// A world with a CDN, a server behind it, and an app that may ship with a fallback file.
public final class PaywallWorld: ChapterWorld, OneOriginWorld {
  /// Called with a remote layer's answer: the bytes of a paywall in the module's encoding, or a `RemoteFailure`.
  public typealias Reply = @Sendable (Result<[UInt8], any Error>) -> Void

  /// Time, storage and log.
  public let world: ModuleWorld
  /// Both remote layers, as one origin so that their requests are recorded in one order.
  package let origin: Origin<PaywallRequest, RemoteAnswer>
  private let script = Mutex(RemoteScript())
  private let quality = Mutex(NetworkQuality.good)
  private let zone = Mutex(TimeZone.gmt)
  private let encoding: PaywallEncoding

  /// The bytes of a remote layer's answer, and how many times it is given.
  package struct RemoteAnswer: Sendable {
    let bytes: [UInt8]
    let times: Int
  }

  private struct RemoteScript {
    var published: [PaywallRequest: PaywallVersion] = [:]
    var states: [RemoteLayer: RemoteState] = [:]
    /// The states for single placements, where they differ from the layer's state.
    var placements: [PaywallRequest: RemoteState] = [:]
  }

  init(time: ModuleWorld.Time, encoding: PaywallEncoding = .plain) {
    world = ModuleWorld(time)
    self.encoding = encoding
    origin = Origin { _ in throw RemoteFailure.refused }
    rewrite { _ in }
  }

  /// Creates a stand-in for a world that the kit at the other end of a pipe has made.
  init(pipedWorld: PipedWorld) {
    world = ModuleWorld(.piped(pipedWorld))
    encoding = .plain
    origin = Origin(remote: { request in
      try await pipedWorld.ask(PaywallCalls.ask, request.layer, request.placement.name)
    })
  }

  /// The current quality of the network.
  public var networkQuality: NetworkQuality {
    guard let pipedWorld = world.pipedWorld else { return quality.withLock(\.self) }
    return pipedWorld.read(PaywallCalls.networkQuality).flatMap(NetworkQuality.init) ?? .good
  }

  /// The current time zone of the device, for a cache that stores dates by it. The process keeps its own time zone.
  public var timeZone: TimeZone {
    guard let pipedWorld = world.pipedWorld else { return zone.withLock(\.self) }
    return pipedWorld.read(PaywallCalls.timeZone).flatMap(TimeZone.init) ?? .gmt
  }

  /// Asks a remote layer for the paywall of a placement. The layer may answer at once, later, twice, or never.
  public func ask(_ layer: RemoteLayer, for placement: String, reply: @escaping Reply) {
    origin.ask(PaywallRequest(layer, for: Placement(placement))) { result in
      switch result {
      case .success(let answer): for _ in 0..<answer.times { reply(.success(answer.bytes)) }
      case .failure(let error): reply(.failure(error))
      }
    }
  }

  /// Asks a remote layer and waits for its first answer. Throws `CancellationError` once its task is cancelled, as by a
  /// time-out of the module.
  public func answer(of layer: RemoteLayer, for placement: String) async throws -> [UInt8] {
    try await origin.ask(PaywallRequest(layer, for: Placement(placement))).bytes
  }

  /// Publishes a version on remote layers from now on.
  func publish(_ version: PaywallVersion, on layers: [RemoteLayer]) {
    rewrite { script in
      for layer in layers { script.published[PaywallRequest(layer, for: version.placement)] = version }
    }
  }

  /// Sets the state of remote layers from now on, for all placements or for one only.
  func set(_ layers: [RemoteLayer], _ state: RemoteState, for placement: Placement?) {
    rewrite { script in
      for layer in layers {
        if let placement {
          script.placements[PaywallRequest(layer, for: placement)] = state
        } else {
          script.states[layer] = state
        }
      }
    }
  }

  /// Keeps these remote layers from answering from now on.
  func silence(_ layers: [RemoteLayer]) { origin.hold { layers.contains($0.layer) } }

  /// Sets the quality of the network from now on.
  func setNetworkQuality(_ quality: NetworkQuality) { self.quality.withLock { $0 = quality } }

  /// Takes the device to another time zone.
  func changeTimeZone(by difference: Duration) {
    zone.withLock { $0 = TimeZone(secondsFromGMT: $0.secondsFromGMT() + Int(difference.seconds)) ?? $0 }
  }

  private func rewrite(_ change: (inout RemoteScript) -> Void) {
    let script = script.withLock { script in
      change(&script)
      return script
    }
    origin.answer { [encoding, world] request in
      let state = script.placements[request] ?? script.states[request.layer] ?? .up
      // A layer that does not know a placement says so, if it can be reached.
      if case .failing(let failure) = state { throw failure }
      guard let version = script.published[request] else { throw RemoteFailure.serverError }
      world.beginMessage()
      let bytes = encoding.answer(Paywall(version: version))
      world.endMessage()
      switch state {
      case .up: return RemoteAnswer(bytes: bytes, times: 1)
      case .undecodable: return RemoteAnswer(bytes: StorageDamage.overwritten.applied(to: bytes), times: 1)
      case .failing(let failure): throw failure
      case .empty: return RemoteAnswer(bytes: [], times: 1)
      case .cutShort: return RemoteAnswer(bytes: StorageDamage.truncated.applied(to: bytes), times: 1)
      case .repeating: return RemoteAnswer(bytes: bytes, times: 2)
      }
    }
  }

  /// Writes the fallback file to the place where the app ships it, and returns its location; nil if the app ships none.
  func ship(_ fallback: FallbackFile) throws -> URL? {
    if fallback == .none { return nil }
    let file = try world.storage.directory("app").appendingPathComponent("fallback.paywalls")
    // A new start of the app does not have the file that an earlier start shipped.
    if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    switch fallback {
    case .none, .missing: break
    case .folder: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    case .holding(let versions): try Data(encoding.fallback(versions.map(Paywall.init(version:)))).write(to: file)
    case .damaged(let damage):
      try Data(damage.applied(to: encoding.fallback([Paywall(version: PaywallVersion(0))]))).write(to: file)
    }
    return file
  }
}

extension Paywall {
  /// Creates the paywall of a version. Its content is unique to the version, unless the version has none.
  init(version: PaywallVersion) {
    let text = "version \(version.number) for \(version.placement.name.suffix(20))"
    let content: [UInt8] =
      switch version.content {
      case .bytes: [0, 0xFF, 0x0A] + Array(text.utf8)
      case .text: Array("{ \"title\" : \"Cafe\u{301}\", \"price\": 9.990,\r\n \"b\":\"\(text)\", \"a\" : 1 }\r\n ".utf8)
      case .nothing: []
      }
    self.init(
      placement: version.placement.name, version: version.number,
      content: content + Array(repeating: UInt8(truncatingIfNeeded: version.number), count: version.padding))
  }
}

extension PaywallModel {
  /// Creates a model by comparing a paywall with what was published for its version.
  init(_ paywall: Paywall) {
    let text = PaywallVersion(paywall.version, of: Placement(paywall.placement), content: .text)
    if Data(paywall.content) == Data(Paywall(version: text).content) {
      self.init(text)
      return
    }
    let plain = PaywallVersion(paywall.version, of: text.placement)
    let count = paywall.content.count
    let padding = max(0, count - Paywall(version: plain).content.count)
    let version = PaywallVersion(paywall.version, of: plain.placement, padding: padding)
    // The model's placement and version are those of the paywall. The contents are compared as `Data`, because
    // comparing two arrays of a megabyte without optimization takes longer than most scenarios.
    let isPublished = Data(paywall.content) == Data(Paywall(version: version).content)
    self.init(
      isPublished ? version : plain,
      content: isPublished ? .published : count == 0 ? .empty : .other(byteCount: count))
  }
}
