import Foundation

extension ResponseAction {
  /// Faults in which of several responses answers a request.
  static let varyFaults: [Fault] = []
}

extension HeaderFields {
  /// Reverses the order of dates: the later a message was generated, the earlier its date.
  mutating func turnDates() {
    let reader = DateFormatter()
    (reader.locale, reader.dateFormat) = (Locale(identifier: "en_US_POSIX"), "EEE, dd MMM yyyy HH:mm:ss zzz")
    // Only of a response with `Vary` several are kept.
    guard self["Vary"] != nil, let date = self["Date"].flatMap({ reader.date(from: $0) }) else { return }
    self["Date"] = httpDate(Date(timeIntervalSince1970: 8e9 - date.timeIntervalSince1970))
  }
}
