import CacheVocabulary

extension RequestMessage {
  /// What tells stored responses apart: the method, and the URL with scheme and host in lower case, without a port that
  /// the scheme implies, without a fragment, and with what is not ASCII percent-encoded (RFC 3986, 6.2.2).
  var storeKey: String {
    let whole = url.prefix { $0 != "#" }.utf8.reduce(into: "") { text, byte in
      if byte < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
    guard let mark = whole.firstRange(of: "://") else { return "\(method) \(whole)" }
    let scheme = whole[..<mark.lowerBound].lowercased()
    let rest = whole[mark.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let user = rest[..<end].lastIndex(of: "@").map { rest[...$0] } ?? ""
    var host = rest[..<end].dropFirst(user.count).lowercased()
    let implied = scheme == "http" ? ":80" : scheme == "https" ? ":443" : ""
    if !implied.isEmpty, host.hasSuffix(implied) { host.removeLast(implied.count) }
    let path = rest[end...]
    return "\(method) \(scheme)://\(user)\(host)\(path.hasPrefix("/") ? "" : "/")\(path)"
  }
}
