extension ResponseAction {
  /// Faults of the default policy over HTTP: those that were seen in products, and one for each other rule.
  static let httpFaults: [Fault] =
    seenHTTPFaults + freshFaults + methodFaults + varyFaults + overlapFaults + revalidateFaults + staleFaults
    + headFaults
    + invalidateFaults + directivesFaults + messageFaults + httpLoadFaults
}
