/// Whether the origin can be reached.
public enum OriginState: String, Sendable, CaseIterable, DescribedByRawValue {
  /// It answers.
  case up
  /// It accepts a request and breaks the connection.
  case down
}

/// The text of a body, which distinguishes one response from another.
public struct ResponseBody: ObservedValue {
  /// Its text, without padding.
  public let text: String
  /// Its size in bytes if it is padded, or nil for the text alone.
  public let size: Int?
  /// Whether bytes follow that are not UTF-8 text.
  public let isBinary: Bool

  /// Takes a text without periods, because bodies are padded with periods.
  public init(_ text: String, size: Int? = nil, isBinary: Bool = false) {
    self.text = text
    self.size = size
    self.isBinary = isBinary
  }

  /// The bytes that are not text.
  public static let noText: [UInt8] = [0x2E, 0xFF, 0x00, 0xFE, 0x0D, 0x0A, 0xC3]

  public static let v1 = Self("version 1")
  public static let v2 = Self("version 2")
  public static let v3 = Self("version 3")
  public static let empty = Self("")
  /// The body of a redirect.
  public static let moved = Self("moved")

  /// The entity tag of a response with this body, including its quotes.
  public var tag: String { "\"\(String(text.unicodeScalars.map { ("!"..."~").contains($0) ? Character($0) : "-" }))\"" }

  public var description: String {
    text.isEmpty ? "an empty body" : text + (isBinary ? " and bytes that are no text" : size.map { " (\($0) B)" } ?? "")
  }
}

/// How a header field writes a date (RFC 9110, 5.6.7).
public enum DateForm: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The current format: `Sun, 06 Nov 1994 08:49:37 GMT`.
  case preferred
  /// The format of RFC 850, with a two-digit year: `Sunday, 06-Nov-94 08:49:37 GMT`.
  case rfc850 = "RFC 850"
  /// The format of the C library: `Sun Nov  6 08:49:37 1994`.
  case asctime
}

/// What the origin has, or what is stored: a body together with what the rules are about.
public struct Representation: Hashable, Sendable, CustomStringConvertible {
  /// The body, padded to its size.
  public private(set) var body: ResponseBody
  /// The status code.
  public private(set) var status = 200
  /// The lines of `Cache-Control`.
  public private(set) var cacheControl: [String]
  /// How many seconds before now its `Date` is, or nil for no `Date`.
  public private(set) var dated: Int? = 0
  /// How many seconds before now it was last modified, or nil for no `Last-Modified`.
  public private(set) var modified: Int?
  /// How many seconds after now its `Expires` is, or nil for no `Expires`.
  public private(set) var expires: Int?
  /// The format of its dates.
  public private(set) var dateForm = DateForm.preferred
  /// Whether it has an `ETag`, made of its body's text.
  public private(set) var tagged = false
  /// Further header fields.
  public private(set) var fields: HeaderFields = [:]
  /// The user info that is stored with it by direct access.
  public private(set) var userInfo: [String: String] = [:]
  /// The storage policy.
  public private(set) var storagePolicy = StoragePolicy.allowed

  private static let freshForAnHour = ["max-age=3600"]

  /// A body with lines of `Cache-Control`; by default fresh for an hour.
  public init(_ body: ResponseBody, cacheControl: [String]? = nil) {
    self.body = body
    self.cacheControl = cacheControl ?? Self.freshForAnHour
  }

  public static let v1 = Self(.v1)
  public static let v2 = Self(.v2)
  public static let v3 = Self(.v3)

  /// A body that was never fresh: its `max-age` is zero.
  public static func stale(_ body: ResponseBody) -> Self { Self(body, cacheControl: ["max-age=0"]) }
  /// A body that is fresh for two seconds: with one, a `Date` that lacks its fraction could make it stale on arrival.
  public static func brief(_ body: ResponseBody) -> Self { Self(body, cacheControl: ["max-age=2"]) }

  /// The same with an entity tag.
  public var withTag: Self { changing { $0.tagged = true } }
  /// The same with a `Date` this many seconds ago.
  public func dated(secondsAgo: Int) -> Self { changing { $0.dated = secondsAgo } }
  /// The same without a `Date`.
  public var undated: Self { changing { $0.dated = nil } }
  /// The same with dates in another format.
  public func writing(_ form: DateForm) -> Self { changing { $0.dateForm = form } }
  /// The same with a `Last-Modified` this many seconds ago.
  public func modified(secondsAgo: Int) -> Self { changing { $0.modified = secondsAgo } }
  /// The same with an `Expires` this many seconds ahead, or in the past for a negative number.
  public func expiring(inSeconds: Int) -> Self { changing { $0.expires = inSeconds } }
  /// The same with a further header field.
  public func with(_ name: String, _ value: String) -> Self { changing { $0.fields.append(name, value) } }
  /// The same with a status.
  public func status(_ status: Int) -> Self { changing { $0.status = status } }
  /// The same with a body padded to a size in bytes.
  public func padded(to size: Int) -> Self { changing { $0.body = ResponseBody($0.body.text, size: size) } }
  /// The same with another body.
  public func of(_ body: ResponseBody) -> Self { changing { $0.body = body } }
  /// The same under a storage policy.
  public func under(_ policy: StoragePolicy) -> Self { changing { $0.storagePolicy = policy } }
  /// The same with user info.
  public func noting(_ userInfo: [String: String]) -> Self { changing { $0.userInfo = userInfo } }

