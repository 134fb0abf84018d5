import CacheVocabulary

/// Which of the responses to a resource answers a request (RFC 9111, 4.1).
extension ResponseEntry {
  /// Whether the fields that `Vary` names are in this request as in the one that it answered. `*` never is.
  func isSelected(by request: RequestMessage) -> Bool {
    !stored.response.varyingFields.contains("*")
      && request.selecting(by: stored.response).lines.elementsEqual(selecting.lines) {
        // Octets: characters that Swift holds to be equal need not be the same value.
        $0.name == $1.name && $0.value.utf8.elementsEqual($1.value.utf8)
      }
  }
}

extension RequestMessage {
  /// The header fields that the `Vary` of a response names.
  func selecting(by response: ResponseMessage) -> HeaderFields {
    HeaderFields(response.varyingFields.compactMap { name in fields[name].map { HeaderFields.Line(name, $0) } })
  }
}

extension ResponseMessage {
  /// The names in `Vary`, in lower case.
  fileprivate var varyingFields: [String] {
    (fields["Vary"] ?? "").split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() }
  }
}
