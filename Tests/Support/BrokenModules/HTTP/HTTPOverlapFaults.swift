extension ResponseAction {
  private static let overlap: RuleID = "http.overlap.reusable"
  private static let delay: RuleID = "http.age.delay"

  /// Faults in overlapping requests.
  static let overlapFaults: [Fault] = [
    fault([overlap], "joins loads of one URL, whatever their header fields") {
      $0.joinLoads {
        $0.method == "GET" ? "" : nil
      } where: {
        $0.fields["Cache-Control"] == "max-age=60"
      }
    },
    fault([overlap], "joins loads that are alike, whatever the answer says") {
      $0.joinLoads { $0.method == "GET" ? "\($0.fields.lines)" : nil }
    },
    fault([overlap], "joins loads that are alike, where the answer may be stored, without looking at no-cache") {
      $0.joinLoads {
        $0.method == "GET" ? "\($0.fields.lines)" : nil
      } where: {
        $0.fields["Cache-Control"]?.contains("no-store") == false
      }
    },
    fault([overlap], "joins loads by any method") {
      $0.joinLoads { $0.method == "GET" ? nil : $0.method }
    },
    fault([overlap], "joins loads by GET and HEAD") {
      $0.joinLoads {
        ["GET", "HEAD"].contains($0.method) ? "\($0.fields.lines)" : nil
      } where: {
        $0.fields["Cache-Control"] == "max-age=60"
      }
    },
    loading([overlap], "fails where the same is loaded already") { load in
      try await load.world.loads.counting {
        if load.world.loads.value > 1 { throw OriginFailure.noConnection }
        return try await load.soundly()
      }
    },
    delaying("does not count how long a request took") { _ in nil },
    delaying("counts how long a request took twice") { $0 * 2 },
  ]

  static let overlapBlindModules: [BlindModule] = [
    blind(to: .responseUnderWay, "always one that answers") { $0.joinLoads { _ in "" } },
    blind(to: .responseDelay, "always none") { $0.load = storing { _ in nil } },
    blind(to: .responseDelay, "always an hour") { $0.load = storing { _ in 3600 } },
  ]

  private static func delaying(_ name: String, _ change: @escaping @Sendable (Int) -> Int?) -> Fault {
    loading([delay], name, storing(change))
  }

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

extension ResponseWorld {
  /// The number of loads that are under way.
  fileprivate var loads: Memo<Int> { world.storage.kept("how many loads are under way") { Memo(0) } }
}
