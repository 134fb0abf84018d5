extension ResponseAction {
  /// Loads that break a rule of HTTP on what they return.
  static let httpLoadFaults: [Fault] = []
}
