package import CacheConformance
package import CacheSpec

/// What ships with a chapter: the reference on each backend, modules that exist to fail, and broken ones.
///
/// A chapter's actions conform to it in the chapter's folder, and all else follows from the list of chapters.
package protocol ShippedModules: ScenarioAction {
  /// The reference.
  static func reference(on backend: Backend) -> ChapterImplementation
  /// A module that does nothing, and never fails.
  static var null: ChapterImplementation { get }
  /// A module that answers with the first thing it ever saw.
  static var alwaysHit: ChapterImplementation { get }
  /// Broken modules: at least one for each must and derived rule.
  static var faults: [Fault] { get }
}

/// Where the reference keeps its storage.
package enum Backend: String, Sendable, CaseIterable {
  case memory, sqlite
}

/// A module that is broken in one way, and the rules that name the fault.
package struct Fault: Sendable, CustomStringConvertible {
  /// The rules that have to be violated.
  package let rules: [RuleID]
  /// What is wrong with it.
  package let name: String
  /// Where the fault was seen in a shipping cache, or nil.
  package let seenIn: String?
  /// The broken module.
  package let module: CacheModule

  /// Describes a fault.
  init(_ rules: [RuleID], _ name: String, seenIn: String? = nil, _ implementation: ChapterImplementation) {
    self.rules = rules
    self.name = name
    self.seenIn = seenIn
    module = CacheModule("faulty", name, [implementation])
  }

  package var description: String { "\(rules.map(\.text).joined(separator: ", ")): \(name)" }
}

extension Chapters {
  /// What ships with each kind of chapter, each once; one that nothing ships with is found by a test.
  package static var shipped: [any ShippedModules.Type] {
    var seen: Set<ObjectIdentifier> = []
    return all.compactMap { $0.shipped }.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Every broken module, chapter by chapter.
  package static var faults: [Fault] { shipped.flatMap { $0.faults } }
}

extension SpecifiedChapter {
  /// What ships with the chapter, or nil for a chapter that is half there.
  package var shipped: (any ShippedModules.Type)? { Action.self as? any ShippedModules.Type }
}
