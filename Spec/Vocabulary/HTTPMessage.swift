/// The header fields of an HTTP message. Names are case-insensitive; lines with the same name stay separate and in
/// order.
public struct HeaderFields: Hashable, Sendable, Codable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
  /// One line of a header.
  public struct Line: Hashable, Sendable, Codable {
    /// The field's name, as written.
    public var name: String
    /// The field's value.
    public var value: String

    /// Makes a line.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The lines in order.
  public private(set) var lines: [Line]

  /// Makes header fields from lines in order.
  public init(_ lines: [Line] = []) { self.lines = lines }

  /// Makes header fields from names and values in order.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.lines = elements.map { Line($0.0, $0.1) }
  }

  /// The values of a field joined by commas, or nil if it is absent. Setting it replaces every line with that name.
  public subscript(name: String) -> String? {
    get {
      let values = lines.filter { Self.same($0.name, name) }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      lines.removeAll { Self.same($0.name, name) }
      if let newValue { lines.append(Line(name, newValue)) }
    }
  }

  /// Adds a line, keeping those with the same name.
  public mutating func append(_ name: String, _ value: String) { lines.append(Line(name, value)) }

  public var description: String { lines.map { "\($0.name): \($0.value)" }.joined(separator: ", ") }

  private static func same(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count && one.lowercased() == other.lowercased()
  }
}

/// A request for a resource.
public struct RequestMessage: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The method, in capitals.
  public var method: String
  /// The complete URL.
  public var url: String
  /// Its header fields.
  public var fields: HeaderFields
  /// Its body.
  public var body: [UInt8]
  /// The request's own policy, if any.
  public var policy: RequestPolicy?

  /// Makes a request.
  public init(
    _ url: String, method: String = "GET", fields: HeaderFields = [:], body: [UInt8] = [],
    policy: RequestPolicy? = nil
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.policy = policy
  }

  public var description: String { method == "GET" ? url : "\(method) \(url)" }
}

/// A response to a request.
public struct ResponseMessage: Hashable, Sendable, Codable {
  /// The URL that answered.
  public var url: String
  /// The status code.
  public var status: Int
  /// Its header fields.
  public var fields: HeaderFields
  /// Its body.
  public var body: [UInt8]

  /// Makes a response.
  public init(url: String, status: Int = 200, fields: HeaderFields = [:], body: [UInt8] = []) {
    self.url = url
    self.status = status
    self.fields = fields
    self.body = body
  }
}

/// A response as a store keeps it, like `CachedURLResponse`.
public struct StoredResponse: Hashable, Sendable, Codable {
  /// The response.
  public var response: ResponseMessage
  /// Additional data that the app stores with it.
  public var userInfo: [String: String]
  /// Where it may be stored.
  public var storagePolicy: StoragePolicy

  /// Makes a stored response.
  public init(_ response: ResponseMessage, userInfo: [String: String] = [:], storagePolicy: StoragePolicy = .allowed) {
    self.response = response
    self.userInfo = userInfo
    self.storagePolicy = storagePolicy
  }
}
