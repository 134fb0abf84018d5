import ResponseRules

extension RequestPolicy: JSONValue {}
extension StoragePolicy: JSONValue {}
extension TaskKind: JSONValue {}
extension LoadCall: JSONValue {}
extension SessionKind: JSONValue {}

/// Header fields are exchanged as a list of `[name, value]`, in order.
extension HeaderFields: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(
      try [[String]](json, name: name).map { line in
        guard line.count == 2 else { throw UnexpectedJSON(name: name, wanted: "a list of names with their values") }
        return Line(line[0], line[1])
      })
  }
  package var json: JSON { .list(lines.map { [.text($0.name), .text($0.value)] }) }
}

extension RequestMessage: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(
      try json.get("url"), method: try json.find("method") ?? "GET", fields: try json.find("fields") ?? [:],
      body: try json.find("body", as: Base64.self)?.bytes ?? [], policy: try json.find("policy"))
  }
  package var json: JSON {
    [
      "url": .text(url), "method": .text(method), "fields": fields.json, "body": Base64(body).json,
      "policy": policy.json,
    ]
  }
}

extension ResponseMessage: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(
      url: try json.get("url"), status: try json.find("status") ?? 200, fields: try json.find("fields") ?? [:],
      body: try json.find("body", as: Base64.self)?.bytes ?? [])
  }
  package var json: JSON {
    ["url": .text(url), "status": status.json, "fields": fields.json, "body": Base64(body).json]
  }
}

extension StoredResponse: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(
      try json.get("response"), userInfo: try json.find("userInfo") ?? [:],
      storagePolicy: try json.find("storagePolicy") ?? .allowed)
  }
  package var json: JSON {
    ["response": response.json, "userInfo": userInfo.json, "storagePolicy": storagePolicy.json]
  }
}

extension ByteCounts: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(memory: try json.get("memory"), disk: try json.get("disk"))
  }
  package var json: JSON { ["memory": memory.json, "disk": disk.json] }
}
