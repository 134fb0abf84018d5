/// Does some work and, if it fails, something else before rethrowing the error.
///
/// - Throws: the error of the work, or of `onFailure`.
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
