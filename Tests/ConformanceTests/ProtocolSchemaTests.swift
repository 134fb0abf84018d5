@testable import CacheConformance
import CacheConformanceCommand
import CacheConformanceModules
import CacheSpec
import Foundation
import TestSupport
import Testing

/// Messages between the kit and the reference as a program, held to the schema that `cachespec protocol --json` prints.
@Suite("The schema of the protocol", .serialized, .timeLimit(.minutes(10)))
struct ProtocolSchemaTests {
  private static let schema = Result {
    let text = CacheSpecCommand(modules: [], programs: ProgramChapter.all).protocolSchema
    return try JSON(json: Array(text.utf8))
  }

  @Test(
    "Every message, both ways, is as the schema says",
    arguments: ["paywall", "customer", "response", "http", "normalized", "dashboard"])
  func messages(_ chapter: String) async throws {
    let folder = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Each process of the program has files of its own.
    let program = Program(
      "tee '\(folder.path)'/$$.kit | '\(built("cachespec").path)' serve reference | tee '\(folder.path)'/$$.program")
    defer { program.end() }
    let selection = ScenarioSelection(chapter)
    let report = try await program.module(of: ProgramChapter.all).run(
      RunOptions(selection: selection, timeLimit: .seconds(60), shard: RunShard("1/24")))
    #expect(report.isClean, "\(report.text())")
    program.end()
    let schema = try Self.schema.get()
    var seen: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "kit" {
      let sent = try lines(of: file)
      let answered = try lines(of: file.deletingPathExtension().appendingPathExtension("program"))
      for (sender, said, other) in [("kit", sent, answered), ("program", answered, sent)] {
        var results: [JSON: String] = [:]
        for message in said {
          guard case .text(let method)? = message["method"] else { continue }
          let name = try #require(
            ["\(sender).\(chapter == "http" ? "response" : chapter).\(method)", "\(sender).\(method)"]
              .first { schema["$defs"]?[$0] != nil }, "no message \(method) of the \(sender)")
          seen.insert(name)
          let breach = Schema(root: schema).breach(message, "#/$defs/\(name)", at: name)
          #expect(breach == nil)
          if let id = message["id"] { results[id] = "\(name).result" }
        }
        for answer in other where answer["method"] == nil {
          guard let id = answer["id"], let name = results[id] else { continue }
          let breach =
            answer["error"].map { Schema(root: schema).breach($0, "#/$defs/Error", at: "error") }
            ?? Schema(root: schema).breach(answer["result"] ?? .null, "#/$defs/\(name)", at: name)
          #expect(breach == nil)
        }
      }
    }
    #expect(seen.count > 4, "\(seen)")
  }

  @Test(
    "A message that is not as the schema says is told",
    arguments: [
      #"{"jsonrpc":"2.0","method":"view","id":1,"params":{"object":1}}"#,
      #"{"jsonrpc":"2.0","method":"view","id":1,"params":{"card":"no card","object":1}}"#,
      #"{"jsonrpc":"2.0","method":"view","id":1,"params":{"card":"a customer list","object":1,"more":1}}"#,
      #"{"jsonrpc":"2.0","method":"view","params":{"card":"a customer list","object":1}}"#,
    ])
  func breach(_ message: String) throws {
    let json = try JSON(json: Array(message.utf8))
    #expect(Schema(root: try Self.schema.get()).breach(json, "#/$defs/kit.dashboard.view", at: "view") != nil)
  }

  private func lines(of file: URL) throws -> [JSON] {
    // The last line may be cut short: the program was killed.
    try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).dropLast().map { try JSON(json: Array($0)) }
  }
}

/// What this schema needs of JSON Schema. A field that is not described is a breach: the schema itself has to be whole.
private struct Schema {
  let root: JSON

  func breach(_ value: JSON, _ reference: String, at path: String) -> String? {
    guard let schema = root["$defs"]?[String(reference.dropFirst("#/$defs/".count))] else { return "no \(reference)" }
    return breach(value, schema, at: path)
  }

  private func breach(_ value: JSON, _ schema: JSON, at path: String) -> String? {
    if case .text(let reference)? = schema["$ref"] { return breach(value, reference, at: path) }
    if let wanted = schema["const"], wanted != value { return "\(path) is \(value), not \(wanted)" }
    if case .list(let wanted)? = schema["enum"], !wanted.contains(value) {
      return "\(path) is \(value), none of \(wanted)"
    }
    if case .list(let schemas)? = schema["anyOf"] {
      let breaches = schemas.map { breach(value, $0, at: path) }
      if !breaches.contains(nil) { return breaches.compactMap(\.self).joined(separator: "; ") }
    }
    guard case .text(let type)? = schema["type"] else { return nil }
    switch (type, value) {
    case ("null", .null), ("string", .text), ("boolean", .bool), ("integer", .integer), ("number", .integer),
      ("number", .fraction):
      return nil
    case ("array", .list(let items)):
      return items.lazy.compactMap { breach($0, schema["items"] ?? [:], at: "\(path)[]") }.first
    case ("object", .object(let fields)):
      if case .list(let required)? = schema["required"] {
        for case .text(let name) in required where fields[name] == nil { return "\(path) has no \(name)" }
      }
      return fields.lazy.compactMap { name, field in
        guard let known = schema["properties"]?[name] ?? schema["additionalProperties"] else {
          return "\(path) has a field \(name) that is not described"
        }
        return breach(field, known, at: "\(path).\(name)")
      }.first
    default: return "\(path) is no \(type): \(value)"
    }
  }
}
