extension ResponseAction {
  /// Faults in when a stale response is served.
  static let staleFaults: [Fault] = [
    loading(["http.request.max-stale"], "lets max-stale win over everything") { load in
      let asks = load.request.fields["Cache-Control"]?.contains("max-stale") ?? false
      if asks, let stored = try load.stored { return stored }
      return try await load.soundly()
    },
    loading(
      ["http.revalidate.server-error-must-revalidate", "http.stale.must-revalidate"],
      "serves what is stale in place of any error"
    ) { try await $0.inPlaceOfErrors() },
    loading(
      ["http.stale.stale-while-revalidate"], "serves for ever what may be served stale"
    ) { load in
      guard load.policy == .useProtocolCachePolicy, let stored = try load.stored,
        stored.fields["Cache-Control"]?.contains("stale-") ?? false
      else { return try await load.soundly() }
      return stored
    },
  ]
}
