/// The broken modules and the sound variants of a chapter.
package protocol BrokenModules: ShippedModules {
  /// Bugs of shipping caches, and faults that show a rule more plainly than any module that is blind to an input.
  static var faults: [Fault] { get }
  /// The reference, blind to one input of its rules: one module for each input and direction.
  static var blindModules: [BlindModule] { get }
  /// Modules that differ from the reference, but only in choices that the documents leave open: one at a time, and in
  /// pairs.
  static var soundVariants: [SoundVariant] { get }
  /// Several of the faults at once, as real products have them.
  static var composites: [Composite] { get }
}

extension BrokenModules {
  package static var composites: [Composite] { [] }
}

/// A module that is broken in one way, and the rules that it breaks.
package struct Fault: Sendable, CustomStringConvertible {
  /// The rules that must be violated.
  package let rules: [RuleID]
  /// What is wrong with it.
  package let name: String
  /// The shipping cache in which the fault was seen, if any.
  package let seenIn: String?
  /// The broken module.
  package let module: CacheModule
  /// How it differs from the reference, if it can be put together with others.
  let difference: (any AnyDifference)?

  /// Makes a fault.
  init(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil, _ implementation: ChapterImplementation,
    _ difference: (any AnyDifference)? = nil
  ) {
    self.difference = difference
    self.rules = rules
    self.name = name
    self.seenIn = seenIn
    module = CacheModule("faulty", summary: Self.describe(rules, name), [implementation])
  }

  /// The chapters of its rules, whose scenarios must reveal it.
  package var selection: ScenarioSelection { ScenarioSelection(anyOf: Set(rules.map(\.chapter)).sorted()) }

  package var description: String { Self.describe(rules, name) }

  private static func describe(_ rules: [RuleID], _ name: String) -> String {
    "\(rules.map(\.text).joined(separator: ", ")): \(name)"
  }
}

/// The reference, blind to an input of its rules: it behaves as if the input always had the same value.
package struct BlindModule: Sendable, CustomStringConvertible {
  /// The input that it ignores.
  package let input: RuleInput
  /// The value that it assumes: `always young`, `always old`.
  package let direction: String
  /// The module.
  package let module: CacheModule
  /// How it differs from the reference, if it can be put together with others.
  let difference: (any AnyDifference)?

  /// Makes a blind module.
  init(
    to input: RuleInput, _ direction: String, _ implementation: ChapterImplementation,
    _ difference: (any AnyDifference)? = nil
  ) {
    self.difference = difference
    self.input = input
    self.direction = direction
    module = CacheModule("blind", summary: "\(input): \(direction)", [implementation])
  }

  /// The rules that depend on the input.
  package var rules: [RuleID] { module.rules.filter { $0.inputs.contains(input) }.map(\.id) }

  /// The chapters of its rules.
  package var selection: ScenarioSelection { ScenarioSelection(anyOf: Set(rules.map(\.chapter)).sorted()) }

  package var description: String { "blind to \(input), \(direction)" }
}

/// A module that makes choices that the documents leave open differently from the reference. It must violate no rule.
package struct SoundVariant: Sendable, CustomStringConvertible {
  /// A description of each choice.
  package let choices: [String]
  /// The module.
  package let module: CacheModule

  /// Makes a variant.
  ///
  /// - Parameters:
  ///   - choices: a description of each choice.
  ///   - lacking: the capabilities that a module with these choices lacks, each with the reason.
  ///   - implementation: the module.
  init(_ choices: [String], lacking: [Capability: String] = [:], _ implementation: ChapterImplementation) {
    self.choices = choices
    module = CacheModule("sound", summary: choices.joined(separator: ", "), lacking: lacking, [implementation])
  }

  package var description: String { choices.joined(separator: ", ") }
}

extension Chapters {
  /// The broken modules of each kind of chapter, once each. A test finds a chapter without any.
  package static var broken: [any BrokenModules.Type] { shipped.compactMap { $0 as? any BrokenModules.Type } }

  /// Every broken module, chapter by chapter.
  package static var faults: [Fault] { broken.flatMap { $0.faults } }
  /// Every blind module, chapter by chapter.
  package static var blindModules: [BlindModule] { broken.flatMap { $0.blindModules } }
  /// Every sound variant, chapter by chapter.
  package static var soundVariants: [SoundVariant] { broken.flatMap { $0.soundVariants } }
}
