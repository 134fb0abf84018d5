import Foundation

/// What is made of messages that are not what they should be.
extension ResponseMessage {
  /// The response as it may be used: what must not stand in a field's value is a space there (RFC 9110, 5.5).
  var received: Self {
    var response = self
    response.fields = HeaderFields(fields.lines.map { HeaderFields.Line($0.name, $0.value.withoutBreaks) })
    return response
  }

  /// Whether it is all of a response whose status means something: its body is as long as `Content-Length` says, each
  /// time that it says it (RFC 9110, 8.6 and 15; RFC 9111, 3.3).
  var isWhole: Bool {
    let lengths = (fields["Content-Length"] ?? "\(body.count)").split(separator: ",", omittingEmptySubsequences: false)
    return status < 600 && lengths.allSatisfy { decimal($0.trimmingCharacters(in: .whitespaces)) == body.count }
  }
}

extension ResponseEntry {
  /// Whether a 304 is about this response: it names no other entity tag (RFC 9111, 4.3.4).
  func isMeant(by notModified: ResponseMessage) -> Bool {
    func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
    guard let tag = notModified.fields["ETag"] else { return true }
    return stored.response.fields["ETag"].map { opaque($0) == opaque(tag) } ?? false
  }
}

extension String {
  /// The text with a space for each CR, LF and NUL.
  var withoutBreaks: String { String(decoding: utf8.map { [0, 10, 13].contains($0) ? 32 : $0 }, as: UTF8.self) }
}
