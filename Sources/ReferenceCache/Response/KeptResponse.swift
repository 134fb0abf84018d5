import CacheVocabulary
import Foundation

/// A response as the reference keeps it.
struct KeptResponse: Sendable {
  var stored: StoredResponse
  /// When it was stored, which for one that was loaded is when it was received.
  var receivedAt: Date

  /// Everything but the body, as bytes that show when they are damaged.
  var head: [UInt8] {
    var writer = ByteWriter()
    writer.write(receivedAt.timeIntervalSinceReferenceDate)
    writer.write(Int64(stored.response.body.count))
    writer.write(stored.storagePolicy.rawValue)
    writer.write(stored.response.url)
    writer.write(Int64(stored.response.status))
    writer.write(Int64(stored.response.fields.lines.count))
    for line in stored.response.fields.lines {
      writer.write(line.name)
      writer.write(line.value)
    }
    writer.write(Int64(stored.userInfo.count))
    for (key, value) in stored.userInfo {
      writer.write(key)
      writer.write(value)
    }
    return writer.sealed
  }

  /// The body, as bytes that show when they are damaged.
  var body: [UInt8] {
    var writer = ByteWriter()
    writer.write(stored.response.body)
    return writer.sealed
  }

  init(_ stored: StoredResponse, receivedAt: Date) {
    self.stored = stored
    self.receivedAt = receivedAt
  }

  /// When a response was stored and how large it is, from its head alone. Damaged bytes read as nil.
  static func summary(head: [UInt8]) -> (receivedAt: Date, size: Int)? {
    guard
      var reader = ByteReader(sealed: head), let received = reader.readDouble(), let body = reader.readInteger()
    else { return nil }
    return (Date(timeIntervalSinceReferenceDate: received), head.count + Int(body))
  }

  /// Reads a response back. Damaged bytes read as nil.
  init?(head: [UInt8], body: [UInt8]) {
    guard
      var reader = ByteReader(sealed: head), let received = reader.readDouble(), reader.readInteger() != nil,
      let policy = reader.readText().flatMap(StoragePolicy.init), let url = reader.readText(),
      let status = reader.readInteger(),
      let lines = reader.readList({ reader -> HeaderFields.Line? in
        guard let name = reader.readText(), let value = reader.readText() else { return nil }
        return HeaderFields.Line(name, value)
      }),
      let notes = reader.readList({ reader -> (String, String)? in
        guard let key = reader.readText(), let value = reader.readText() else { return nil }
        return (key, value)
      }),
      var bodyReader = ByteReader(sealed: body), let content = bodyReader.readBytes()
    else { return nil }
    receivedAt = Date(timeIntervalSinceReferenceDate: received)
    stored = StoredResponse(
      HTTPResponse(url: url, status: Int(status), fields: HeaderFields(lines), body: content),
      userInfo: Dictionary(notes) { $1 }, storagePolicy: policy)
  }
}

extension HTTPRequest {
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
    var host = rest[..<end].lowercased()
    let implied = scheme == "http" ? ":80" : scheme == "https" ? ":443" : ""
    if !implied.isEmpty, host.hasSuffix(implied) { host.removeLast(implied.count) }
    let path = rest[end...]
    return "\(method) \(scheme)://\(host)\(path.hasPrefix("/") ? "" : "/")\(path)"
  }
}
