package import CacheConformance
import ResponseRules

extension RequestPolicy: JSONValue {}
extension StoragePolicy: JSONValue {}
extension TaskKind: JSONValue {}
extension LoadCall: JSONValue {}
extension SessionKind: JSONValue {}

/// Header fields are exchanged as a list of `[name, value]`, in order.
extension HeaderFields: JSONValue {
  package static var shape: JSONShape { .list(.list(.text)) }
  package init(_ json: JSON, name: String) throws {
    self.init(
      try [[String]](json, name: name).map { line in
        guard line.count == 2 else { throw UnexpectedJSON(name: name, wanted: "a list of names with their values") }
        return Line(line[0], line[1])
      })
  }
  package var json: JSON { .list(lines.map { [.text($0.name), .text($0.value)] }) }
}

extension RequestMessage: JSONStructure {
  package static let structure = Structure<Self>(
    "Request", Member("url", \.url), Member("method", \.method, or: "GET"), Member("fields", \.fields, or: [:]),
    Member(bytes: "body", \.body, or: Base64([])), Member("policy", \.policy)
  ) { Self($0, method: $1, fields: $2, body: $3.bytes, policy: $4) }
}

extension ResponseMessage: JSONStructure {
  package static let structure = Structure<Self>(
    "Response", Member("url", \.url), Member("status", \.status, or: 200), Member("fields", \.fields, or: [:]),
    Member(bytes: "body", \.body, or: Base64([]))
  ) { Self(url: $0, status: $1, fields: $2, body: $3.bytes) }
}

extension StoredResponse: JSONStructure {
  package static let structure = Structure<Self>(
    "StoredResponse", Member("response", \.response), Member("userInfo", \.userInfo, or: [:]),
    Member("storagePolicy", \.storagePolicy, or: .allowed)
  ) { Self($0, userInfo: $1, storagePolicy: $2) }
}

extension ByteCounts: JSONStructure {
  package static let structure = Structure<Self>("ByteCounts", Member("memory", \.memory), Member("disk", \.disk)) {
    Self(memory: $0, disk: $1)
  }
}
