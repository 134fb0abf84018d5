import CacheVocabulary
import Foundation

/// How HTTP lets a stored response be used (RFC 9111).
extension ResponseEntry {
  /// Whether it may be served without a check.
  func isFresh(at now: Date) -> Bool {
    let control = CacheControl(stored.response.fields)
    guard let lifetime = control.seconds("max-age") ?? lifetimeByExpires, !control.has("no-cache") else { return false }
    return lifetime > age(at: now)
  }

  /// The seconds from `Date` to `Expires` (4.2.1), or nil where there is no such date.
  private var lifetimeByExpires: Double? {
    let fields = stored.response.fields
    guard let expires = fields["Expires"].flatMap(httpDate) else { return nil }
    return expires.timeIntervalSince(fields["Date"].flatMap(httpDate) ?? receivedAt)
  }

  /// Its age in seconds (4.2.3): what it had when it was received, and the time since.
  private func age(at now: Date) -> TimeInterval {
    let fields = stored.response.fields
    let apparent = fields["Date"].flatMap(httpDate).map { receivedAt.timeIntervalSince($0) } ?? 0
    let stated = fields["Age"].flatMap { TimeInterval($0) } ?? 0
    // A clock that was set back must not make it younger than it came.
    return max(0, apparent, stated) + max(0, now.timeIntervalSince(receivedAt))
  }

  /// The request that asks whether it still holds (4.3.1): conditional where it has a validator, else plain.
  func confirming(_ request: RequestMessage) -> RequestMessage {
    var request = request
    request.fields["If-None-Match"] = stored.response.fields["ETag"]
    request.fields["If-Modified-Since"] = stored.response.fields["Last-Modified"]
    return request
  }

  /// The stored response with the header fields of a 304 (4.3.4).
  func updated(by notModified: ResponseMessage) -> StoredResponse {
    var updated = stored
    for line in notModified.fields.lines { updated.response.fields[line.name] = nil }
    for line in notModified.fields.lines { updated.response.fields.append(line.name, line.value) }
    return updated
  }
}

extension ResponseMessage {
  /// Whether a private cache may store it as the answer to a request (3).
  func mayBeStored(for request: RequestMessage) -> Bool {
    let control = CacheControl(fields)
    if control.has("no-store") || CacheControl(request.fields).has("no-store") { return false }
    if status < 200 || status == 206 || status == 304 { return false }
    guard request.url.hasPrefix("http:") || request.url.hasPrefix("https:") else { return false }
    let isExplicit = control.has("max-age") || fields["Expires"] != nil
    return switch request.method {
    case "GET": isExplicit || Self.cacheableByDefault.contains(status)
    case "POST": isExplicit
    default: false
    }
  }

  /// RFC 9110, 15.1.
  private static let cacheableByDefault: Set = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
}

/// Reads a date in HTTP's preferred form, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
func httpDate(_ text: String) -> Date? {
  let words = text.split(whereSeparator: { $0 == " " || $0 == ":" })
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  guard words.count == 8, words[7] == "GMT", let month = months.firstIndex(of: String(words[2])) else { return nil }
  let numbers = [1, 3, 4, 5, 6].compactMap { Int32(words[$0]) }
  guard numbers.count == 5 else { return nil }
  var parts = tm()
  (parts.tm_mday, parts.tm_mon, parts.tm_year) = (numbers[0], Int32(month), numbers[1] - 1900)
  (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[2], numbers[3], numbers[4])
  return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
}
