/// The parts of a chapter's reference, which are sound until some are changed.
package protocol ModuleParts: Sendable {
  /// A change of the parts.
  typealias Change = @Sendable (inout Self) throws -> Void

  /// The module with these parts changed, on a backend. Parts are made and changed anew for each module that is opened.
  static func changed(on backend: Backend, _ change: @escaping Change) -> ChapterImplementation
}

extension ModuleParts {
  /// The module with these parts changed, in memory.
  static func changed(_ change: @escaping Change) -> ChapterImplementation { changed(on: .memory, change) }

  /// A copy of these parts with a change.
  func changed(by change: Change) throws -> Self {
    var changed = self
    try change(&changed)
    return changed
  }
}

/// The modules of a chapter whose faults and blind modules are the reference with some parts changed.
package protocol PartedModules: BrokenModules {
  /// The parts.
  associatedtype Parts: ModuleParts
}

extension PartedModules {
  /// The reference with a broken part.
  static func fault(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil, _ change: @escaping Parts.Change
  ) -> Fault {
    Fault(rules, name, seenIn: seenIn, Parts.changed(change))
  }

  /// The reference with a part that ignores an input.
  static func blind(to input: RuleInput, _ direction: String, _ change: @escaping Parts.Change) -> BlindModule {
    BlindModule(to: input, direction, Parts.changed(change))
  }

  /// The reference with each action replaced by another.
  static func fault(_ rules: [RuleID], _ name: String, taking: @escaping @Sendable (Self) -> Self) -> Fault {
    Fault(rules, name, reference(on: .memory).taking(taking))
  }

  /// The reference that ignores an input, because each action is replaced by another.
  static func blind(
    to input: RuleInput, _ direction: String, taking: @escaping @Sendable (Self) -> Self
  ) -> BlindModule {
    BlindModule(to: input, direction, reference(on: .memory).taking(taking))
  }
}
