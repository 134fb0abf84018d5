import CacheConformance
import CacheSpec

/// What a chapter's reference is made of: all sound, until some parts are changed.
protocol ModuleParts: Sendable {
  /// The module that a change of these parts leads to. They are changed anew for each that is opened.
  static func changed(_ change: @escaping @Sendable (inout Self) throws -> Void) -> ChapterImplementation
}

/// What ships with a chapter whose broken and blind modules are the reference with some of its parts changed.
protocol PartedModules: ShippedModules {
  /// The parts.
  associatedtype Parts: ModuleParts
}

extension PartedModules {
  /// The reference with a part that is broken.
  static func fault(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil,
    _ change: @escaping @Sendable (inout Parts) throws -> Void
  ) -> Fault {
    Fault(rules, name, seenIn: seenIn, Parts.changed(change))
  }

  /// The reference with a part that does not see an input.
  static func blind(
    to input: RuleInput, _ direction: String, _ change: @escaping @Sendable (inout Parts) throws -> Void
  ) -> BlindModule {
    BlindModule(to: input, direction, Parts.changed(change))
  }
}
