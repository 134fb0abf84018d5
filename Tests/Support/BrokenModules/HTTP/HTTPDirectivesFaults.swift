extension ResponseAction {
  /// Faults in how directives are read.
  static let directivesFaults: [Fault] = [
    misreading(["http.directives.escapes"], "ends a quoted value at any quote", seenIn: urlSession) { $0.unescape() }
  ]
}

extension HeaderFields {
  /// Keeps only the last of the values that are given twice.
  mutating func keepLast() {
    if let line = lines.last(where: { $0.name == "Expires" }) { self["Expires"] = line.value }
    guard let text = self["Cache-Control"], text.ranges(of: "max-age=").count > 1, !text.contains("\"") else { return }
    self["Cache-Control"] = text.split(separator: ",").last.map(String.init)
  }

  mutating func unescape() { self["Cache-Control"] = self["Cache-Control"]?.replacing("\\\"", with: "\"") }

  /// Makes numbers in quotes unreadable.
  mutating func losingQuotedNumbers() {
    self["Cache-Control"] = self["Cache-Control"]?.replacing(/="[\\0-9]+"/, with: "=none")
  }

  mutating func lastForEver() {
    guard let text = self["Cache-Control"], text.contains("immutable"), !text.contains("no-cache") else { return }
    (self["Cache-Control"], self["Expires"], self["Age"], self["Date"]) = ("max-age=2147483647", nil, nil, nil)
  }
}
