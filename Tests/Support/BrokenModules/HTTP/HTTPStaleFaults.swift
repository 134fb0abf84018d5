extension ResponseAction {
  /// Faults in when a stale response is served.
  static let staleFaults: [Fault] = [
    loading(["http.request.max-stale"], "lets max-stale win over everything") { load in
      let asks = load.request.fields["Cache-Control"]?.contains("max-stale") ?? false
      if asks, let stored = try load.stored { return stored }
      return try await load.soundly()
    }
  ]
}
