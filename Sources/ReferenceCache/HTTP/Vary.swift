import Foundation

/// Selects, among the responses stored for a URL, those that answer a request and the best of them (RFC 9111, 4.1).
struct Variant: Sendable {
  /// The names in its `Vary`, in lower case.
  let names: [String]
  /// The header fields with these names in the request that it answered.
  let selecting: HeaderFields
  /// When it was generated.
  let date: Date
  /// How many responses were stored before it.
  let number: Int

  /// Whether the fields that `Vary` names are the same in this request as in the one that it answered. `*` never
  /// matches.
  func isSelected(by request: RequestMessage) -> Bool {
    !isForNone
      && request.selecting(by: names).lines.elementsEqual(selecting.lines) {
        // The octets are compared, because strings that are equal in Swift may consist of different bytes.
        $0.name == $1.name && $0.value.utf8.elementsEqual($1.value.utf8)
      }
  }

  /// Whether it never answers a request without validation.
  var isForNone: Bool { names.contains("*") }

  /// Its rank among the answers to a request. Selected responses with a `Vary` (one without may lack it by mistake)
  /// rank above other selected ones, and these above the rest. Among equals, the one generated last ranks highest, then
  /// the one stored last.
  func rank(for request: RequestMessage) -> (varying: TimeInterval, selected: TimeInterval, number: Int) {
    let made = isSelected(by: request) ? date.timeIntervalSinceReferenceDate : -.infinity
    return (names.isEmpty ? -.infinity : made, made, number)
  }
}

extension ResponseEntry {
  /// The requests that it answers.
  var variant: Variant {
    Variant(names: stored.response.varyingFields, selecting: selecting, date: dateValue, number: number)
  }

  /// Whether the header fields of a request select it.
  func isSelected(by request: RequestMessage) -> Bool { variant.isSelected(by: request) }
}

extension RequestMessage {
  /// The header fields with these names.
  func selecting(by names: [String]) -> HeaderFields {
    HeaderFields(names.compactMap { name in fields[name].map { HeaderFields.Line(name, $0) } })
  }
}

extension ResponseMessage {
  /// The names in `Vary`, in lower case.
  var varyingFields: [String] {
    (fields["Vary"] ?? "").split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
  }
}
