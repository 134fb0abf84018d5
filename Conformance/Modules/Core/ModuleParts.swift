/// What a chapter's reference is made of: all sound, until some parts are changed.
package protocol ModuleParts: Sendable {
  /// A change of the parts.
  typealias Change = @Sendable (inout Self) throws -> Void

  /// The module that a change of these parts leads to, on a backend. They are changed anew for each that is opened.
  static func changed(on backend: Backend, _ change: @escaping Change) -> ChapterImplementation
}

extension ModuleParts {
  /// The module that a change of these parts leads to, in memory.
  static func changed(_ change: @escaping Change) -> ChapterImplementation { changed(on: .memory, change) }

  /// These parts with a change made.
  func changed(by change: Change) throws -> Self {
    var changed = self
    try change(&changed)
    return changed
  }
}

/// What ships with a chapter whose broken and blind modules are the reference with some of its parts changed.
package protocol PartedModules: ShippedModules {
  /// The parts.
  associatedtype Parts: ModuleParts
}

extension PartedModules {
  package static func reference(on backend: Backend) -> ChapterImplementation { Parts.changed(on: backend) { _ in } }

  /// The reference with a part that is broken.
  static func fault(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil, _ change: @escaping Parts.Change
  ) -> Fault {
    Fault(rules, name, seenIn: seenIn, Parts.changed(change))
  }

  /// The reference with a part that does not see an input.
  static func blind(to input: RuleInput, _ direction: String, _ change: @escaping Parts.Change) -> BlindModule {
    BlindModule(to: input, direction, Parts.changed(change))
  }

  /// The reference that takes each action for another.
  static func fault(_ rules: [RuleID], _ name: String, taking: @escaping @Sendable (Self) -> Self) -> Fault {
    Fault(rules, name, reference(on: .memory).taking(taking))
  }

  /// The reference that does not see an input, for it takes each action for another.
  static func blind(
    to input: RuleInput, _ direction: String, taking: @escaping @Sendable (Self) -> Self
  ) -> BlindModule {
    BlindModule(to: input, direction, reference(on: .memory).taking(taking))
  }
}
