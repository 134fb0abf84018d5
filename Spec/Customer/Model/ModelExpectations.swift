/// The expectations that several models of the chapter use.
extension Expectation<CustomerAction> {
  /// This many requests for a subject are made, whatever else is requested.
  static func asks(for subject: CustomerRequest.Subject, _ times: ClosedRange<Int>) -> Self {
    .request(.mentioning("\(subject)", times: times))
  }

  /// A call returns this version.
  static func returns(_ version: DataVersion) -> Self { .answer(.mentioning("\(version)", times: 1...1)) }
}

/// What a listener calls when it is told something next, until it is, or the app starts again.
struct CustomerCallWhenTold: Hashable {
  private(set) var call: CustomerCall?

  /// Whether the call may change what is cached, or for whom.
  var mayChange: Bool { call == .invalidate || call == .logOut }

  mutating func note(_ action: CustomerAction) {
    switch action {
    case .listen(let listening):
      call = listening.callWhenTold ?? call
    case .app(.configure), .app(.startAtOnce), .app(.upgrade): call = nil
    case .world(let event): if event.endsARun { call = nil }
    default: break
    }
  }

  /// Notes that a listener was told something, and made its call.
  mutating func noteCall() { call = nil }
}

extension StepObservation<CustomerAction> {
  /// Whether a listener was told something.
  var tells: Bool { notifications?.isEmpty == false }

  /// Whether a subject was requested.
  func asks(for subject: CustomerRequest.Subject) -> Bool {
    requests?.contains { if case .value(let request) = $0 { request.subject == subject } else { false } } == true
  }
}
