extension NormalizedAction: PartedModules {
  package typealias Parts = GraphParts

  private static let wrong =
    recordsFaults + mutationFaults + kindsFaults + keysFaults + policyFaults + watchFaults + updateFaults
    + transactionFaults + removeFaults

  package static let composites = [
    Composite(
      name: "Apollo iOS 1.25.7",
      faults: [
        "commits step by step", "shows what it has read after it was removed",
        "runs the texts of a list in arguments together",
      ]),
    Composite(
      name: "Apollo iOS 1.25.7, cleared and read by hand",
      faults: [
        "commits step by step", "runs the texts of a list in arguments together",
        "removes nothing by a pattern with a bracket", "reads what is missing as null",
      ]),
  ]

  package static let faults = wrong.compactMap(\.fault)
  package static let blindModules = wrong.compactMap(\.blind) + blindToPolicies
}
