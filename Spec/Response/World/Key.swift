extension ResponseStoresState {
  /// The parts of a request that say which response is asked for.
  struct Key: Hashable {
    let method: String
    let url: String
    /// The URL in the form that all its spellings share (RFC 3986, 6.2.2 and 6.2.3).
    private let normal: String

    init(method: String, url: String) {
      self.method = method
      self.url = url
      normal = url.normalizedURL
    }

    static func == (one: Self, other: Self) -> Bool { one.method == other.method && one.url == other.url }

    func hash(into hasher: inout Hasher) {
      hasher.combine(method)
      hasher.combine(url)
    }
  }
}

extension ResponseStoresState.Key {
  init(_ request: RequestMessage) {
    self.init(method: request.method, url: String(Substring(request.url.utf8.prefix { $0 != UInt8(ascii: "#") })))
  }

  /// Whether it is another spelling of the same URL. The documents leave open whether the two share an entry.
  func isSpelledOtherwise(_ other: Self) -> Bool {
    url != other.url && normal == other.normal && method == other.method
  }

  /// Whether it is not in the normal form, or has percent-encoding. The documents leave open whether that makes a
  /// difference.
  var isOdd: Bool { url != normal || url.contains("%") }

  /// Whether it is long, or has characters beyond ASCII or percent-encoding.
  var isAwkward: Bool { url.utf8.count > 100 || url.contains { !$0.isASCII || $0 == "%" } }

  /// Whether it is one of the URLs for which an action stores many responses.
  var isOfMany: Bool { url.hasPrefix("http://store.test/fill/") || url.hasPrefix("http://store.test/hammer/") }

  /// The path and query, by which the origin answers.
  var target: String {
    let slash = UInt8(ascii: "/")
    let path = url.utf8.drop { $0 != slash }.dropFirst(2).drop { $0 != slash }
    return path.isEmpty ? "/" : String(Substring(path))
  }
}

extension String {
  /// A URL with its scheme and host in lower case, without the scheme's default port, with a path, and without needless
  /// percent-encoding.
  var normalizedURL: String {
    // Bytes, because models read the URL of every request, and characters take twice as long.
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), utf8[colon...].starts(with: "://".utf8) else {
      return self
    }
    let (scheme, rest) = (self[..<colon].lowercased(), utf8[colon...].dropFirst(3))
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    let path = String(Substring(rest.dropFirst(authority.count)))
    let user = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[...$0] } ?? authority.prefix(0)
    var host = Substring(authority.dropFirst(user.count)).lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(port) { host.removeLast(port.count) }
    return "\(scheme)://\(Substring(user))\(host)" + (path.hasPrefix("/") ? "" : "/") + path.withoutNeedlessEncoding
  }

  /// The text with a percent-encoded byte decoded if it is not ASCII, or is an unreserved character (RFC 3986, 2.3).
  private var withoutNeedlessEncoding: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var (bytes, rest) = ([UInt8](), utf8[...])
    while let first = rest.popFirst() {
      let digits = String(rest.prefix(2)) ?? ""
      guard first == UInt8(ascii: "%"), digits.count == 2, let byte = UInt8(digits, radix: 16),
        byte >= 0x80 || Character(Unicode.Scalar(byte)).isUnreserved
      else {
        bytes.append(first)
        continue
      }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Character {
  fileprivate var isUnreserved: Bool { isASCII && (isLetter || isNumber || "-._~".contains(self)) }
}
