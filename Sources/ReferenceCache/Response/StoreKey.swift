import Foundation

extension RequestMessage {
  /// The key of a stored response: the method, and the URL with scheme and host in lower case, without a default port
  /// or a fragment, and with everything but visible ASCII percent-encoded (RFC 3986, 2.1, 6.2.2 and 6.2.3).
  var storeKey: String {
    let unencoded = String(Substring(url.utf8.prefix { $0 != UInt8(ascii: "#") }))
    // Almost every URL is encoded already.
    let isEncoded = unencoded.utf8.allSatisfy { (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) }
    let encoded = isEncoded ? nil : unencoded.addingPercentEncoding(withAllowedCharacters: Self.visible)
    // Bytes, because a key is made for every look into the store, and characters take twice as long.
    let whole = (encoded ?? unencoded).utf8
    guard let colon = whole.firstIndex(of: UInt8(ascii: ":")), whole[colon...].starts(with: "://".utf8) else {
      return "\(method) \(encoded ?? unencoded)"
    }
    let scheme = Substring(whole[..<colon]).lowercased()
    let rest = whole[colon...].dropFirst(3)
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    let path = rest[end...]
    let start = rest[..<end].lastIndex(of: UInt8(ascii: "@")).map(rest.index(after:)) ?? rest.startIndex
    var host = Substring(rest[start..<end]).lowercased()
    let implied = scheme == "http" ? ":80" : scheme == "https" ? ":443" : ""
    if !implied.isEmpty, host.hasSuffix(implied) { host.removeLast(implied.count) }
    let root = path.first == UInt8(ascii: "/") ? "" : "/"
    return "\(method) \(scheme)://\(Substring(rest[..<start]))\(host)\(root)\(Substring(path))"
  }

  private static let visible = CharacterSet(charactersIn: "!"..."~")

  /// The keys for `count` variants of one resource. No other key contains a line break.
  func storeKeys(_ count: Int) -> [String] {
    let key = storeKey
    let variant = key + "\n"
    return [key] + stride(from: 1, to: count, by: 1).map { variant + String($0) }
  }
}
