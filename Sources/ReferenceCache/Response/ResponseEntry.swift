import Foundation

/// A cache entry: a response as the store keeps it.
struct ResponseEntry: Sendable {
  var stored: StoredResponse
  /// When it was stored. For a response that was loaded, that is when it was received.
  var receivedAt: Date
  /// The header fields of the request that it answered, of those that its `Vary` names.
  var selecting: HeaderFields
  /// How many responses were stored before it, by which the store finds the newer of two. It is not persisted.
  var number: Int

  /// Everything but the body, as bytes with a checksum that also identify the body they belong to.
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

  private init(stored: StoredResponse, receivedAt: Date, selecting: HeaderFields, number: Int) {
    self.stored = stored
    self.receivedAt = receivedAt
    self.selecting = selecting
    self.number = number
  }

  init(_ stored: StoredResponse, for request: RequestMessage, receivedAt: Date, number: Int) {
    self.init(
      stored: stored, receivedAt: receivedAt, selecting: request.selecting(by: stored.response.varyingFields),
      number: number)
  }

  /// Decodes a response. Nil if the bytes are damaged, or if the head and the body belong to different responses.
  init?(head: [UInt8], body: [UInt8], number: Int) {
    guard let (entry, size, bodySum) = Self.read(head: head, number: number), size - head.count == body.count,
      checksum(of: body[...]) == bodySum
    else { return nil }
    self = entry
    stored.response.body = body
  }

  /// Decodes a response without its body, its size including the body, and the body's checksum. Nil if damaged.
  static func read(head: [UInt8], number: Int) -> (entry: ResponseEntry, size: Int, bodySum: UInt64)? {
    guard
      var reader = ByteReader(sealed: head), let received = reader.readDate(), let body = reader.readCount(),
      body <= Int.max - head.count,
      let bodySum = reader.readInteger(), let policy = reader.readText().flatMap(StoragePolicy.init),
      let url = reader.readText(), let status = reader.readInteger().flatMap(Int.init(exactly:)),
      let lines = reader.readList(line), let selecting = reader.readList(line),
      let notes = reader.readList({ reader -> (String, String)? in
        guard let key = reader.readText(), let value = reader.readText() else { return nil }
        return (key, value)
      })
    else { return nil }
    let response = ResponseMessage(url: url, status: status, fields: HeaderFields(lines))
    let entry = ResponseEntry(
      stored: StoredResponse(response, userInfo: Dictionary(notes) { $1 }, storagePolicy: policy),
      receivedAt: received, selecting: HeaderFields(selecting), number: number)
    return (entry, head.count + body, UInt64(bitPattern: bodySum))
  }

  private static func line(_ reader: inout ByteReader) -> HeaderFields.Line? {
    guard let name = reader.readText(), let value = reader.readText() else { return nil }
    return HeaderFields.Line(name, value)
  }
}
