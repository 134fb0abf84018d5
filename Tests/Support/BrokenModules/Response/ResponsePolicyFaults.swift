extension ResponseAction {
  /// Loads that follow the wrong policy.
  static let policyFaults: [Fault] = [
    confusing(
      ["response.policy.reload-ignoring-local"], "serves a fresh stored response", seenIn: urlSession,
      .reloadIgnoringLocalCacheData, with: .useProtocolCachePolicy),
    confusing(
      ["response.policy.dont-load-hit"], "wants a fresh response", .returnCacheDataDontLoad,
      with: .useProtocolCachePolicy),
    confusing(
      ["response.policy.dont-load-miss"], "goes to the network", seenIn: urlSession, .returnCacheDataDontLoad,
      with: .returnCacheDataElseLoad),
    confusing(
      ["response.policy.else-load-hit"], "loads anew what is not fresh", .returnCacheDataElseLoad,
      with: .useProtocolCachePolicy),
    loading(["response.policy.default-is-use-protocol"], "reloads by default") { load in
      try await load.under(load.request.policy ?? load.configuration.policy ?? .reloadIgnoringLocalCacheData)
    },
    confusing(
      ["response.policy.reload-ignoring-remote"], "lets remote caches answer", .reloadIgnoringLocalAndRemoteCacheData,
      with: .reloadIgnoringLocalCacheData),
    confusing(
      ["response.policy.reload-revalidating"], "serves without asking", .reloadRevalidatingCacheData,
      with: .returnCacheDataElseLoad),
  ]
}
