extension CustomerAction {
  /// Faults in what is invalidated.
  static let invalidationFaults: [Fault] = [
    fault(["customer.invalidate.leaves-the-rest"], "invalidating logs the user out too") {
      $0.invalidate = { try await $0.logOut() }
    },
    fault(["customer.invalidate.survives-restart"], "invalidating clears memory only") {
      $0.invalidate = $0.leavingStorage($0.invalidate)
    },
  ]
}
