import CacheConformance
package import ResponseRules
package import Foundation

extension RequestMessage {
  /// The path and query of its URL, as in a request line.
  var target: String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let path = url[scheme.upperBound...].drop { $0 != "/" }.prefix { $0 != "#" }
    return path.isEmpty ? "/" : String(path)
  }

  /// The request as the origin saw it.
  var seen: RequestSeen {
    let isConditional = fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil
    return RequestSeen(method, target, isConditional: isConditional)
  }
}

extension ResponseBody {
  /// Reads a body: its text, and its size if it is padded or too long for one of the kit's texts.
  init(bytes: [UInt8]) {
    let text = String(decoding: bytes.prefix(40), as: UTF8.self).prefix { $0 != "." }
    let isBinary = bytes == Array(text.utf8) + Self.noText
    self.init(String(text), size: isBinary || text.utf8.count == bytes.count ? nil : bytes.count, isBinary: isBinary)
  }

  /// The text, padded with periods.
  var bytes: [UInt8] {
    let text = Array(text.utf8)
    if isBinary { return text + Self.noText }
    return text + Array(repeating: UInt8(ascii: "."), count: max(0, (size ?? 0) - text.count))
  }
}

extension Representation {
  /// Returns the representation as a response that is sent now.
  func response(url: String, now: Date) -> ResponseMessage {
    var message = HeaderFields()
    for line in cacheControl { message.append("Cache-Control", line) }
    func date(_ secondsAhead: Int) -> String {
      httpDate(now.addingTimeInterval(TimeInterval(secondsAhead)), in: dateForm)
    }
    if let dated { message.append("Date", date(-dated)) }
    if tagged { message.append("ETag", body.tag) }
    if let modified { message.append("Last-Modified", date(-modified)) }
    if let expires { message.append("Expires", date(expires)) }
    for line in fields.lines { message.append(line.name, line.value) }
    return ResponseMessage(url: url, status: status, fields: message, body: body.bytes)
  }
}

/// The origin's answers, including those to conditional requests.
struct OriginScript: Sendable {
  var state = OriginState.up
  /// The representations, by path and query.
  var served: [String: Representation] = [:]

  /// Returns the answer to a request.
  func answer(to request: RequestMessage, now: Date) throws -> ResponseMessage {
    guard state == .up else { throw OriginFailure.noConnection }
    guard let representation = served[request.target] else {
      return ResponseMessage(url: request.url, status: 404, fields: ["Cache-Control": "no-store"])
    }
    var response = representation.response(url: request.url, now: now)
    let isMet =
      request.fields["If-None-Match"].map { $0.names(tag: response.fields["ETag"]) }
      ?? request.fields["If-Modified-Since"].map { response.isUnmodified(since: $0) } ?? false
    // Conditions are ignored where the answer without them is no success (RFC 9110, 13.2.1).
    let unchanged = isMet && (200..<300).contains(response.status)
    if unchanged { response.status = 304 }
    // A part of another version is of no use to the client (RFC 9110, 13.1.5).
    let validators = [response.fields["ETag"], response.fields["Last-Modified"]]
    let isMeant = request.fields["If-Range"].map(validators.contains)
    if !unchanged, isMeant ?? true, request.method == "GET", let range = request.fields["Range"] {
      response.cut(to: range)
    }
    if unchanged || request.method == "HEAD" { response.body = [] }
    return response
  }
}

extension String {
  /// Returns whether this list of entity tags contains the tag, or is `*`. Conditions are compared weakly (RFC 9110,
  /// 13.1.2).
  fileprivate func names(tag: String?) -> Bool {
    self == "*" || tag.map { tag in matches(of: /"[^"]*"/).contains { tag.hasSuffix($0.output) } } ?? false
  }

  /// A date in the preferred form, as a text that sorts by date.
  fileprivate var sortable: String? {
    let parts = split(separator: " ")
    guard parts.count == 6, let month = months.firstIndex(of: String(parts[2])) else { return nil }
    return "\(parts[3]) \(month + 10) \(parts[1]) \(parts[4])"
  }
}

private let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

extension ResponseMessage {
  /// Returns whether the response was last modified at or before a date (RFC 9110, 13.1.3).
  fileprivate func isUnmodified(since date: String) -> Bool {
    guard let modified = fields["Last-Modified"] else { return false }
    if let modified = modified.sortable, let since = date.sortable { return modified <= since }
    return modified == date
  }

  /// Reduces a whole response to a range of bytes, such as `bytes=0-3` (RFC 9110, 14).
  fileprivate mutating func cut(to range: String) {
    let ends = range.drop { !$0.isNumber }.split(separator: "-").compactMap { Int($0) }
    guard status == 200, range.hasPrefix("bytes="), ends.count == 2, ends[0] <= ends[1], ends[1] < body.count else {
      return
    }
    fields["Content-Range"] = "bytes \(ends[0])-\(ends[1])/\(body.count)"
    (status, body) = (206, Array(body[ends[0]...ends[1]]))
  }
}

/// Returns a date in the format of HTTP (RFC 9110, 5.6.7).
package func httpDate(_ date: Date, in form: DateForm = .preferred) -> String {
  var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
  var parts = tm()
  gmtime_r(&seconds, &parts)
  let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let (weekday, month) = (days[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
  let (day, year) = (parts.tm_mday, parts.tm_year + 1900)
  let time = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  return switch form {
  case .preferred: "\(weekday.prefix(3)), \(two(day)) \(month) \(year) \(time) GMT"
  case .rfc850: "\(weekday), \(two(day))-\(month)-\(two(year % 100)) \(time) GMT"
  case .asctime: "\(weekday.prefix(3)) \(month) \(day < 10 ? " " : "")\(day) \(time) \(year)"
  }
}
