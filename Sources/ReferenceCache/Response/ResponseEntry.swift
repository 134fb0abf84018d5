import CacheVocabulary
import Foundation

/// A cache entry: a response as the store keeps it.
struct ResponseEntry: Sendable {
  var stored: StoredResponse
  /// When it was stored, which for one that was loaded is when it was received.
  var receivedAt: Date
  /// The header fields of the request that it answered, as far as its `Vary` names them.
  var selecting: HeaderFields

  /// Everything but the body, as bytes that show when they are damaged, and which body they belong to.
  var head: [UInt8] {
    var writer = ByteWriter()
    writer.write(receivedAt.timeIntervalSinceReferenceDate)
    writer.write(Int64(stored.response.body.count))
    writer.write(Int64(bitPattern: checksum(of: stored.response.body[...])))
    writer.write(stored.storagePolicy.rawValue)
    writer.write(stored.response.url)
    writer.write(Int64(stored.response.status))
    for lines in [stored.response.fields.lines, selecting.lines] {
      writer.write(Int64(lines.count))
      for line in lines {
        writer.write(line.name)
        writer.write(line.value)
      }
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

  init(_ stored: StoredResponse, for request: RequestMessage, receivedAt: Date) {
    self.stored = stored
    selecting = request.selecting(by: stored.response)
    self.receivedAt = receivedAt
  }

  /// When a response was stored and how large it is, from its head alone. Damaged bytes read as nil.
  static func summary(head: [UInt8]) -> (receivedAt: Date, size: Int)? {
    guard
      var reader = ByteReader(sealed: head), let received = reader.readDouble(), let body = reader.readInteger()
    else { return nil }
    return (Date(timeIntervalSinceReferenceDate: received), head.count + Int(body))
  }

  /// Reads a response back. Damaged bytes, and a head and a body of two responses, read as nil.
  init?(head: [UInt8], body: [UInt8]) {
    guard
      var reader = ByteReader(sealed: head), let received = reader.readDouble(), reader.readInteger() != nil,
      let bodySum = reader.readInteger(), let policy = reader.readText().flatMap(StoragePolicy.init),
      let url = reader.readText(),
      let status = reader.readInteger(),
      let lines = reader.readList(Self.line), let selecting = reader.readList(Self.line),
      let notes = reader.readList({ reader -> (String, String)? in
        guard let key = reader.readText(), let value = reader.readText() else { return nil }
        return (key, value)
      }),
      var bodyReader = ByteReader(sealed: body), let content = bodyReader.readBytes(),
      checksum(of: content[...]) == UInt64(bitPattern: bodySum)
    else { return nil }
    receivedAt = Date(timeIntervalSinceReferenceDate: received)
    self.selecting = HeaderFields(selecting)
    stored = StoredResponse(
      ResponseMessage(url: url, status: Int(status), fields: HeaderFields(lines), body: content),
      userInfo: Dictionary(notes) { $1 }, storagePolicy: policy)
  }

  private static func line(_ reader: inout ByteReader) -> HeaderFields.Line? {
    guard let name = reader.readText(), let value = reader.readText() else { return nil }
    return HeaderFields.Line(name, value)
  }
}
