extension ResponseAction {
  static let overlapBlindModules: [BlindModule] = [
    blind(to: .responseUnderWay, "always one that answers") { $0.joinLoads { _ in "" } },
    blind(to: .responseDelay, "always none") { $0.load = storing { _ in nil } },
    blind(to: .responseDelay, "always an hour") { $0.load = storing { _ in 3600 } },
  ]

  /// Loads, and stores the response with an initial age that differs from the duration of its request.
  private static func storing(
    _ change: @escaping @Sendable (Int) -> Int?
  ) -> @Sendable (ResponseLoad) async throws -> ResponseMessage {
    { load in
      let response = try await load.soundly()
      // If the origin states no age, the stored `Age` is the duration of the request.
      guard response.fields["Age"] == nil, var stored = try load.stored, stored.body == response.body,
        let age = stored.fields["Age"].flatMap({ Int($0) })
      else { return response }
      stored.fields["Age"] = change(age).map { "\($0)" }
      try load.store(stored)
      return response
    }
  }
}