  /// The same with the header fields of a 304 (RFC 9111, 4.3.4); nil if the documents leave open which value a field
  /// gets, or from when the response counts.
  public func updated(by confirmation: Self) -> Self? {
    let names = Set(confirmation.fields.lines.map { $0.name.lowercased() })
    let leftOpen: Set = [
      "content-encoding", "content-type", "content-range", "content-length", "age", "date", "expires",
    ]
    let isDated = confirmation.dated != nil || dated == nil
    guard isDated, expires == nil || confirmation.expires != nil, modified == nil || confirmation.modified != nil,
      fields.lines.allSatisfy({ names.contains($0.name.lowercased()) || !leftOpen.contains($0.name.lowercased()) }),
      names.isDisjoint(with: ["content-encoding", "content-type", "content-range"]),
      confirmation.fields["Cache-Control"] == nil || cacheControl.isEmpty,
      fields["Cache-Control"] == nil || confirmation.cacheControl.isEmpty
    else { return nil }
    var updated = confirmation
    if confirmation.cacheControl.isEmpty { updated.cacheControl = cacheControl }
    for line in fields.lines where !names.contains(line.name.lowercased()) {
      updated.fields.append(line.name, line.value)
    }
    return updated
  }

  /// Further header fields that have one line each, and that concern neither caches, the connection nor the content.
  public var plainFields: [HeaderFields.Line] {
    let others: Set = ["age", "date", "connection", "keep-alive", "te", "transfer-encoding", "upgrade", "vary"]
    return fields.lines.filter { line in
      let name = line.name.lowercased()
      return !others.contains(name) && !name.hasPrefix("proxy-") && !name.hasPrefix("content-")
        && fields.lines.count { $0.name.lowercased() == name } == 1
    }
  }

  private func changing(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  public var description: String {
    var notes: [String] = []
    if cacheControl != Self.freshForAnHour {
      notes += cacheControl.isEmpty ? ["no Cache-Control"] : cacheControl.map { "Cache-Control: \($0)" }
    }
    if status != 200 { notes.append("status \(status)") }
    switch dated {
    case 0: break
    case nil: notes.append("no Date")
    case let dated?: notes.append(dated < 0 ? "dated \(spoken(-dated)) ahead" : "dated \(spoken(dated)) ago")
    }
    if let modified { notes.append("modified \(spoken(modified)) ago") }
    if let expires { notes.append(expires < 0 ? "expired \(spoken(-expires)) ago" : "expires in \(spoken(expires))") }
    if dateForm != .preferred { notes.append("dates in the form of \(dateForm)") }
    if tagged { notes.append("tagged") }
    notes += fields.lines.map { "\($0.name): \($0.value.withControlsEscaped)" }
    notes += userInfo.sorted { $0.key < $1.key }.map { "noting \($0.key)=\($0.value)" }
    if storagePolicy != .allowed { notes.append("\(storagePolicy)") }
    return notes.isEmpty ? "\(body)" : "\(body) (\(notes.joined(separator: "; ")))"
  }

  private func spoken(_ seconds: Int) -> String { Duration.seconds(seconds).spoken }
}

extension String {
  /// The text with control characters as Swift writes them.
  var withControlsEscaped: String {
    unicodeScalars.map { $0.value < 32 ? $0.escaped(asASCII: true) : String($0) }.joined()
  }
}

/// A request as the origin saw it.
public struct RequestSeen: ObservedValue {
  /// The method.
  public let method: String
  /// The path and query.
  public let target: String
  /// Whether it asks for the body only if that has changed.
  public let isConditional: Bool

  /// Records what the origin saw.
  public init(_ method: String, _ target: String, isConditional: Bool = false) {
    self.method = method
    self.target = target
    self.isConditional = isConditional
  }

  /// A request for a resource.
  public static func get(_ target: String) -> Self { Self("GET", target) }

  public var description: String { "\(method) \(target)\(isConditional ? " if changed" : "")" }
}
