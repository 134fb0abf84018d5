/// Does some work; where it fails, does something else before the error goes on.
///
/// - Throws: what the work throws, or what the other does.
func attempt<Result>(
  _ work: () async throws -> Result, onFailure: () async throws -> Void
) async throws -> Result {
  do {
    return try await work()
  } catch {
    try await onFailure()
    throw error
  }
}
