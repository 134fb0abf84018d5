import Foundation

/// Which requests a stored response answers, of those for its URL, and which of several it is (RFC 9111, 4.1).
struct Variant: Sendable {
  /// The names in its `Vary`, in lower case.
  let names: [String]
  /// The header fields of the request that it answered, as far as these names go.
  let selecting: HeaderFields
  /// When it was made.
  let date: Date
  /// How many were stored before it.
  let number: Int

  /// Whether the fields that `Vary` names are in this request as in the one that it answered. `*` never is.
  func isSelected(by request: RequestMessage) -> Bool {
    !isForNone
      && request.selecting(by: names).lines.elementsEqual(selecting.lines) {
        // Octets: characters that Swift holds to be equal need not be the same value.
        $0.name == $1.name && $0.value.utf8.elementsEqual($1.value.utf8)
      }
  }

  /// Whether it answers no request without a check.
  var isForNone: Bool { names.contains("*") }

  /// What the best answer to a request has most of: it is selected and names what it varies by (a response that leaves
  /// `Vary` out may do so by mistake), or is selected at least; of several it was made last, and stored last.
  func rank(for request: RequestMessage) -> (varying: TimeInterval, selected: TimeInterval, number: Int) {
    let made = isSelected(by: request) ? date.timeIntervalSinceReferenceDate : -.infinity
    return (names.isEmpty ? -.infinity : made, made, number)
  }
}

extension ResponseEntry {
  /// Which requests it answers.
  var variant: Variant {
    Variant(names: stored.response.varyingFields, selecting: selecting, date: dateValue, number: number)
  }

  /// Whether it answers a request, as far as the request's header fields go.
  func isSelected(by request: RequestMessage) -> Bool { variant.isSelected(by: request) }
}

extension RequestMessage {
  /// The header fields of these names.
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
