/// The expectations that several models of the chapter use.
extension Expectation<CustomerAction> {
  /// This many requests for a subject are made, whatever else is requested.
  static func asks(for subject: CustomerRequest.Subject, _ times: ClosedRange<Int>) -> Self {
    .request(.mentioning("\(subject)", times: times))
  }

  /// A call returns this version.
  static func returns(_ version: DataVersion) -> Self { .answer(.mentioning("\(version)", times: 1...1)) }
}

extension StepObservation<CustomerAction> {
  /// Whether a subject was requested.
  func asks(for subject: CustomerRequest.Subject) -> Bool {
    requests?.contains { if case .value(let request) = $0 { request.subject == subject } else { false } } == true
  }
}
