import CacheConformance
import Foundation

/// A script in which a cache is held against a chapter, with a stub for every call but those of objects that a module
/// may lack. It runs as it is written.
struct ScriptStarter {
  /// A language of scripts.
  enum Language {
    case python
    case javaScript
  }

  let language: Language
  let chapter: PipeDescription
  /// The name of the module.
  let name: String

  /// The file's name.
  var file: String { "\(name.lowercased()).\(language == .python ? "py" : "mjs")" }
  /// The command that runs it.
  var command: String { language == .python ? "python3" : "node" }
  /// The helper beside the script, from the root of this package.
  var helper: String {
    language == .python ? "tools/python/cachespec_module.py" : "tools/javascript/cachespec-module.mjs"
  }

  /// The call that opens the object which each module of the chapter has, and the calls of that object. What goes with
  /// another object, which a module may lack, is left out.
  private var calls: (open: CallDescription, ofObject: [CallDescription])? {
    let (ofObjects, openings) = chapter.calls.partitioned { $0.fields.contains { $0.name == "object" } }
    guard let open = openings.first(where: { $0.capability == nil }) else { return nil }
    let ofOthers = Set(openings.compactMap(\.capability))
    return (open, ofObjects.filter { call in call.capability.map { !ofOthers.contains($0) } ?? true })
  }

  /// The text of the script.
  var text: String {
    guard let (open, ofObject) = calls else { return "" }
    let about = about(values: ([open] + ofObject).values)
    return language == .python ? python(open, ofObject, about) : javaScript(open, ofObject, about)
  }

  /// What a call does and when it fails, in sentences.
  private func meaning(of call: CallDescription) -> [String] {
    let sentences = [
      call.meaning, call.failure.map { "Fails if \($0)" } ?? "",
      call.capability.map { "Without this call the cache lacks \($0.identifier)" } ?? "",
    ]
    return sentences.filter { !$0.isEmpty }.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }

  private func about(values: [String]) -> [String] {
    let me = language == .python ? "self" : "this"
    return [
      "Made once for each scenario. Conformance/Command/PROTOCOL.md says what calls mean.",
      "Remove the calls that you lack; what else you lack goes into `lacking`, each with the reason.",
      "The time is \(me).world.now, in seconds since 1970, and the world is asked by",
    ] + chapter.asked.map { "    \(asking($0))" }
      + leftOut + ["Values have these fields\(howToRead); those with a ? may be null:"] + values.map { "    \($0)" }
  }

  /// What the script has no stub for: the calls that open an object which a module may lack, and those of the object.
  private var leftOut: [String] {
    let (ofObjects, openings) = chapter.calls.partitioned { $0.fields.contains { $0.name == "object" } }
    let parts = openings.compactMap { open -> String? in
      guard let capability = open.capability else { return nil }
      let calls = ([open] + ofObjects.filter { $0.capability == capability }).map { "`\(written($0.name))`" }
      return "\(calls.joined(separator: ", ")) (without which you lack \(capability.identifier))"
    }
    if parts.isEmpty { return [] }
    return [
      "No stubs are here for \(parts.joined(separator: " and "));",
      "an object that is no Cache has a class of its own, after Cache below.",
    ]
  }

  /// The name of a call in the language.
  private func written(_ name: String) -> String { language == .python ? name.snakeCase : name }

  /// How a field is read where that is not by a period.
  private var howToRead: String { language == .python ? ", read as value[\"name\"]" : "" }

  private func asking(_ call: CallDescription) -> String {
    let names = call.fields.map(\.name)
    switch language {
    case .python:
      return "self.world.ask(\(([#""\#(call.name)""#] + names.map { "\($0)=…" }).joined(separator: ", ")))"
    case .javaScript:
      let parameters = names.isEmpty ? "{}" : "{ \(names.map { "\($0): …" }.joined(separator: ", ")) }"
      return #"await this.world.ask("\#(call.name)", \#(parameters), { signal })"#
    }
  }

  // MARK: Python

  private func python(_ open: CallDescription, _ calls: [CallDescription], _ about: [String]) -> String {
    let parameters = open.parameters.map(\.snakeCase)
    let stubs = calls.map { call in
      """
          def \(call.name.snakeCase)(\((["self"] + call.parameters.map(\.snakeCase)).joined(separator: ", "))):
      \(docString(meaning(of: call)))        raise NotImplementedError("\(call.name.snakeCase) is not written yet")
      """
    }
    return """
      from cachespec_module import serve


      class Root:
          \"\"\"\(about.joined(separator: "\n    "))
          \"\"\"

          def __init__(self, world):
              self.world = world

          def \(open.name.snakeCase)(\((["self"] + parameters).joined(separator: ", "))):
              return Cache(\((["self.world"] + parameters).joined(separator: ", ")))


      class Cache:
          def __init__(\((["self", "world"] + parameters).joined(separator: ", "))):
              self.world = world

      \(stubs.joined(separator: "\n\n"))

          def wait_until_idle(self):
              \"\"\"Returns once no work is in progress, that of threads of the cache's own included.\"\"\"

          def close(self):
              \"\"\"The app ends: ends all loops and time-outs.\"\"\"
              self.world.stop()


      serve("\(name.lowercased())", {"\(chapter.chapter)": [Root, Cache]}, lacking={}, deviations=[], summary="\(name)")

      """
  }

  private func docString(_ sentences: [String]) -> String {
    sentences.isEmpty ? "" : "        \"\"\"\(sentences.joined(separator: "\n        "))\"\"\"\n"
  }

  // MARK: JavaScript

  private func javaScript(_ open: CallDescription, _ calls: [CallDescription], _ about: [String]) -> String {
    let parameters = open.parameters.joined(separator: ", ")
    let stubs = calls.map { call in
      let object = call.parameters.isEmpty ? "_" : "{ \(call.parameters.joined(separator: ", ")) }"
      return """
        \(comment(meaning(of: call)))  async \(call.name)(\(object), { signal }) {
            throw new Error("\(call.name) is not written yet");
          }
        """
    }
    return """
      import { serve } from "./cachespec-module.mjs";

      /**
       * \(about.joined(separator: "\n * "))
       *
       * The cache is idle once no call and no question is in progress; other work goes to this.world.background(promise).
       */
      class Root {
        constructor(world) {
          this.world = world;
        }

        \(open.name)({ \(parameters) }) {
          return new Cache(this.world, { \(parameters) });
        }
      }

      class Cache {
        constructor(world, { \(parameters) }) {
          this.world = world;
        }

      \(stubs.joined(separator: "\n\n"))

        /** The app ends: ends all loops, by the signal that they gave to this.world.sleep. */
        close() {}
      }

      serve("\(name.lowercased())", { \(chapter.chapter): [Root, Cache] }, { lacking: {}, deviations: [], summary: "\(name)" });

      """
  }

  private func comment(_ sentences: [String]) -> String {
    sentences.isEmpty ? "" : "  /** \(sentences.joined(separator: "\n      ")) */\n"
  }
}

extension CallDescription {
  /// The names of its parameters, without the number of its object.
  fileprivate var parameters: [String] { fields.map(\.name).filter { $0 != "object" } }
}

extension String {
  /// The name as Python writes it: `app_user_id` for `appUserID`.
  fileprivate var snakeCase: String {
    replacing(/([a-z])([A-Z])/) { "\($0.output.1)_\($0.output.2)" }.lowercased()
  }
}

extension Array {
  /// The elements that fulfil a condition, and the others.
  fileprivate func partitioned(by isFulfilled: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(isFulfilled), filter { !isFulfilled($0) })
  }
}
