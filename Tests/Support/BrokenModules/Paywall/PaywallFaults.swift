extension PaywallAction {
  package static let faults: [Fault] =
    priorityFaults + fallbackFaults + cacheFaults + policyFaults + lifecycleFaults + patternFaults + overlapFaults
    + inputFaults
}
