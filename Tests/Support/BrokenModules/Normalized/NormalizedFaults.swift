extension NormalizedAction: PartedModules {
  package typealias Parts = GraphParts

  private static let wrong =
    recordsFaults + mutationFaults + kindsFaults + keysFaults + policyFaults + watchFaults + updateFaults
    + transactionFaults + removeFaults

  package static let faults = wrong.compactMap(\.fault)
  package static let blindModules = wrong.compactMap(\.blind) + blindToPolicies
}
