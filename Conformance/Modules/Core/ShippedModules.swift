/// What ships with a chapter: the reference on each backend, modules that exist to fail, and broken ones.
///
/// A chapter's actions conform to it in the chapter's folder, and all else follows from the list of chapters.
package protocol ShippedModules: ScenarioAction {
  /// The reference.
  static func reference(on backend: Backend) -> ChapterImplementation
  /// A module that does nothing, and never fails. A chapter whose calls answer something in any case has one of its own.
  static var null: ChapterImplementation { get }
  /// A module that answers with the first thing it ever saw. A chapter whose calls share what they answer has one of its
  /// own.
  static var alwaysHit: ChapterImplementation { get }
  /// Broken modules: at least one for each must and derived rule.
  static var faults: [Fault] { get }
  /// The reference, blind to one input of its rules: for each input, in each direction.
  static var blindModules: [BlindModule] { get }
  /// Modules that are right in another way than the reference, one choice at a time and in pairs.
  static var soundVariants: [SoundVariant] { get }
}

extension ShippedModules {
  package static var blindModules: [BlindModule] { [] }
  package static var soundVariants: [SoundVariant] { [] }
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
    module = CacheModule("faulty", Self.describe(rules, name), [implementation])
  }

  /// The chapters of its rules, whose scenarios have to show it.
  package var selection: Selection { Selection(anyOf: Set(rules.map(\.chapter)).sorted()) }

  package var description: String { Self.describe(rules, name) }

  private static func describe(_ rules: [RuleID], _ name: String) -> String {
    "\(rules.map(\.text).joined(separator: ", ")): \(name)"
  }
}

/// The reference, blind to something that the outcome of rules turns on: it behaves as if that were always the same.
package struct BlindModule: Sendable, CustomStringConvertible {
  /// What it does not see.
  package let input: RuleInput
  /// What it takes it for: `always young`, `always old`.
  package let direction: String
  /// The module.
  package let module: CacheModule

  /// Describes a blind module.
  init(to input: RuleInput, _ direction: String, _ implementation: ChapterImplementation) {
    self.input = input
    self.direction = direction
    module = CacheModule("blind", "\(input): \(direction)", [implementation])
  }

  package var description: String { "blind to \(input), \(direction)" }
}

/// A module that makes choices which the documents leave, in another way than the reference: no rule may be violated.
package struct SoundVariant: Sendable, CustomStringConvertible {
  /// The choices, each in words.
  package let choices: [String]
  /// The module.
  package let module: CacheModule

  /// Describes a variant.
  ///
  /// - Parameters:
  ///   - choices: the choices, each in words.
  ///   - lacking: what a module that makes them does not have, each with the reason.
  ///   - implementation: the module.
  init(_ choices: [String], lacking: [Capability: String] = [:], _ implementation: ChapterImplementation) {
    self.choices = choices
    module = CacheModule("sound", choices.joined(separator: ", "), lacking: lacking, [implementation])
  }

  package var description: String { choices.joined(separator: ", ") }
}

extension Chapters {
  /// What ships with each kind of chapter, each once; one that nothing ships with is found by a test.
  package static var shipped: [any ShippedModules.Type] {
    var seen: Set<ObjectIdentifier> = []
    return all.compactMap { $0.shipped }.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Every broken module, chapter by chapter.
  package static var faults: [Fault] { shipped.flatMap { $0.faults } }
  /// Every module that is blind to an input, chapter by chapter.
  package static var blindModules: [BlindModule] { shipped.flatMap { $0.blindModules } }
  /// Every module that is right in another way, chapter by chapter.
  package static var soundVariants: [SoundVariant] { shipped.flatMap { $0.soundVariants } }
}

extension SpecifiedChapter {
  /// What ships with the chapter, or nil for a chapter that is half there.
  package var shipped: (any ShippedModules.Type)? { Action.self as? any ShippedModules.Type }
}
