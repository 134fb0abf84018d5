/// What the models of the chapter expect of a step.
extension Expectation<CustomerAction> {
  /// So many requests for something are made, whatever else is asked for.
  static func asks(for subject: CustomerRequest.Subject, _ times: ClosedRange<Int>) -> Self {
    .request(.mentioning("\(subject)", times: times))
  }

  /// A call returns this version.
  static func returns(_ version: DataVersion) -> Self { .answer(.mentioning("\(version)", times: 1...1)) }
}

extension Observation<CustomerAction> {
  /// Whether something was asked for.
  func asks(for subject: CustomerRequest.Subject) -> Bool {
    requests?.contains { if case .value(let request) = $0 { request.subject == subject } else { false } } == true
  }
}
