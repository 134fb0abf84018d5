import Foundation

extension RequestMessage {
  /// The key of a stored response: the method, and the URL with scheme and host in lower case, without a default port
  /// or a fragment, and with everything but visible ASCII percent-encoded (RFC 3986, 2.1, 6.2.2 and 6.2.3).
  var storeKey: String {
    let unencoded = String(url.unicodeScalars.prefix { $0 != "#" })
    // Almost every URL is encoded already.
    let isEncoded = unencoded.utf8.allSatisfy { (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) }
    let encoded = isEncoded ? unencoded : unencoded.addingPercentEncoding(withAllowedCharacters: Self.visible)
    let whole = encoded ?? unencoded
    guard let colon = whole.firstIndex(of: ":"), whole[colon...].hasPrefix("://") else { return "\(method) \(whole)" }
    let scheme = whole[..<colon].lowercased()
    let rest = whole[colon...].dropFirst(3)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let user = rest[..<end].lastIndex(of: "@").map { rest[...$0] } ?? ""
    var host = rest[..<end].dropFirst(user.count).lowercased()
    let implied = scheme == "http" ? ":80" : scheme == "https" ? ":443" : ""
    if !implied.isEmpty, host.hasSuffix(implied) { host.removeLast(implied.count) }
    let path = rest[end...]
    return "\(method) \(scheme)://\(user)\(host)\(path.hasPrefix("/") ? "" : "/")\(path)"
  }

  private static let visible = CharacterSet(charactersIn: "!"..."~")

  /// The keys for `count` variants of one resource. No other key contains a line break.
  func storeKeys(_ count: Int) -> [String] {
    let key = storeKey
    return [key] + stride(from: 1, to: count, by: 1).map { "\(key)\n\($0)" }
  }
}
