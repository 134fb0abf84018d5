import Foundation

/// The handling of malformed messages.
extension ResponseMessage {
  /// The response as it may be used: characters that are not allowed in a field value become spaces (RFC 9110, 5.5).
  var received: Self {
    var response = self
    response.fields = HeaderFields(fields.lines.map { HeaderFields.Line($0.name, $0.value.withoutBreaks) })
    return response
  }

  /// Whether the response is complete and its status is defined: the length of its body matches every value of
  /// `Content-Length` (RFC 9110, 8.6 and 15; RFC 9111, 3.3).
  var isWhole: Bool {
    let lengths = (fields["Content-Length"] ?? "\(body.count)").split(separator: ",", omittingEmptySubsequences: false)
    return status < 600 && lengths.allSatisfy { decimal($0.trimmingCharacters(in: .whitespaces)) == body.count }
  }
}

extension ResponseEntry {
  /// Whether a 304 applies to this response: it has the same entity tag or, where neither has one, the same
  /// `Last-Modified`, or names no validator (RFC 9111, 4.3.4).
  func isMeant(by notModified: ResponseMessage) -> Bool {
    func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
    let (kept, received) = (stored.response.fields, notModified.fields)
    if let tag = received["ETag"] { return kept["ETag"].map(opaque) == opaque(tag) }
    return received["Last-Modified"] == nil || kept["ETag"] != nil || kept["Last-Modified"] == received["Last-Modified"]
  }
}

extension String {
  /// The text with a space in place of each CR, LF and NUL.
  var withoutBreaks: String { String(decoding: utf8.map { [0, 10, 13].contains($0) ? 32 : $0 }, as: UTF8.self) }
}
