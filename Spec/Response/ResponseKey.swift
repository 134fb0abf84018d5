extension ResponseStoresState {
  /// A request, as far as it says which response is asked for.
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
  init(_ request: RequestMessage) { self.init(method: request.method, url: String(request.url.prefix { $0 != "#" })) }

  /// Whether it is another spelling of the same URL: whether the two are one is left open.
  func isSpelledOtherwise(_ other: Self) -> Bool {
    url != other.url && normal == other.normal && method == other.method
  }

  /// Whether it has a spelling that differs from that of others, which may make a difference or none.
  var isOdd: Bool { url != normal || url.contains("%") }

  /// Whether it is long, or has letters beyond ASCII or what is percent-encoded.
  var isAwkward: Bool { url.utf8.count > 100 || url.contains { !$0.isASCII || $0 == "%" } }

  /// Whether responses are stored for it many at a time.
  var isOfMany: Bool { url.hasPrefix("http://store.test/fill/") || url.hasPrefix("http://store.test/hammer/") }

  /// The path and query, by which the origin answers.
  var target: String {
    let path = url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
    return path.isEmpty ? "/" : String(path)
  }
}

extension String {
  /// A URL with its scheme and host in small letters, without the scheme's own port, with a path, and with nothing
  /// percent-encoded that need not be.
  fileprivate var normalizedURL: String {
    guard let colon = firstRange(of: "://") else { return self }
    let (scheme, rest) = (self[..<colon.lowerBound].lowercased(), self[colon.upperBound...])
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest.dropFirst(authority.count)
    let user = authority.lastIndex(of: "@").map { authority[...$0] } ?? ""
    var host = authority.dropFirst(user.count).lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    if host.hasSuffix(port) { host.removeLast(port.count) }
    return "\(scheme)://\(user)\(host)" + (path.hasPrefix("/") ? "" : "/") + String(path).withoutNeedlessEncoding
  }

  /// The text with what is percent-encoded decoded where that is not ASCII, or a letter or the like (RFC 3986, 2.3).
  private var withoutNeedlessEncoding: String {
    guard contains("%") else { return self }
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
